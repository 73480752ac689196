import { everyPage } from '#model/paging/everyPage.ts';
import { perPageSizes, type Page, type PerPage } from '#model/paging/query.ts';
import { RefusedError } from '#connection/errors.ts';
import { sayEnd } from './allPages.ts';

interface Asked {
  readonly perPage?: number | undefined;
  /** 1-based. */
  readonly page?: number | undefined;
}

interface Rows<T> {
  /** The name of the rows in the plural: "websites". */
  readonly what: string;
  readonly read: (of: { readonly perPage?: PerPage; readonly page?: number }) => Promise<Page<T>>;
  readonly idOf: (row: T) => string;
}

/**
 * A page of any size: the service is asked for the fewest of its own pages that hold it. Throws a RefusedError where it gives
 * fewer rows a page than it was asked for, so that a later page cannot be found.
 */
export async function readRows<T>({ what, read, idOf }: Rows<T>, { perPage, page }: Asked): Promise<Page<T>> {
  const known = perPageSizes.find(size => size === perPage);
  if (perPage === undefined || known !== undefined)
    return await read({
      ...(known === undefined ? {} : { perPage: known }),
      ...(page === undefined ? {} : { page }),
    });
  const number = page ?? 1;
  const start = (number - 1) * perPage;
  const size = bestSize(start, start + perPage);
  const first = Math.floor(start / size) + 1;
  const skipped = start - (first - 1) * size;
  const rows: T[] = [];
  let last: Page<T> | undefined;
  const pages = everyPage(async at => (last = await read({ perPage: size, page: first + at - 1 })), idOf);
  for await (const { rows: more, end } of pages) {
    rows.push(...more);
    if (first > 1 && end === undefined && more.length < size)
      throw new RefusedError(
        `The service gives ${more.length} rows a page, not ${size}: give --per-page ${perPageSizes[0]}.`,
      );
    if (end === 'repeated' || end === 'missing' || end === 'cut') sayEnd(what, rows.length, end);
    if (rows.length >= skipped + perPage) break;
  }
  const isCut = rows.length > skipped + perPage;
  return {
    rows: rows.slice(skipped, skipped + perPage),
    page: number,
    total: last?.total,
    next: isCut ? 'yes' : (last?.next ?? 'no'),
  };
}

/** The size whose pages hold the rows from `start` up to `end` in the fewest requests, the smallest of those. */
export function bestSize(start: number, end: number): PerPage {
  const pages = (size: number) => Math.ceil(end / size) - Math.floor(start / size);
  return perPageSizes.reduce<PerPage>((best, size) => (pages(size) < pages(best) ? size : best), 10);
}
