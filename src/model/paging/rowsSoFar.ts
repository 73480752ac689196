import { mostPages } from './everyPage.ts';
import { pageHolding, perPageSizes, type Page, type PerPage } from './query.ts';

/** Rows read page after page, each once, as one page. */
export interface RowsSoFar<T> extends Page<T> {
  readonly page: 1;
  /** Of the rows, those read since the reading began; the others, behind them, are of the time before. */
  readonly fresh: number;
  /** The service gave a page again in place of the next, or goes on for ever: there is no way further. */
  readonly cannotPage: boolean;
  /** Pages read. */
  readonly pages: number;
  /** How many rows a page of this size has, where the service gives fewer than it is asked for. */
  readonly short?: { readonly perPage: PerPage; readonly rows: number } | undefined;
}

export interface PageAsk {
  /** 1-based. */
  readonly page: number;
  readonly perPage: PerPage;
}

/** Before anything is read; `old` rows stay behind those that come, until the last page. */
export function noRows<T>(old: readonly T[] = []): RowsSoFar<T> {
  return { rows: old, page: 1, next: 'maybe', fresh: 0, cannotPage: false, pages: 0 };
}

/** One page as the beginning of all rows. */
export function firstRows<T>(page: Page<T>): RowsSoFar<T> {
  return { ...page, page: 1, fresh: page.rows.length, cannotPage: false, pages: 1 };
}

/** The page to ask for next, to have at least so many rows with few requests. */
export function nextAsk({ fresh, short }: RowsSoFar<unknown>, target: number): PageAsk {
  if (short !== undefined) return { perPage: short.perPage, page: Math.floor(fresh / short.rows) + 1 };
  if (fresh === 0) return { perPage: pageHolding(target), page: 1 };
  const pageAt = (size: number) => Math.floor(fresh / size) + 1;
  const perPage = perPageSizes.find(size => size * pageAt(size) >= target) ?? 100;
  return { perPage, page: pageAt(perPage) };
}

/** With the answer to an ask: rows that are known stay where they are, once. */
export function withPage<T>(
  so: RowsSoFar<T>,
  ask: PageAsk,
  answer: Page<T>,
  idOf: (row: T) => string,
): RowsSoFar<T> {
  const before = so.rows.slice(0, so.fresh);
  const known = new Set(before.map(idOf));
  const added = answer.rows.filter(row => !known.has(idOf(row)) && known.add(idOf(row)));
  const read = [...before, ...added];
  const pages = so.pages + 1;
  const isEmpty = answer.rows.length === 0;
  const goesOn = answer.next !== 'no' && !isEmpty;
  const isShort = goesOn && answer.rows.length < ask.perPage;
  const short = isShort ? { perPage: ask.perPage, rows: answer.rows.length } : so.short;
  // A page that lies within what is known may bring nothing new, and yet others follow it.
  const overlaps = (ask.page - 1) * (so.short?.rows ?? ask.perPage) < so.fresh;
  const cannotPage = goesOn && ((added.length === 0 && !overlaps) || pages >= mostPages);
  const isEnd = !goesOn || cannotPage;
  const old = isEnd ? [] : so.rows.slice(so.fresh).filter(row => !known.has(idOf(row)));
  return {
    rows: [...read, ...old],
    page: 1,
    fresh: read.length,
    total: answer.total ?? so.total,
    next: isEmpty ? 'no' : answer.next,
    cannotPage,
    pages,
    short,
  };
}

/** Whether another page can be asked for. */
export function goesOn({ next, cannotPage }: RowsSoFar<unknown>): boolean {
  return next !== 'no' && !cannotPage;
}
