/**
 * Whether a page is the one before it again: the service does not know paging. Compared as sets, for a service may
 * return rows of equal rank in any order; a row that only moved over from the page before is no repeat.
 */
export function repeatsPage(previousIds: readonly string[], ids: readonly string[]): boolean {
  const previous = new Set(previousIds);
  return ids.length > 0 && ids.length === previousIds.length && ids.every(id => previous.has(id));
}
