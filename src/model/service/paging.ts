import type { Period, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import type { Filter } from './filter.ts';

export const perPageSizes = [10, 25, 50, 100] as const;
export type PerPage = (typeof perPageSizes)[number];
/** As many rows as fit ("fit": the list then goes on while scrolling), or a page size. */
export const pageSizes = ['fit', ...perPageSizes] as const;
export type PageSize = (typeof pageSizes)[number];
export type SortDirection = 'asc' | 'desc';

export interface ListQuery<SortBy> {
  readonly search: string | undefined;
  readonly sortBy: SortBy;
  readonly sort: SortDirection;
  readonly perPage: PerPage;
  /** 1-based. */
  readonly page: number;
}

/** Fields left out: the service's default (of a statistic count, descending, 10 rows). */
type Asked<Query> = { readonly [Field in keyof Query]?: Query[Field] | undefined };

export type WebsitesQuery = Asked<ListQuery<'id' | 'domain'>>;

/** Days, and what of them is counted: left out, everything. */
export interface FilteredPeriod extends Period {
  readonly where?: Filter | undefined;
  /** Of its last day only the hours before this one, 1 to 23: rows alone, where the service has them by the hour. */
  readonly until?: number | undefined;
  /** Of hours that are asked for day by day: all these days, which some services have in one answer. No part of the question. */
  readonly span?: Period | undefined;
}

export interface StatisticQuery extends Asked<ListQuery<'count' | 'value'>> {
  readonly name: StatisticName;
  readonly period: FilteredPeriod;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** 1-based. */
  readonly page: number;
  /** The total number of rows, where the service says it. */
  readonly total?: number | undefined;
  /** Of a statistic the counts of all its rows together, whatever is searched, where the service says it. */
  readonly sum?: number | undefined;
  /** Whether a further page exists: the service often does not say, and then a full page means "maybe". */
  readonly next: 'yes' | 'no' | 'maybe';
  /** The service gives only so many rows, and there may be others that no page has. */
  readonly isCut?: boolean | undefined;
  /** Why, in a sentence, where the service is not what cuts. */
  readonly whyCut?: string | undefined;
}

/** The smallest page size with room for this many rows, or the largest there is. */
export function pageHolding(rows: number): PerPage {
  return perPageSizes.find(size => size >= rows) ?? 100;
}

/** At most this many pages of a list are read: 100,000 rows at the largest page size. */
export const maxPages = 1_000;

/**
 * Why reading ended: all is read, an earlier page came again, an empty page came before the total that the service says,
 * the limit of pages was reached, or the service gives no more rows although it may have them.
 */
export type PagesEnd = 'whole' | 'repeated' | 'missing' | 'tooMany' | 'cut';

export interface PageRows<T> {
  readonly rows: readonly T[];
  /** Set on the last page, which may be empty. */
  readonly end: PagesEnd | undefined;
  /** Of a cut list why it is, where that is known. */
  readonly whyCut?: string | undefined;
}

/** Each page is read when the one before has been consumed. Keeps only a hash of each. Rejects as `read` does. */
export async function* everyPage<T>(
  read: (page: number) => Promise<Page<T>>,
  idOf: (row: T) => string,
  max = maxPages,
): AsyncGenerator<PageRows<T>, void, undefined> {
  const seen = new Set<string>();
  let first: readonly string[] = [];
  let came = 0;
  for (let page = 1; ; page += 1) {
    const { rows, next, total, isCut, whyCut } = await read(page);
    const ids = rows.map(idOf);
    // The first hash loads node:crypto: not at a start whose lists have one page.
    if (page === 1) first = ids;
    else {
      if (page === 2) seen.add(hashOf(first));
      const mark = hashOf(ids);
      if (rows.length > 0 && seen.has(mark)) return yield { rows: [], end: 'repeated' };
      seen.add(mark);
    }
    came += rows.length;
    const isLast = rows.length === 0 || next === 'no';
    const isMissing = rows.length === 0 && came > 0 && came < (total ?? 0);
    const last = isMissing ? 'missing' : isCut === true ? 'cut' : 'whole';
    const end = isLast ? last : page >= max ? 'tooMany' : undefined;
    yield { rows, end, ...(end === 'cut' && { whyCut }) };
    if (end !== undefined) return;
  }
}

/** Independent of the order of rows: a service may order rows of equal rank differently each time. */
function hashOf(ids: readonly string[]): string {
  return process.getBuiltinModule('node:crypto').hash('sha1', JSON.stringify(ids.toSorted()), 'base64');
}

/** Rows read page after page, without duplicates, as one page. */
export interface RowsSoFar<T> extends Page<T> {
  readonly page: 1;
  /** How many of the rows were read since this reading began; the rows behind them are from the reading before. */
  readonly fresh: number;
  /** The service returned an earlier page again, or has more pages than are read: reading on makes no sense. */
  readonly cannotPage: boolean;
  readonly pages: number;
  /** Where the service returns fewer rows than requested: the real size of its last short page. */
  readonly short?: { readonly perPage: PerPage; readonly rows: number } | undefined;
  readonly last?: PageRequest;
}

export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  readonly perPage: PerPage;
}

