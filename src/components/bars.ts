import { barColumns } from '#charts/row.ts';
import type { Family } from '#charts/canvas.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { type Column, placeColumns, type PlacedColumn } from '#text/fit.ts';

/** The bar of a row's count, `most` being the longest: behind its cells where the theme has tints, else in the column of bars. */
export interface RowBar {
  readonly count: number;
  readonly most: number;
  readonly family: Family;
  /** On a logarithmic scale. */
  readonly log?: boolean | undefined;
}

/** With a column of bars after the first one, where they do not lie behind the rows: there the first has that room. */
export function withBars<K extends string>(
  [first, ...others]: readonly [Column<K>, ...Column<K>[]],
  bars: Pick<Column, 'grow' | 'priority'>,
): Column<K | 'bar'>[] {
  if (hasTints()) return [{ ...first, most: Number.POSITIVE_INFINITY }, ...others];
  return [first, { key: 'bar', title: '', width: 8, ...bars }, ...others];
}

/** The columns of days, weeks or months with their counts. */
export function countColumns<K extends string>(
  first: { readonly key: K; readonly title: string },
  counts: { readonly title: string; readonly width: number },
  isCompared: boolean,
  width: number,
): PlacedColumn<K | 'bar' | 'count' | 'change'>[] {
  const columns = withBars<K | 'count' | 'change'>(
    [
      { ...first, width: 22, grow: 1, most: 30, priority: 4 },
      { ...counts, key: 'count', align: 'right', priority: 3 },
      ...(isCompared
        ? [{ key: 'change', title: 'CHANGE', width: 7, align: 'right', priority: 2 } as const]
        : []),
    ],
    { grow: 2, priority: 1 },
  );
  return placeColumns(columns, width);
}

/** The bar as the ground of so many columns; undefined where the theme has no tints. */
export function barBehind(bar: RowBar | undefined, room: number) {
  if (bar === undefined || !hasTints()) return undefined;
  const { count, most, family, log } = bar;
  return { columns: barColumns(count, most, room, { log }), on: `${family}Bar` as const };
}

export function isSameBar(a: RowBar | undefined, b: RowBar | undefined): boolean {
  return (
    a === b || (a?.count === b?.count && a?.most === b?.most && a?.family === b?.family && a?.log === b?.log)
  );
}
