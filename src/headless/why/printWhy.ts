import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { periodOf, type PeriodOptions } from '#headless/options/periodOptions.ts';
import { isAllTime } from '#headless/options/siteDays.ts';
import { UsageError } from '#connection/errors.ts';
import { say } from '#headless/output/stderr.ts';
import { print } from '#headless/output/stdout.ts';
import { textWidthOf } from '#headless/output/textWidth.ts';
import { writeTable } from '#headless/output/write.ts';
import { withService } from '#headless/withService.ts';
import { defaultBaseline, type Baseline } from '#model/period/comparedPeriods.ts';
import { resolvePeriod, type PeriodChoice } from '#model/period/period.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { WhyQuestion } from '#model/why/whyPlan.ts';
import { whyTable } from '#model/why/whyTable.ts';
import { markdownWhy } from './markdownWhy.ts';
import { readWhy } from './readWhy.ts';
import { textWhy } from './textWhy.ts';

type WhyOptions = GlobalOptions &
  PeriodOptions & { readonly compare?: Baseline; readonly rows: number; readonly width?: number };

/** Prints what explains the change of a website's visitors. Rejects as the Api does, and with a UsageError. */
export async function printWhy(site: string, options: WhyOptions): Promise<void> {
  await withService(options, async run => {
    const today = run.today();
    if (isAllTime(options))
      throw new UsageError('Nothing is before all days, so nothing changed: give another --period.');
    const question = questionOf(periodOf(options, today), options.compare, today);
    const website = await run.resolveSite(site);
    const { facts, periods, leftOut } = await readWhy(run.api, website.id, question, today);
    const { capabilities } = run.api;
    const subject = { capabilities, website, timeZone: run.profile.timeZone };
    const printed = { ...subject, facts, periods, leftOut, rows: options.rows };
    if (run.format === 'markdown') await print(markdownWhy(printed));
    else if (run.format === 'table')
      await print(textWhy(printed, textWidthOf(options, run.printer), run.printer));
    else await writeTable(whyTable(subject, facts, { periods, leftOut }), run);
    if (periods.rest !== undefined) say('Today is not over and so left out of the comparison.');
  });
}

/** A day alone is compared with a usual one of its weekday, unless told otherwise. */
function questionOf(choice: PeriodChoice, baseline: Baseline | undefined, today: Day): WhyQuestion {
  const { from, to } = resolvePeriod(choice, today);
  if (baseline === undefined && from === to) return { kind: 'day', day: from };
  return { kind: 'period', choice, baseline: baseline ?? defaultBaseline };
}
