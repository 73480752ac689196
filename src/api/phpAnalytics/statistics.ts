import * as z from 'zod/mini';
import { count, lenient, maxRows, wrongShape } from '#api/decode.ts';
import { daysOf, hoursOf, isWithin, readWindows } from '#api/readWindows.ts';
import { type DataDays, everyDay } from '#model/comparison/change.ts';
import { ApiError } from '#model/failure.ts';
import { dayCount, isDay, parseDay } from '#model/period/day.ts';
import {
  everyPage,
  type FilteredPeriod,
  type Page,
  type PerPage,
  perPageSizes,
  type StatisticQuery,
} from '#model/service/paging.ts';
import { fillZeros } from '#model/statistics/series.ts';
import { type SessionDay, type Sessions, sumSessions } from '#model/statistics/sessions.ts';
import type {
  Day,
  HoursName,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import { lazy } from '#text/memo.ts';
import { isRecord } from '#text/safeText.ts';

/** The position of a page in its list, as far as the service says it. */
interface Position {
  readonly current_page?: number | undefined;
  readonly last_page?: number | undefined;
  /** Rows a page, which may be fewer than requested. */
  readonly per_page?: number | undefined;
  readonly total?: number | undefined;
  /** Whether there is a link to a further page. Never the link: the key must not go to an address from a body. */
  readonly hasNext?: boolean | undefined;
}

const wholeNumber = () =>
  lenient(
    z.union([
      z.int().check(z.nonnegative()),
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
    ]),
  );

const position = lazy(() =>
  z.object({
    current_page: wholeNumber(),
    last_page: wholeNumber(),
    per_page: wholeNumber(),
    total: wholeNumber(),
  }),
);

function readPosition(value: unknown): Position {
  const result = position().safeParse(value);
  return result.success ? result.data : {};
}

function hasNext(body: Readonly<Record<string, unknown>>): boolean | undefined {
  const next = isRecord(body.links) && 'next' in body.links ? body.links.next : body.next_page_url;
  return next === undefined ? undefined : next !== null && next !== '';
}

/** Takes a list, undecoded, and its position out of its envelope: `{data, meta: {current_page, last_page, total}}`, the numbers beside data, or bare rows. */
export function unwrapList(body: unknown): { readonly data: unknown; readonly position: Position } {
  if (!isRecord(body) || !('data' in body)) return { data: body, position: {} };
  const position = readPosition(body);
  // On its own beside the rows, "total" could be the sum of their counts.
  const isPaged = position.current_page !== undefined || position.last_page !== undefined;
  const own = isRecord(body.meta) ? readPosition(body.meta) : isPaged ? position : {};
  return { data: body.data, position: { ...own, hasNext: hasNext(body) } };
}

/** The page requested: its number from 1 on, and rows a page. */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly perPage?: PerPage | undefined;
}

function nextPage(rows: number, page: number, asked: number, stands: Position): Page<unknown>['next'] {
  if (stands.last_page !== undefined) return page < stands.last_page ? 'yes' : 'no';
  if (stands.total !== undefined) {
    const before = (page - 1) * (stands.per_page ?? asked);
    return rows > 0 && before + rows < stands.total ? 'yes' : 'no';
  }
  if (stands.hasNext !== undefined) return stands.hasNext ? 'yes' : 'no';
  // A full page: of the requested size, or of another one where the service ignores per_page.
  return perPageSizes.some(full => full === rows) ? 'maybe' : 'no';
}

/** A page of decoded rows; `isCut`: there were more in the answer. `next` is "maybe" for a full page where the service does not say whether there are more. */
export function toPage<T>(
  rows: readonly T[],
  stands: Position,
  { page: asked = 1, perPage = 10 }: PageRequest,
  isCut = false,
): Page<T> {
  const page = stands.current_page ?? asked;
  // A service that gives so many in one answer ignores which were asked for.
  if (isCut) return { rows, page, next: 'no', isCut };
  return { rows, page, total: stands.total, next: nextPage(rows.length, page, perPage, stands) };
}

export type ReadPage = (query: StatisticQuery) => Promise<Page<StatisticRow>>;

/** The rows of all pages, more than one where a page has fewer rows than requested. Ends at a page without new values. */
async function readAllRows(read: ReadPage, query: StatisticQuery, max: number) {
  const known = new Map<string, StatisticRow>();
  /** False where the service did not return all rows: a value without a row may still have a count. */
  let isWhole = false;
  const pages = everyPage(
    page => read({ ...query, page }),
    ({ value }) => value,
  );
  for await (const { rows, end } of pages) {
    const before = known.size;
    for (const row of rows) if (!known.has(row.value)) known.set(row.value, row);
    isWhole = end === 'whole' || known.size >= max;
    if (known.size === before || isWhole) break;
  }
  return { rows: [...known.values()], isWhole };
}

/** Zero where the service has no row. One request per 100 days, or for fewer where it returns fewer rows. */
export async function readAllDays(
  read: ReadPage,
  name: SeriesName,
  { where, ...period }: FilteredPeriod,
): Promise<SeriesPoint[]> {
  const readPart = async (part: Period) => {
    const days = dayCount(part);
    const query = { name, period: { ...part, where }, sortBy: 'value', sort: 'asc', perPage: 100 } as const;
    const { rows, isWhole } = await readAllRows(read, query, days);
    // A service that ignores from and to returns the same rows for each half.
    if (!isWhole && !rows.every(({ value }) => isWithin(part, value))) throw leftOut('days');
    return { rows, value: daysOf(part, rows), tooLong: isWhole ? undefined : leftOut('days') };
  };
  return (await readWindows('day', period, 100, readPart)).flat();
}

