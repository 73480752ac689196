import { UsageError } from '#model/failure.ts';
import { compareOption, isAllTime, periodOf, periodOptions } from '#cli/options/question.ts';
import { textWidthOf } from '#cli/output/printer.ts';
import { say } from '#cli/output/stderr.ts';
import { print } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { defineSubcommand, wholeNumber } from '#cli/subcommand.ts';
import { withService } from '#cli/withService.ts';
import { type Baseline, baselines, defaultBaseline } from '#model/comparison/periods.ts';
import { type PeriodChoice, resolvePeriod } from '#model/period/period.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { WhyQuestion } from '#model/why/question.ts';
import { whyTable } from '#model/why/table.ts';
import { readWhy } from './readWhy.ts';
import { markdownWhy, textWhy } from './whyText.ts';

export const why = defineSubcommand({
  docs: 'commands',
  description: 'print what explains a change of the visitors: in a sentence, and row by row',
  arguments: [{ name: '<SITE>', description: 'its domain, id or name', suggestions: 'websites' }],
  options: {
    ...periodOptions,
    compare: { ...compareOption, choices: baselines },
    rows: {
      value: '<rows>',
      description: 'rows of each statistic, in text and Markdown',
      parse: wholeNumber(1, 100),
      default: 5,
    },
    width: {
      value: '<columns>',
      description: 'how many columns; by default those of the terminal, or 80',
      parse: wholeNumber(40, 300),
    },
  },
  notes: `
A period is compared with the one before; a single day with the most usual of the five days of its weekday before it. What moved together may have other causes: correlation, not cause.`,
  examples: [
    ['sitedeck why shop.example.com', 'the last 28 days against those before'],
    ['sitedeck why shop.example.com --period yesterday', 'one day against what is usual'],
  ],
  async run([site], options) {
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
  },
});

/** A day alone is compared with a usual one of its weekday, unless told otherwise. */
function questionOf(choice: PeriodChoice, baseline: Baseline | undefined, today: Day): WhyQuestion {
  const { from, to } = resolvePeriod(choice, today);
  if (baseline === undefined && from === to) return { kind: 'day', day: from };
  return { kind: 'period', choice, baseline: baseline ?? defaultBaseline };
}
