import type { Page } from './query.ts';

/** Pages of one list that are read at most: with the largest size 100,000 rows. */
export const mostPages = 1_000;

/** Why nothing follows: all is read, a page came that had come before, or there are more pages than are read. */
export type PagesEnd = 'whole' | 'repeated' | 'tooMany';

/** The rows of a page. */
export interface PageRows<T> {
  readonly rows: readonly T[];
  /** With the last ones, which may be none. */
  readonly end: PagesEnd | undefined;
}

/**
 * One page after the other from the first on, each asked for when the one before has been dealt with. Whatever the service
 * answers this comes to an end, and keeps no row: of each page only a hash. Rejects as `read` does.
 */
export async function* everyPage<T>(
  read: (page: number) => Promise<Page<T>>,
  idOf: (row: T) => string,
  most = mostPages,
): AsyncGenerator<PageRows<T>, void, undefined> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { rows, next } = await read(page);
    const mark = hashOf(rows.map(idOf));
    if (rows.length > 0 && seen.has(mark)) return yield { rows: [], end: 'repeated' };
    seen.add(mark);
    const isLast = rows.length === 0 || next === 'no';
    const end = isLast ? 'whole' : page >= most ? 'tooMany' : undefined;
    yield { rows, end };
    if (end !== undefined) return;
  }
}

/** The same for the same rows in any order: a service may give those of equal rank in another one each time. */
function hashOf(ids: readonly string[]): string {
  return process.getBuiltinModule('node:crypto').hash('sha1', JSON.stringify(ids.toSorted()), 'base64');
}
