import { interruptible } from '#cli/interrupt.ts';
import { progress, say } from '#cli/output/stderr.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { mustWrite } from '#cli/withService.ts';
import type { ImportSummary } from '#logs/index.ts';
import { addDays } from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { confirmRecount, waitingLine } from './importSummary.ts';
import { checkedDomain } from './options.ts';
import { ownLogs } from './sources.ts';

/** Counts a website again from its logs, after its exclusions were changed. */
export async function recountLogs(domain: string, options: GlobalOptions): Promise<void> {
  const name = checkedDomain(domain);
  const { logs, profile } = ownLogs(options);
  mustWrite({ profile });
  const confirm = confirmRecount(options);
  const summary = await interruptible(
    signal =>
      logs.recount(name, confirm, {
        quotesLines: options.debug !== undefined,
        onWaiting: () => say(waitingLine),
        onProgress: ({ lines }) => progress.show(counted(lines, 'lines')),
        signal,
      }),
    'Interrupted: nothing was changed.',
  );
  for (const line of recountedLines(summary)) say(line);
}

function recountedLines({ recount }: ImportSummary): string[] {
  if (recount === undefined) return ['Nothing was stored of these days before.'];
  const { domain, from, days, pageviewsBefore, pageviewsAfter, kept = [] } = recount;
  const again = `${safeText(domain, 100)} is counted again from ${describePeriod({ from, to: from })} on: ${counted(days, 'days')}, ${counted(pageviewsAfter, 'page views')} (before, ${groupThousands(pageviewsBefore)}).`;
  if (kept.length === 0) return [again];
  const periods = periodsOf(kept).map(describePeriod).join(', ');
  return [
    again,
    `${counted(kept.length, 'days')} ${kept.length === 1 ? 'stays' : 'stay'} as counted before, since the logs no longer hold all of ${kept.length === 1 ? 'its' : 'their'} lines: ${periods}.`,
  ];
}

function periodsOf(days: readonly Day[]): Period[] {
  const periods: Period[] = [];
  for (const day of days) {
    const last = periods.at(-1);
    if (last && addDays(last.to, 1) === day) periods[periods.length - 1] = { from: last.from, to: day };
    else periods.push({ from: day, to: day });
  }
  return periods;
}
