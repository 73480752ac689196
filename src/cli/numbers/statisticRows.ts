import type { Api } from '#api/api.ts';
import { isLastDay, type ListOptions, listQuery, type PeriodOptions } from '#cli/options.ts';
import { type Output, printLines, say, type TableView, type TextCell, writeTable } from '#cli/output.ts';
import { allPages, type AllRows, type PagesOf, readRows } from '#cli/readPages.ts';
import { change, changeTone, formatChange, missingDaysText, noDataText } from '#model/comparison/change.ts';
import { csvOfBatches, columnsAndRows, type DataTable, jsonOfBatches } from '#model/export/dataTable.ts';
import {
  aboutOf,
  statisticsTable,
  type TableEntry,
  type TableStatistic,
  type TableSubject,
  titleOf,
} from '#model/export/statisticTables.ts';
import { UsageError } from '#model/failure.ts';
import { addDays, zoneTime } from '#model/period/day.ts';
import {
  hoursSoFarWords,
  comparedDays,
  describePeriod,
  formatDay,
  hourValue,
  visitsKnownText,
} from '#model/period/format.ts';
import { countsOf, statisticInfo, statisticTitle } from '#model/service/capabilities.ts';
import { type FilteredPeriod, type Page, pageHolding, type PageRows } from '#model/service/paging.ts';
import {
  measureOfSessions,
  type SessionDay,
  sessionMeasureInfo,
  sessionMeasures,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import {
  type Day,
  type HoursName,
  isHours,
  isSeries,
  isTime,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { basisText, type ShareBasis } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import { request } from '#queries/answers/request.ts';
import { answerTo, type Reader } from '#queries/answers/query.ts';
import { hoursDataRequests, hoursWithData } from '#queries/days/series.ts';
import { shownSessionMeasure, sessionFacts, type ShownSessions } from '#queries/days/sessions.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { capitalised, counted, groupThousands } from '#text/words.ts';

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
    return singlePage(await allPages(pagesOfAll(api, id, name, period, options), row => row));
  const query = { name, period, ...listQuery(options) };
  return await readRows(
    { ...rowsOf(name), read: page => api.readStatistic(id, { ...query, ...page }) },
    options,
  );
}

export function singlePage({ rows, readToEnd }: AllRows<StatisticRow>): Page<StatisticRow> {
  return { rows, page: 1, next: readToEnd ? 'no' : 'maybe' };
}

export function pagesOfAll(
  api: Api,
  id: string,
  name: StatisticName,
  period: FilteredPeriod,
  options: StatisticOptions,
): PagesOf<StatisticRow> {
  const query = { name, period, ...listQuery(options), perPage: pageHolding(options.perPage ?? 100) };
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
  const kind = isLastDay(period) ? '24h' : period.trim().toLowerCase();
  if (kind !== '24h' && kind !== 'today') return undefined;
  const from = kind === 'today' ? today : addDays(today, -1);
  return { kind, period: { from, to: today }, hour: zoneTime(timeZone, Date.now()).hour };
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
    const counts = await answerTo(reader, website, request.hours(name, days));
    await reader.read(hoursDataRequests(counts, reader).map(each => ({ website, request: each })));
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
  return {
    title: `Sessions of ${titleOf(subject)}`,
    about: {
      ...aboutOf(subject),
      ...(format === 'markdown' ? { total: sentenceOf(read, period, today) } : sessionFacts(read)),
    },
    ...columnsAndRows(rows, [
      [{ key: 'from', title: 'From' }, ({ day = period.from }) => day],
      [{ key: 'to', title: 'To' }, ({ day = period.to }) => day],
      [{ key: 'sessions', title: 'Sessions' }, ({ sessions }) => sessions],
      ...sessionMeasures.map(
        name =>
          [
            { key: name, title: sessionMeasureInfo[name].title, kind: kinds[name] },
            (row: SessionSums) => measureOfSessions(name, row),
          ] as const,
      ),
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
  if (before !== undefined && read?.missingDays !== undefined)
    say(`${capitalised(missingDaysText(read.missingDays))}.`);
}

/** "1,049 sessions in all: bounce rate 34% (+2.1pp), time on website 2m 05s (-3%), pages per visit 2.9 (=)". */
function sentenceOf(read: ShownSessions | undefined, period: Period, today: Day): string {
  const begins = read?.from ?? period.from;
  if (read !== undefined && (read.total === undefined || begins > period.to))
    return `${capitalised(noDataText(period, today))}.`;
  if (read?.total === undefined || read.total.sessions === 0) return 'Nothing was counted.';
  const measures = sessionMeasures.map(name => {
    const { value, change } = shownSessionMeasure(name, read);
    const by = change.kind === 'missingDays' ? '' : formatChange(change);
    const title = sessionMeasureInfo[name].title.toLowerCase();
    return `${title} ${sessionMeasureText(name, value)}${by === '' ? '' : ` (${by})`}`;
  });
  return `${counted(read.total.sessions, 'sessions')} in all: ${measures.join(', ')}`;
}

/** The view of a statistic for people: values in words, each with its share, and its change where it is compared. */
export function statisticView(
  subject: TableSubject,
  {
    name,
    entries,
    basis,
    begins = subject.begins,
  }: TableStatistic & {
    readonly basis: ShareBasis;
    /** The first day that it is counted of, where the period has earlier ones. */
    readonly begins?: Day | undefined;
  },
  {
    today,
    isMissing,
    isCut = false,
  }: {
    readonly today: Day;
    /** No day of the period has data. */
    readonly isMissing: boolean;
    /** The service has more rows than it gives. */
    readonly isCut?: boolean;
  },
): TableView {
  const { period, before, until, among } = subject;
  const compared = before && { now: period, before, among };
  const against =
    compared === undefined
      ? ''
      : `, ${until === undefined ? `against ${comparedDays(compared)}` : hoursSoFarWords(until, compared)}`;
  const heading = `${statisticTitle(name, subject.capabilities)} of ${titleOf(subject)}, ${describePeriod(period)}${against}`;
  return {
    columns: ['value', 'day', 'hour', 'count', 'day_before', 'count_before', 'share'],
    before: safeText(heading, 500),
    after:
      isMissing ||
      (begins !== undefined && begins > period.to) ||
      (entries.length > 0 && entries.every(({ count }) => count === undefined))
        ? safeText(`${capitalised(noDataText(period, today))}.`)
        : entries.length === 0
          ? nothingWords(subject, name, isCut)
          : totalWords(subject, name, basis),
    // A day inside a longer period has no change of its own here: it is compared with another day than stands beside it.
    ...(before === undefined || (isSeries(name) && period.from !== period.to)
      ? {}
      : { extra: { title: 'Change', cell: (_, at) => changed(entries[at], isSeries(name)) } }),
    cell: (key, row, at) =>
      key === 'value' || key === 'day' || key === 'hour' || key === 'day_before'
        ? row[at] === undefined
          ? undefined
          : { text: safeText(readableValue(name, String(row[at]))) }
        : undefined,
  };
}

/** The total of a series with the earlier one; for rows what their shares are based on. */
function totalWords(
  { parameters = {}, capabilities, begins }: TableSubject,
  name: StatisticName,
  basis: ShareBasis,
): SafeText {
  const total = parameters[name];
  if (isTime(name)) return safeText(`Of each page: ${statisticInfo(name).definition ?? ''}.`);
  const from = begins === undefined ? '' : `, from ${formatDay(begins)} on`;
  if (typeof total !== 'number')
    return safeText(`Shares are ${basisText(name, basis, capabilities)}${from}.`);
  const before = parameters[`${name}_before`];
  const sums =
    name === 'visitors' && parameters['visitors_are'] !== undefined ? ` (${parameters['visitors_are']})` : '';
  // Of today the hours that are over.
  const whole = parameters[`${name}_compared`] ?? total;
  const until = parameters['up_to'] === undefined ? '' : ` up to ${parameters['up_to']}`;
  const isCompared = typeof before === 'number' && parameters['no_comparison'] === undefined;
  const changed = isCompared ? formatChange(change(Number(whole), before)) : '';
  const earlier =
    typeof before === 'number'
      ? `, ${groupThousands(before)} before${until}${changed === '' ? '' : `: ${changed}`}`
      : '';
  return safeText(`${counted(total, countsOf(name, capabilities))} in all${sums}${from}${earlier}`);
}

/** For a search or a later page "nothing was counted" would be wrong. */
function nothingWords({ parameters = {} }: TableSubject, name: StatisticName, isCut: boolean): SafeText {
  const isAll = (parameters['search'] ?? '') === '' && (parameters['page'] ?? 1) === 1;
  const { missingInLogs } = statisticInfo(name);
  if (!isAll) return isCut ? label`No such rows among those that the service gives.` : label`No such rows.`;
  return missingInLogs
    ? safeText(`${missingInLogs.title}. ${missingInLogs.advice}`)
    : label`Nothing was counted.`;
}

/** The change of a row is unknown where its earlier count was not read. */
function changed(entry: TableEntry | undefined, isDay: boolean): TextCell {
  const isUnknown = !isDay && entry?.count !== undefined && entry.before === undefined;
  if (isUnknown) return { text: label`?` };
  const changed = change(entry?.count, entry?.before);
  return { text: safeText(formatChange(changed)), style: changeTone(changed) };
}

/** So many rows are held: where there are more, each page is printed as it comes. */
export const maxRowsHeld = 10_000;

/** Prints rows as they are read, holding a page at a time. */
export async function printLongStatistic(
  format: 'csv' | 'json',
  subject: TableSubject,
  { name, basis }: { readonly name: StatisticName; readonly basis: ShareBasis },
  first: readonly StatisticRow[],
  further: AsyncIterable<PageRows<StatisticRow>>,
): Promise<void> {
  let complete = false;
  const table = (entries: readonly StatisticRow[]): DataTable =>
    statisticsTable(subject, [{ name, entries, basis }]);
  async function* batches(): AsyncGenerator<DataTable> {
    yield table(first);
    for await (const { rows, end } of further) {
      yield table(rows);
      complete = end === 'whole';
    }
  }
  const { about } = statisticsTable(subject, []);
  const lines =
    format === 'csv'
      ? csvOfBatches(batches())
      : jsonOfBatches(about, batches(), () => ({ complete: complete && subject.begins === undefined }));
  await printLines(lines);
}
