import { changeRatio } from '#model/statistics/comparison.ts';
import type { SortDirection } from '#model/paging/query.ts';
import type { ComparedRow, RowMark } from './rowComparison.ts';

/** At most this many rows of each period are read to sort by change, the most frequent ones. */
export const mostSorted = 1_000;

/**
 * Sorts rows by change; with equal changes (all new rows, for example) the greater difference first, or last in ascending
 * order. Rows with an unknown change come last in both directions, in their own order.
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

/** 0.5 for half as many more, -1 for gone, Infinity for new; undefined where unknown. */
function rankOf(mark: RowMark): number | undefined {
  if (mark.kind === 'new') return Number.POSITIVE_INFINITY;
  if (mark.kind === 'gone') return -1;
  return mark.kind === 'change' ? changeRatio(mark.change) : undefined;
}
