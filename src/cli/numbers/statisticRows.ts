import type { Api } from '#api/api.ts';
import { UsageError } from '#model/failure.ts';
import { isLastDay, type PeriodOptions } from '#cli/options/question.ts';
import { type ListOptions, listQuery, pageSizeOfAll } from '#cli/options/websites.ts';
import { allPages, type AllRows, type PagesOf, readRows } from '#cli/readPages.ts';
import { addDays } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zone.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { FilteredPeriod, Page } from '#model/service/paging.ts';
import {
  type Day,
  type HoursName,
  isHours,
  isSeries,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { aboutOf, type TableEntry, type TableSubject, titleOf } from '#model/export/statisticTables.ts';
import { answerTo, type Reader } from '#queries/answers/query.ts';
import { ask } from '#queries/answers/ask.ts';
import { hoursDataAsks, hoursWithData } from '#queries/days/dataDays.ts';
import { comparedDays, describePeriod, hourValue, visitsKnownText } from '#model/period/format.ts';
import { say } from '#cli/output/streams.ts';
import { type Output, writeTable } from '#cli/output/table.ts';
import { formatChange } from '#model/comparison/change.ts';
import { lackText, noDataText } from '#model/comparison/dataDays.ts';
import type { DataCell, DataColumn, DataTable } from '#model/export/dataTable.ts';
import {
  measureOfSessions,
  type SessionDay,
  sessionMeasureInfo,
  sessionMeasures,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import { sessionFacts, sessionsTold, type ShownSessions } from '#queries/days/sessions.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised, counted } from '#text/words.ts';

export type StatisticOptions = ListOptions<'count' | 'value'>;

/** A page of a statistic, or all of it with --all; undefined for days and hours, which are whole unless an option of lists is given. */
export async function readPage(
  api: Api,
  id: string,
  name: StatisticName,
  period: FilteredPeriod,
  options: StatisticOptions,
): Promise<Page<StatisticRow> | undefined> {
  if (statisticInfo(name).kind !== 'rows' && !asksForList(options)) return undefined;
  if (options.all === true)
    return wholePage(await allPages(pagesOfAll(api, id, name, period, options), row => row));
  const query = { name, period, ...listQuery(options) };
  return await readRows(
    { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, ...page }) },
    options,
  );
}

export function wholePage({ rows, readToEnd }: AllRows<StatisticRow>): Page<StatisticRow> {
  return { rows, page: 1, next: readToEnd ? 'no' : 'maybe' };
}

export function pagesOfAll(
  api: Api,
  id: string,
  name: StatisticName,
  period: FilteredPeriod,
  options: StatisticOptions,
): PagesOf<StatisticRow> {
  const query = { name, period, ...listQuery(options), perPage: pageSizeOfAll(options) };
  return { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, page }) };
}

function rowsOf(name: StatisticName): Pick<PagesOf<StatisticRow>, 'what' | 'idOf'> {
  return { what: `rows of ${name}`, idOf: ({ value }) => value };
}

export function asksForList({ search, sortBy, sort, perPage, page, all }: StatisticOptions): boolean {
  return [search, sortBy, sort, perPage, page, all].some(option => option !== undefined);
}

/** Hours up to the present one, which is not over. */
export interface RecentHours {
  readonly kind: 'today' | '24h';
  readonly period: Period;
  /** The present hour, 0 to 23. */
  readonly hour: number;
}

/** The hours that --period today or 24h asks for; undefined for other periods. */
export function recentHours(
  { period = '' }: PeriodOptions,
  today: Day,
  timeZone: string,
): RecentHours | undefined {
  const { hour } = zoneTime(timeZone, Date.now());
  if (period.trim().toLowerCase() === 'today')
    return { kind: 'today', period: { from: today, to: today }, hour };
  if (!isLastDay(period)) return undefined;
  return { kind: '24h', period: { from: addDays(today, -1), to: today }, hour };
}

/** The statistic by hours in place of one by days. Throws a UsageError where 24 hours of something else are asked for. */
export function hourlyName(name: StatisticName, { kind }: RecentHours): StatisticName {
  if (isSeries(name)) return `${name}_hours`;
  if (kind === '24h' && !isHours(name))
    throw new UsageError(`24h is for visitors and pageviews: for ${name} give --period today or yesterday.`);
  return name;
}

