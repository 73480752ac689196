import type { Cut, TellingCut } from './fit.ts';

/** A column's wishes for its width, in terminal columns. */
export interface Column<K extends string = string> {
  readonly key: K;
  readonly title: string;
  readonly align?: 'left' | 'right';
  readonly width: number;
  /** Its share of the remaining room; 0: none. */
  readonly grow?: number;
  readonly most?: number;
  /** Without room for all, columns with the lowest priority are dropped first. */
  readonly priority: number;
  /** Where a text that is too long is cut. */
  readonly cut?: Cut | TellingCut;
}

export interface PlacedColumn<K extends string = string> extends Column<K> {
  readonly columns: number;
}

export const columnGap = 2;

/** Without the least important items, the last of equals first, as far as the others fit; `least` of them stay anyway. */
export function fitting<T extends { readonly priority?: number }>(
  items: readonly T[],
  width: (kept: readonly T[]) => number,
  room: number,
  least = 0,
): readonly T[] {
  if (items.length <= least || width(items) <= room) return items;
  const lowest = Math.min(...items.map(({ priority = 0 }) => priority));
  const dropped = items.findLastIndex(({ priority = 0 }) => priority === lowest);
  return fitting(items.toSpliced(dropped, 1), width, room, least);
}

/** The columns that fit, in order, with their widths; growing columns share the remaining room. */
export function placeColumns<K extends string>(
  columns: readonly Column<K>[],
  width: number,
): PlacedColumn<K>[] {
  const needed = (some: readonly Column<K>[]) =>
    some.reduce((sum, column) => sum + column.width, columnGap * (some.length - 1));
  const kept = fitting(columns, needed, width, 1);
  let spare = width - needed(kept);
  const widths = new Map(kept.map(column => [column.key, column.width]));
  let growing = kept.filter(column => (column.grow ?? 0) > 0);
  while (spare > 0 && growing.length > 0) {
    const shares = growing.reduce((sum, column) => sum + (column.grow ?? 0), 0);
    const before = spare;
    for (const column of growing) {
      const now = widths.get(column.key) ?? column.width;
      const share = Math.max(1, Math.floor((before * (column.grow ?? 0)) / shares));
      const added = Math.min(share, spare, (column.most ?? Number.POSITIVE_INFINITY) - now);
      widths.set(column.key, now + added);
      spare -= added;
    }
    growing = growing.filter(
      column => (widths.get(column.key) ?? 0) < (column.most ?? Number.POSITIVE_INFINITY),
    );
  }
  if (kept.length === 1 && kept[0] !== undefined) {
    const [only] = kept;
    return [{ ...only, columns: Math.min(Math.max(widths.get(only.key) ?? 0, 0), Math.max(0, width)) }];
  }
  return kept.map(column => ({ ...column, columns: widths.get(column.key) ?? column.width }));
}
