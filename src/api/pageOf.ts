import type { Page, PerPage } from '#model/paging/query.ts';

/** A page of rows that are all here. */
export function pageOf<T>(
  rows: readonly T[],
  { page = 1, perPage = 10 }: { readonly page?: number | undefined; readonly perPage?: PerPage | undefined },
): Page<T> {
  const end = page * perPage;
  return {
    rows: rows.slice(end - perPage, end),
    page,
    total: rows.length,
    next: end < rows.length ? 'yes' : 'no',
  };
}