/** The state before the first page; `old` rows stay behind those that come, until the last page. */
export function noRows<T>(old: readonly T[] = []): RowsSoFar<T> {
  return { rows: old, page: 1, next: 'maybe', fresh: 0, cannotPage: false, pages: 0 };
}

export function firstRows<T>(page: Page<T>): RowsSoFar<T> {
  return { ...page, page: 1, fresh: page.rows.length, cannotPage: false, pages: 1 };
}

/** The page to request next, to get at least this many rows with few requests. */
export function nextPageRequest({ fresh, short, last }: RowsSoFar<unknown>, target: number): PageRequest {
  // Never a page again: short pages of different sizes would lead back to one without an end.
  if (short !== undefined)
    return { perPage: short.perPage, page: Math.max(Math.floor(fresh / short.rows), last?.page ?? 0) + 1 };
  if (fresh === 0) return { perPage: pageHolding(target), page: 1 };
  const pageAt = (size: number) => Math.floor(fresh / size) + 1;
  const perPage = perPageSizes.find(size => size * pageAt(size) >= target) ?? 100;
  return { perPage, page: pageAt(perPage) };
}

/**
 * The ids of the rows that were read, by their list: made again for each of a thousand pages they would take seconds. Of an
 * earlier state the set may have grown since, which its size tells.
 */
const idsOf = new WeakMap<object, Set<string>>();

/** Adds a page; rows that are known already keep their place. */
export function withPage<T>(
  so: RowsSoFar<T>,
  pageRequest: PageRequest,
  answer: Page<T>,
  idOf: (row: T) => string,
): RowsSoFar<T> {
  const before = so.fresh === so.rows.length ? so.rows : so.rows.slice(0, so.fresh);
  const kept = idsOf.get(so.rows);
  const known = kept?.size === so.fresh ? kept : new Set(before.map(idOf));
  const added = answer.rows.filter(row => !known.has(idOf(row)) && known.add(idOf(row)));
  const read = before.concat(added);
  const pages = so.pages + 1;
  const isEmpty = answer.rows.length === 0;
  const hasMore = answer.next !== 'no' && !isEmpty;
  const isShort = hasMore && answer.rows.length < pageRequest.perPage;
  const short = isShort ? { perPage: pageRequest.perPage, rows: answer.rows.length } : so.short;
  // A page within the known rows may bring nothing new and still be followed by others, but not by itself for ever.
  const isAgain = pageRequest.page === so.last?.page && pageRequest.perPage === so.last.perPage;
  const overlaps = !isAgain && (pageRequest.page - 1) * (so.short?.rows ?? pageRequest.perPage) < so.fresh;
  const cannotPage = hasMore && ((added.length === 0 && !overlaps) || pages >= maxPages);
  const isEnd = !hasMore || cannotPage;
  const old = isEnd ? [] : so.rows.slice(so.fresh).filter(row => !known.has(idOf(row)));
  const rows = old.length === 0 ? read : read.concat(old);
  idsOf.set(rows, known);
  return {
    rows,
    page: 1,
    fresh: read.length,
    total: answer.total ?? so.total,
    sum: answer.sum ?? so.sum,
    next: isEmpty ? 'no' : answer.next,
    isCut: answer.isCut ?? so.isCut,
    whyCut: answer.whyCut ?? so.whyCut,
    cannotPage,
    pages,
    short,
    last: pageRequest,
  };
}

export function hasMore({ next, cannotPage }: RowsSoFar<unknown>): boolean {
  return next !== 'no' && !cannotPage;
}

/** At most this many pages of partial matches are read for one count. */
const maxCountedPages = 5;
/** What fits into a URL safely; the rows are matched exactly in any case. */
const maxSearchLength = /^[^]{0,300}/u;

/** What to search for where a row of this value is wanted. */
export function searchFor(value: string): string {
  return maxSearchLength.exec(value)?.[0] ?? value;
}

/** An empty value cannot be searched for. */
export function isSearchable(value: string): boolean {
  return value.trim() !== '';
}

/** 0 where there certainly is none; undefined where too many partial matches came to tell. Rejects as `read` does. */
export async function exactCount(
  read: (query: StatisticQuery) => Promise<Page<StatisticRow>>,
  { name, value }: { readonly name: StatisticName; readonly value: string },
  period: FilteredPeriod,
): Promise<number | undefined> {
  const search = searchFor(value);
  const pages = everyPage(
    page => read({ name, period, search, perPage: 100, page }),
    row => row.value,
    maxCountedPages,
  );
  for await (const { rows, end } of pages) {
    const found = rows.find(row => row.value === value);
    if (found !== undefined) return found.count;
    if (end === 'whole') return 0;
  }
  return undefined;
}