/** The hours in their order; of 24 hours the first ones are yesterday's. Rejects as the Api does. */
export async function readRecentHours(
  reader: Reader,
  website: string,
  name: HoursName,
  { kind, period, hour }: RecentHours,
): Promise<TableEntry[]> {
  const rowsOf = async (day: Day, from: number, to: number) => {
    const days = { from: day, to: day };
    const counts = await answerTo(reader, website, ask.hours(name, days));
    await reader.read(hoursDataAsks(counts, reader).map(each => ({ website, ask: each })));
    const withData = hoursWithData(website, counts, days, reader);
    return counts.map((_, at) => ({ value: hourValue(at), count: withData?.[at] })).slice(from, to);
  };
  const [before, now] = await Promise.all([
    kind === '24h' ? rowsOf(period.from, hour + 1, 24) : [],
    rowsOf(period.to, 0, hour + 1),
  ]);
  return [...before, ...now];
}

const kinds = { bounce_rate: 'share', visit_seconds: 'seconds', pages_per_visit: 'mean' } as const;

/** What is told of sessions, day by day; of a service that tells only sums the whole period in one row. */
function tableOf(
  subject: TableSubject,
  read: ShownSessions | undefined,
  { format, today }: Pick<Output, 'format'> & { readonly today: Day },
): DataTable {
  const { period } = subject;
  const rows: readonly (SessionSums & { readonly day?: SessionDay['day'] })[] =
    read?.days ?? (read?.total === undefined ? [] : [read.total]);
  const from = (day: SessionDay['day'] | undefined): readonly DataCell[] =>
    day === undefined ? [period.from, period.to] : [day, day];
  return {
    title: `Sessions of ${titleOf(subject)}`,
    about: {
      ...aboutOf(subject),
      ...(format === 'markdown' ? { total: sentenceOf(read, period, today) } : sessionFacts(read)),
    },
    columns: [
      { key: 'from', title: 'From' },
      { key: 'to', title: 'To' },
      { key: 'sessions', title: 'Sessions' },
      ...sessionMeasures.map((name): DataColumn => ({
        key: name,
        title: sessionMeasureInfo[name].title,
        kind: kinds[name],
      })),
    ],
    rows: rows.map(row => [
      ...from(row.day),
      row.sessions,
      ...sessionMeasures.map(name => measureOfSessions(name, row)),
    ]),
  };
}

export async function printSessions(
  subject: TableSubject,
  read: ShownSessions | undefined,
  output: Output,
  today: Day,
): Promise<void> {
  const { period, before, among, begins } = subject;
  const against = before === undefined ? '' : `, against ${comparedDays({ now: period, before, among })}`;
  await writeTable(tableOf(subject, read, { format: output.format, today }), output, {
    before: safeText(`Sessions of ${titleOf(subject)}, ${describePeriod(period)}${against}`, 500),
    after: safeText(sentenceOf(read, period, today), 500),
  });
  if (read?.from !== undefined && begins === undefined) say(visitsKnownText(read.from));
  if (before !== undefined && read?.lack !== undefined) say(`${capitalised(lackText(read.lack))}.`);
}

/** "1,049 sessions in all: bounce rate 34% (+2.1pp), time on website 2m 05s (-3%), pages a visit 2.9 (=)". */
function sentenceOf(read: ShownSessions | undefined, period: Period, today: Day): string {
  const begins = read?.from ?? period.from;
  if (read !== undefined && (read.total === undefined || begins > period.to))
    return `${capitalised(noDataText(period, today))}.`;
  if (read?.total === undefined || read.total.sessions === 0) return 'Nothing was counted.';
  const measures = sessionMeasures.map(name => {
    const { value, change } = sessionsTold(name, read);
    const by = change.kind === 'lack' ? '' : formatChange(change);
    const title = sessionMeasureInfo[name].title.toLowerCase();
    return `${title} ${sessionMeasureText(name, value)}${by === '' ? '' : ` (${by})`}`;
  });
  return `${counted(read.total.sessions, 'sessions')} in all: ${measures.join(', ')}`;
}
