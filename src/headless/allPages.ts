import { repeatsPage } from '#model/page.ts';
import type { Page } from '#model/query.ts';
import { complain, progress } from './output/stderr.ts';

/** Rows of several pages, as far as they could be read. */
export interface AllRows<T> {
  readonly rows: readonly T[];
  /** False where the service gave a page again instead of the next one: it does not know paging. */
  readonly readToEnd: boolean;
}

/** Every page from the first on, one after the other. */
export async function allPages<T>(
  read: (page: number) => Promise<Page<T>>,
  idOf: (row: T) => string,
  onPage: (rows: number, page: number) => void = () => undefined,
): Promise<AllRows<T>> {
  const rows: T[] = [];
  let before: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await read(page);
    const ids = answer.rows.map(idOf);
    if (page > 1 && repeatsPage(before, ids)) return { rows, readToEnd: false };
    for (const row of answer.rows) rows.push(row);
    onPage(rows.length, page);
    if (answer.next === 'no' || answer.rows.length === 0) return { rows, readToEnd: true };
    before = ids;
  }
}

/** The same, while the person is told how far it is. */
export async function allPagesWithProgress<T>(
  what: string,
  read: (page: number) => Promise<Page<T>>,
  idOf: (row: T) => string,
): Promise<AllRows<T>> {
  const all = await allPages(read, idOf, (rows, page) => progress.show(`${rows} ${what}, page ${page}`));
  if (!all.readToEnd)
    complain(`The service does not turn pages: the first ${all.rows.length} ${what} are all it gives.`);
  return all;
}
