import { print, writeTable } from '#cli/output.ts';
import { type Run } from '#cli/withService.ts';
import {
  columnsAndRows,
  dayBefore,
  beginsParameters,
  type DataCell,
  type DataTable,
  periodParameters,
  whereParameter,
} from '#model/export/dataTable.ts';
import { goalColumns, goalFacts, progressColumns } from '#model/export/statisticTables.ts';
import { describePeriod } from '#model/period/format.ts';
import { countsOf } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { withinText } from '#model/service/filterText.ts';
import { isSessionMeasure, sessionMeasureInfo, type SessionMeasure } from '#model/statistics/sessions.ts';
import type { Day, DaysName, Period } from '#model/statistics/statistics.ts';
import { distinctName } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import {
  crossed,
  noData,
  rateText,
  type Result,
  type Threshold,
  watchedDays,
  type WatchOptions,
} from './check.ts';

/** Of which days and within what is told, and the domains that several websites have. */
export interface ResultContext {
  readonly today: Day;
  readonly where: Filter;
  /** The first day that the filter counts, where the days watched begin before. */
  readonly begins: Day | undefined;
  readonly shared: ReadonlySet<string>;
}

/** "shop.example.com: 12 visitors on 25 Nov 2026"; of goals and of no data the name alone. */
export function websiteWords(
  { options, api }: Run<WatchOptions>,
  result: Result,
  context: ResultContext,
): string {
  const { measure } = options;
  const name = `${distinctName(result.website, context.shared)}${withinText(context.where)}`;
  if (options.goal === true) return name;
  const counts =
    measure === 'errors' || isSessionMeasure(measure) ? measure : countsOf(measure, api.capabilities);
  return `${name}: ${countWords(result.now, measure, counts, watchedDays(options, context.today).period)}`;
}

/** The same with what it crosses; that there is no data is said already. */
export function websiteLine(
  run: Run<WatchOptions>,
  result: Result,
  context: ResultContext,
  words: readonly string[],
): string {
  const details = words.filter(each => each !== noData).join(', ');
  const gap = run.options.goal === true ? ': ' : ', ';
  return [websiteWords(run, result, context), ...(details === '' ? [] : [details])].join(gap);
}

/** A line for each website that crosses a threshold, or all of them in the format that is asked for. */
export async function write(
  run: Run<WatchOptions>,
  context: ResultContext,
  results: readonly Result[],
): Promise<void> {
  if (run.format !== 'table') {
    const table = run.options.goal === true ? goalsTable : watchTable;
    return await writeTable(table(run, context, results), run);
  }
  const lines = results
    .filter(result => crossed(result).length > 0)
    .map(result => websiteLine(run, result, context, crossed(result)));
  await print(lines.map(line => `${safeText(line, 500)}\n`).join(''));
}

function watchTable(
  { options, profile, api }: Run<WatchOptions>,
  { today, where, begins }: ResultContext,
  results: readonly Result[],
): DataTable {
  const days = watchedDays(options, today);
  const { measure, below, above, drop } = options;
  const columns: Parameters<typeof columnsAndRows<Result>>[1] = [
    [{ key: 'id', title: 'Id' }, ({ website }) => website.id],
    [{ key: 'domain', title: 'Domain' }, ({ website }) => website.domain],
    [{ key: 'count', title: 'Count' }, ({ now }) => now],
    [{ key: 'count_before', title: 'Count before' }, ({ before }) => before],
    [dayBefore('before_day'), ({ compared }) => compared?.before.from],
    [{ key: 'no_comparison', title: 'No comparison' }, ({ whyNone }) => whyNone],
    [{ key: 'crossed', title: 'Crossed' }, result => crossed(result).join(', ')],
  ];
  const left = new Set([
    ...(days.before === undefined ? [] : ['before_day']),
    ...(drop === undefined ? ['count_before', 'before_day', 'no_comparison'] : []),
  ]);
  return {
    title: `Watched websites${withinText(where)}`,
    about: {
      ...periodParameters(days.period, days.before, profile.timeZone, api.capabilities),
      ...whereParameter(where),
      measure,
      below,
      above,
      drop,
      ...beginsParameters(begins),
    },
    ...columnsAndRows(
      results,
      columns.filter(([{ key }]) => !left.has(key)),
    ),
  };
}

/** A row for each goal; a website without one has a row too. */
function goalsTable(
  { profile }: Run<WatchOptions>,
  { today }: ResultContext,
  results: readonly Result[],
): DataTable {
  const columns = [...goalColumns, ...progressColumns];
  return {
    title: 'Watched goals',
    about: { time_zone: profile.timeZone },
    columns: [
      { key: 'id', title: 'Id' },
      { key: 'domain', title: 'Domain' },
      ...columns,
      { key: 'crossed', title: 'Crossed' },
    ],
    rows: results.flatMap(({ website, thresholds }) =>
      (thresholds.length === 0 ? [undefined] : thresholds).map(threshold => {
        const facts = new Map<string, DataCell>(Object.entries(goalFactsOf(threshold, today)));
        return [
          website.id,
          website.domain,
          ...columns.map(({ key }) => facts.get(key)),
          threshold?.words ?? '',
        ];
      }),
    ),
  };
}

export function goalFactsOf({ standing }: Pick<Threshold, 'standing'> = {}, today: Day) {
  return standing === undefined ? {} : goalFacts(standing.goal, standing, today);
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
