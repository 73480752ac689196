import type { SortDirection } from '#model/paging/query.ts';
import type { ComparedRow, RowMark } from './rowComparison.ts';

/** Rows that are read of each side to sort by change: of more, the most frequent. */
export const mostSorted = 1_000;

/**
 * Rows by their change; of the same one (all that are new, say) the greater difference first, or last where the lowest
 * change is. Rows whose change is not known stand behind all others in both directions, in the order they came.
 */
export function byChange<T extends ComparedRow>(rows: readonly T[], sort: SortDirection): readonly T[] {
  const sign = sort === 'desc' ? -1 : 1;
  const ranked = rows.map(row => ({
    row,
    rank: rankOf(row.mark),
    difference: (row.count ?? 0) - (row.before ?? 0),
  }));
  return ranked
    .toSorted((a, b) => {
      if (a.rank === undefined || b.rank === undefined)
        return Number(a.rank === undefined) - Number(b.rank === undefined);
      if (a.rank !== b.rank) return a.rank < b.rank ? -sign : sign;
      return (a.difference - b.difference) * sign;
    })
    .map(({ row }) => row);
}

/** 0.5 for half as much again, -1 for gone, above all numbers for new; undefined where it is not known. */
function rankOf(mark: RowMark): number | undefined {
  if (mark.kind === 'new') return Number.POSITIVE_INFINITY;
  if (mark.kind === 'gone') return -1;
  if (mark.kind !== 'change') return undefined;
  const { change } = mark;
  if (change.kind === 'percent') return change.ratio;
  if (change.kind === 'new') return Number.POSITIVE_INFINITY;
  return change.kind === 'same' ? 0 : undefined;
}
