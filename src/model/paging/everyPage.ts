import type { Page } from './query.ts';

/** At most this many pages of a list are read: 100,000 rows at the largest page size. */
export const mostPages = 1_000;

/**
 * Why reading ended: all is read, an earlier page came again, an empty page came before the total that the service says,
 * the limit of pages was reached, or the service gives no more rows although it may have them.
 */
export type PagesEnd = 'whole' | 'repeated' | 'missing' | 'tooMany' | 'cut';

/** One page of rows. */
export interface PageRows<T> {
  readonly rows: readonly T[];
  /** Set on the last page, which may be empty. */
  readonly end: PagesEnd | undefined;
}

/**
 * Reads page after page from the first on, each only when the one before has been consumed. Ends whatever the service
 * returns, and keeps only a hash of each page. Rejects as `read` does.
 */
export async function* everyPage<T>(
  read: (page: number) => Promise<Page<T>>,
  idOf: (row: T) => string,
  most = mostPages,
): AsyncGenerator<PageRows<T>, void, undefined> {
  const seen = new Set<string>();
  let first: readonly string[] = [];
  let came = 0;
  for (let page = 1; ; page += 1) {
    const { rows, next, total, isCut } = await read(page);
    const ids = rows.map(idOf);
    // The first hash loads node:crypto, which takes milliseconds: not at a start whose lists have one page.
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
    const end = isLast ? last : page >= most ? 'tooMany' : undefined;
    yield { rows, end };
    if (end !== undefined) return;
  }
}

/** Independent of the order of rows: a service may order rows of equal rank differently each time. */
function hashOf(ids: readonly string[]): string {
  return process.getBuiltinModule('node:crypto').hash('sha1', JSON.stringify(ids.toSorted()), 'base64');
}
