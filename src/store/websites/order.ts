import { isListedSort } from '#model/service/paging.ts';
import { websiteName, type Website } from '#model/website/website.ts';
import { attentionReader, sortReader, type NumbersState } from '#store/queries/overview.ts';
import type { ListState, WebsitesTable } from './listLayout.ts';

/** Websites in the order in which the service lists them: names without regard to case, numbers in ids as numbers. */
export function inListedOrder(
  rows: readonly Website[],
  { sortBy, sort }: WebsitesTable['listedBy'],
): readonly Website[] {
  const direction = sort === 'asc' ? 1 : -1;
  const textOf = (website: Website) => (sortBy === 'id' ? website.id : websiteName(website).toLowerCase());
  // Made here: at a start it would take milliseconds.
  const compare = sortBy === 'id' ? new Intl.Collator('en', { numeric: true }).compare : byCharacter;
  return rows.toSorted((a, b) => direction * compare(textOf(a), textOf(b)));
}

function byCharacter(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

type Known = NumbersState & Pick<ListState, 'websites'>;

interface OrderedRows {
  readonly rows: readonly Website[];
  /** Sorted by numbers: how many rows have theirs. */
  readonly numbered: number;
}

/** The rows in the service's order, or sorted by numbers with the unknown ones last. */
export function orderedRows(state: Known): OrderedRows {
  const { list, sortBy, sort } = state.websites;
  const rows = list.data?.rows ?? [];
  if (isListedSort(sortBy)) return { rows, numbered: rows.length };
  const direction = sort === 'asc' ? 1 : -1;
  const valueOf = sortReader(state, sortBy);
  const withNumbers = rows.map((row, index) => ({ row, index, ...valueOf(row.id) }));
  const ordered = withNumbers.sort((a, b) => {
    if (a.number === undefined || b.number === undefined)
      return Number(a.number === undefined) - Number(b.number === undefined) || a.index - b.index;
    // Infinity - Infinity is NaN.
    return a.number === b.number ? a.index - b.index : a.number < b.number ? -direction : direction;
  });
  const numbered = ordered.filter(({ isRead }) => isRead).length;
  return { rows: ordered.map(({ row }) => row), numbered };
}

/** The same order with the present rows; new ones go to the end. */
export function inOrderOf(order: readonly Website[], rows: readonly Website[]): readonly Website[] {
  const now = new Map(rows.map(row => [row.id, row]));
  const before = new Set(order.map(({ id }) => id));
  return [...order.flatMap(({ id }) => now.get(id) ?? []), ...rows.filter(({ id }) => !before.has(id))];
}

/** The rows that need attention: those already shown keep their place, later ones go to the end. */
export function rowsNeedingAttention(
  state: Known,
  rows: readonly Website[],
  before: readonly Website[],
): readonly Website[] {
  const reasonsOf = attentionReader(state);
  const inNeed = rows.filter(row => reasonsOf(row).length > 0);
  const places = new Map(before.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: Website) => places.get(id) ?? before.length;
  return inNeed.toSorted((a, b) => placeOf(a) - placeOf(b));
}
