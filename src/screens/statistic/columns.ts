import type { Column } from '#model/text/columnLayout.ts';
import type { ShareBasis } from '#model/statistics/share.ts';

export type RowColumn = 'value' | 'bar' | 'count' | 'share' | 'change';

/**
 * `title`: what the values are, "PAGE". `count` and `change`: columns of the longest of each; no change where rows are
 * not compared. `shares`: what they are of.
 */
export function rowColumns(
  title: string,
  counts: string,
  widths: { readonly count: number; readonly change: number | undefined },
  shares: ShareBasis['kind'] = 'measure',
): Column<RowColumn>[] {
  const columns: Column<RowColumn>[] = [
    { key: 'value', title, width: 16, grow: 2, most: 48, priority: 9, cut: 'middle' },
    { key: 'bar', title: '', width: 8, grow: 1, priority: 5 },
    {
      key: 'count',
      title: counts,
      width: Math.max(counts.length, widths.count),
      priority: 8,
      align: 'right',
    },
    shares === 'shown'
      ? { key: 'share', title: 'OF SHOWN', width: 8, priority: 6, align: 'right' }
      : { key: 'share', title: 'SHARE', width: 6, priority: 6, align: 'right' },
  ];
  if (widths.change === undefined) return columns;
  const width = Math.max('CHANGE'.length, widths.change);
  return [...columns, { key: 'change', title: 'CHANGE', width, priority: 7, align: 'right' }];
}
