import type { Page, PerPage } from './query.ts';

export interface ReadPage {
  /** How many rows this page had. */
  readonly rows: number;
  readonly perPage: PerPage;
  /** 1-based. */
  readonly page: number;
  /** Rows in all, where the service says it. */
  readonly total?: number | undefined;
}

/** Whether there is a page after this one. Without a total, a full page may or may not be the last. */
export function nextAfter({ rows, perPage, page, total }: ReadPage): Page<unknown>['next'] {
  if (rows === 0) return 'no';
  if (total !== undefined) return (page - 1) * perPage + rows < total ? 'yes' : 'no';
  return rows < perPage ? 'no' : 'maybe';
}

/**
 * Whether a page is the one before it again: the service does not know paging. Compared as sets, for a service may
 * return rows of equal rank in any order; a row that only moved over from the page before is no repeat.
 */
export function repeatsPage(previousIds: readonly string[], ids: readonly string[]): boolean {
  const previous = new Set(previousIds);
  return ids.length > 0 && ids.length === previousIds.length && ids.every(id => previous.has(id));
}
