import { print } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { type Run } from '#cli/withService.ts';
import {
  dayBefore,
  beginsParameters,
  type DataTable,
  periodParameters,
  whereParameter,
} from '#model/export/dataTable.ts';
import { describePeriod } from '#model/period/format.ts';
import { countsOf } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { withinText } from '#model/service/filterText.ts';
import { isSessionMeasure, sessionMeasureInfo, type SessionMeasure } from '#model/statistics/sessions.ts';
import type { Day, DaysName, Period } from '#model/statistics/statistics.ts';
import { distinctName, sharedDomains } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { noData, rateText, type Result, watchedDays, type WatchOptions } from './look.ts';

/** A filter, and the first day that it counts, where the days watched begin before. */
interface Within {
  readonly where: Filter;
  readonly begins: Day | undefined;
}

/** A line for each website that crosses a threshold, or all of them in the format that is asked for. */
export async function write(
  run: Run<WatchOptions>,
  today: Day,
  within: Within,
  results: readonly Result[],
): Promise<void> {
  const { options, format } = run;
  const { period: now } = watchedDays(options, today);
  const { where } = within;
  if (format !== 'table') return await writeTable(watchTable(run, today, within, results), run);
  const { measure } = options;
  const counts =
    measure === 'errors' || isSessionMeasure(measure) ? measure : countsOf(measure, run.api.capabilities);
  const shared = sharedDomains(results.map(({ website }) => website));
  const lines = results
    .filter(result => result.crossed.length > 0)
    .map(
      result =>
        `${distinctName(result.website, shared)}${withinText(where)}: ${[...(options.goal === true ? [] : [countWords(result.now, measure, counts, now)]), ...result.crossed.filter(words => words !== noData)].join(', ')}`,
    );
  await print(lines.map(line => `${safeText(line, 500)}\n`).join(''));
}

function watchTable(
  { options, profile }: Run<WatchOptions>,
  today: Day,
  { where, begins }: Within,
  results: readonly Result[],
): DataTable {
  const days = watchedDays(options, today);
  const { measure, below, above, drop } = options;
  const ofGoals = options.goal === true;
  return {
    title: `Watched websites${withinText(where)}`,
    about: {
      ...(ofGoals
        ? { time_zone: profile.timeZone }
        : {
            ...periodParameters(days.period, days.before, profile.timeZone),
            ...whereParameter(where),
            measure,
          }),
      below,
      above,
      drop,
      ...beginsParameters(begins),
    },
    columns: [
      { key: 'id', title: 'Id' },
      { key: 'domain', title: 'Domain' },
      ...(ofGoals ? [] : [{ key: 'count', title: 'Count' }]),
      ...(drop === undefined
        ? []
        : [
            { key: 'count_before', title: 'Count before' },
            ...(days.before === undefined ? [dayBefore('before_day')] : []),
            { key: 'no_comparison', title: 'No comparison' },
          ]),
      { key: 'crossed', title: 'Crossed' },
    ],
    rows: results.map(({ website, now: count, before: earlier, compared, whyNone, crossed }) => [
      website.id,
      website.domain,
      ...(ofGoals ? [] : [count]),
      ...(drop === undefined
        ? []
        : [earlier, ...(days.before === undefined ? [compared?.before.from] : []), whyNone]),
      crossed.join(', '),
    ]),
  };
}
/** "12 visitors on 19 Nov 2026", "bounce rate 64% on 19 Nov 2026". */
function countWords(
  count: number | undefined,
  measure: DaysName | SessionMeasure,
  counts: string,
  period: Period,
): string {
  const days = describePeriod(period);
  const words = isSessionMeasure(measure)
    ? `${sessionMeasureInfo[measure].title.toLowerCase()} ${count === undefined ? noData : rateText(measure, count)}`
    : count === undefined
      ? noData
      : counted(count, counts);
  return `${words} ${period.from === period.to ? 'on' : 'in'} ${days}`;
}
