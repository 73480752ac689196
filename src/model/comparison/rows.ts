import type { SortDirection } from '#model/service/query.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { change, type Change, changeRatio, formatChange } from './change.ts';

/** Rows as they were read: the first ones, or all there are. */
export interface ReadRows {
  readonly rows: readonly StatisticRow[];
  readonly readToEnd: boolean;
}

export type RowMark =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'new' }
  | { readonly kind: 'gone' }
  /** Not among the rows read of the other period, which may still have it at a lower rank. */
  | { readonly kind: 'notInTop'; readonly top: number }
  /** The service has no rows of the earlier days, or not of all of them: the earlier count means nothing. */
  | { readonly kind: 'unknown' };

export interface ComparedRow {
  readonly value: string;
  readonly count: number | undefined;
  readonly before: number | undefined;
  readonly mark: RowMark;
}

interface ComparedRows {
  readonly rows: readonly ComparedRow[];
  /** Earlier rows that are not among the present ones, in order. */
  readonly missing: readonly ComparedRow[];
}

/**
 * A row is new only if the earlier rows were read to the end, and gone only if the present ones were: otherwise it may
 * just have another rank. `reaches`: the earlier rows cover all the earlier days (rowsReach); else every change is unknown.
 */
export function compareRows(now: ReadRows, before: ReadRows, reaches = true): ComparedRows {
  if (!reaches) {
    const mark: RowMark = { kind: 'unknown' };
    return { rows: now.rows.map(row => ({ ...row, before: undefined, mark })), missing: [] };
  }
  const countsNow = countsOf(now.rows);
  const countsBefore = countsOf(before.rows);
  const rows = now.rows.map(({ value, count }): ComparedRow => {
    const earlier = countsBefore.get(value);
    if (earlier !== undefined) {
      return { value, count, before: earlier, mark: { kind: 'change', change: change(count, earlier) } };
    }
    return { value, count, before: undefined, mark: before.readToEnd ? { kind: 'new' } : notInTop(before) };
  });
  const missing = [...countsBefore]
    .filter(([value]) => !countsNow.has(value))
    .map(([value, earlier]): ComparedRow => {
      const mark: RowMark = now.readToEnd ? { kind: 'gone' } : notInTop(now);
      return { value, count: undefined, before: earlier, mark };
    });
  return { rows, missing };
}

/** "+12%", "new", "gone", "not in the top 25" or "?". */
export function formatMark(mark: RowMark): string {
  if (mark.kind === 'change') return formatChange(mark.change);
  if (mark.kind === 'unknown') return '?';
  return mark.kind === 'notInTop' ? `not in the top ${mark.top}` : mark.kind;
}

function notInTop({ rows }: ReadRows): RowMark {
  return { kind: 'notInTop', top: rows.length };
}

/** A service may send two rows of one value, as none and empty are. */
export function oncePerValue(rows: readonly StatisticRow[]): StatisticRow[] {
  return Array.from(countsOf(rows), ([value, count]) => ({ value, count }));
}

function countsOf(rows: readonly StatisticRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
}

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