/** 24 counts, midnight first. Rejects with an ApiError of kind shape where the service returns only some of them. */
export async function readAllHours(
  read: ReadPage,
  name: HoursName,
  period: FilteredPeriod,
): Promise<number[]> {
  const { rows, isWhole } = await readAllRows(read, { name, period, perPage: 25 }, 24);
  if (!isWhole) throw leftOut('hours');
  return hoursOf(rows);
}

/** Before there were any website statistics. */
const longAgo: Day = '1990-01-01';

/** Since the first day with a row the service has data: it has none of days without visits. */
export async function readFirstDay(read: ReadPage, today: Day): Promise<DataDays> {
  const period = { from: longAgo, to: today };
  const query = { name: 'visitors', period, perPage: 10 } as const;
  const { rows, next } = await read({ ...query, sortBy: 'value', sort: 'asc' });
  const hasAny = async () =>
    (await read({ ...query, sortBy: 'count', sort: 'desc' })).rows.some(({ count }) => count > 0);
  const days = rows.map(({ value }) => parseDay(value) ?? '');
  const isSorted = days.every((day, at) => day !== '' && day >= (days[at - 1] ?? longAgo));
  const first = rows.findIndex(({ count }) => count > 0);
  // Zeros that are listed are counts: of a website of zeros alone nothing speaks against any day.
  const isZero = isSorted && first === -1 && rows.length > 0;
  if (isZero && (next === 'no' || !(await hasAny()))) return everyDay;
  if (!isSorted || isZero)
    throw new ApiError('shape', 'The service does not tell the first day of which it has data.');
  return { from: parseDay(rows[first]?.value ?? ''), gaps: [] };
}

const dayText = () => z.custom<Day>(value => typeof value === 'string' && isDay(value));
const errorDays = lazy(() => z.object({ data: rowList() }));
const dataDays = lazy(() =>
  z.object({
    data: z.object({
      from: z.nullable(dayText()),
      gaps: z.array(z.object({ from: dayText(), to: dayText() })),
      filters_from: lenient(dayText()),
      requests_from: lenient(dayText()),
    }),
  }),
);

/** A point for every day. Throws an ApiError of kind shape. */
export function decodeDays(body: unknown, period: Period): SeriesPoint[] {
  const { data } = errorDays().safeParse(body);
  if (data === undefined) throw wrongShape('a statistic');
  return fillZeros(period, data.data);
}

/** Of the service on own logs. Throws an ApiError of kind shape. */
export function decodeDataDays(body: unknown): DataDays {
  const { data } = dataDays().safeParse(body);
  if (data === undefined) throw wrongShape('a statistic');
  const { from, gaps, filters_from: filtersFrom, requests_from: requestsFrom } = data.data;
  return {
    from: from ?? undefined,
    gaps,
    ...(filtersFrom && { filtersFrom }),
    ...(requestsFrom && { requestsFrom }),
  };
}

const sessionDays = lazy(() =>
  z.object({
    data: z.array(
      z.object({
        value: dayText(),
        sessions: count(),
        bounces: count(),
        seconds: count(),
        pageviews: count(),
      }),
    ),
    counted_from: lenient(dayText()),
  }),
);

/** Of the service on own logs. Throws an ApiError of kind shape. */
export function decodeSessions(body: unknown, period: Period): Sessions {
  const { data } = sessionDays().safeParse(body);
  if (data === undefined) throw wrongShape('a statistic');
  const days = data.data
    .filter(({ value }) => isWithin(period, value))
    .map(({ value, ...sums }): SessionDay => ({ day: value, ...sums }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const from = data.counted_from;
  return { sums: sumSessions(days), days, ...(from !== undefined && { from }) };
}

function leftOut(what: string): ApiError {
  return new ApiError(
    'shape',
    `The service gives only some of the ${what} and no further page: the others are not known.`,
  );
}

/** Visits without a referrer, campaign ... may have a row without a value. */
const value = () =>
  z.pipe(
    z.nullish(z.union([z.string(), z.number(), z.boolean()])),
    z.transform(raw => String(raw ?? '')),
  );

const rowList = lazy(() => z.array(z.object({ value: value(), count: count() })));

/** The first rows, undecoded, and whether there are more; undefined where there are none. */
function firstRows(
  data: unknown,
): { readonly rows: readonly unknown[]; readonly isCut: boolean } | undefined {
  if (Array.isArray(data)) return { rows: data.slice(0, maxRows), isCut: data.length > maxRows };
  if (!isRecord(data)) return undefined;
  const values = Object.keys(data);
  const rows = values.slice(0, maxRows).map(value => ({ value, count: data[value] }));
  return { rows, isCut: values.length > maxRows };
}

/** Rows of `{value, count}`, or an object of value to count. Throws an ApiError of kind shape. */
export function decodeStatistic(body: unknown, asked: PageRequest): Page<StatisticRow> {
  const { data, position } = unwrapList(body);
  const first = firstRows(data);
  const rows = rowList().safeParse(first?.rows).data;
  // A bare empty object could come from any program: read as "no traffic" it would show zeros for a wrong address.
  if (rows === undefined || (data === body && isRecord(body) && rows.length === 0))
    throw wrongShape('a statistic');
  return toPage(rows, position, asked, first?.isCut);
}
