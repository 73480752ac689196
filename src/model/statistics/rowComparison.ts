import { change, formatChange, type Change } from './comparison.ts';
import type { StatisticRow } from './statistics.ts';

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
  /** Every present row, in order. */
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

function countsOf(rows: readonly StatisticRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
}
