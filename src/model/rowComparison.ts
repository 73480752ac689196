import { change, formatChange, type Change } from './comparison.ts';
import type { StatisticRow } from './statistics.ts';

/** Rows as they were read: the first so many, or all there are. */
export interface ReadRows {
  readonly rows: readonly StatisticRow[];
  readonly readToEnd: boolean;
}

export type RowMark =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'new' }
  | { readonly kind: 'gone' }
  /** Not among the rows read of the other side, which may still have it further down. */
  | { readonly kind: 'notInTop'; readonly top: number };

export interface ComparedRow {
  readonly value: string;
  readonly count: number | undefined;
  readonly before: number | undefined;
  readonly mark: RowMark;
}

export interface ComparedRows {
  /** Every row of now, in its order. */
  readonly rows: readonly ComparedRow[];
  /** Rows of before that are not among those of now, in their order. */
  readonly missing: readonly ComparedRow[];
}

/** Rows are new or gone only where both sides were read to their end: else a row may just have changed its rank. */
export function compareRows(now: ReadRows, before: ReadRows): ComparedRows {
  const certain = now.readToEnd && before.readToEnd;
  const countsNow = countsOf(now.rows);
  const countsBefore = countsOf(before.rows);
  const rows = now.rows.map(({ value, count }): ComparedRow => {
    const earlier = countsBefore.get(value);
    if (earlier !== undefined) {
      return { value, count, before: earlier, mark: { kind: 'change', change: change(count, earlier) } };
    }
    return { value, count, before: undefined, mark: certain ? { kind: 'new' } : notInTop(before) };
  });
  const missing = [...countsBefore]
    .filter(([value]) => !countsNow.has(value))
    .map(([value, earlier]): ComparedRow => {
      const mark: RowMark = certain ? { kind: 'gone' } : notInTop(now);
      return { value, count: undefined, before: earlier, mark };
    });
  return { rows, missing };
}

/** "+12%", "new", "gone" or "not in the top 25". */
export function formatMark(mark: RowMark): string {
  if (mark.kind === 'change') return formatChange(mark.change);
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
