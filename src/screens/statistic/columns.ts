import type { Column } from '#components/tableLayout.ts';

export type RowColumn = 'value' | 'bar' | 'count' | 'share';

/** `title`: what the values are, "PAGE". */
export function rowColumns(title: string, counts: string): Column<RowColumn>[] {
  return [
    { key: 'value', title, width: 16, grow: 3, most: 70, priority: 9, cut: 'middle' },
    { key: 'bar', title: '', width: 8, grow: 1, most: 40, priority: 5 },
    { key: 'count', title: counts, width: 11, priority: 8, align: 'right' },
    { key: 'share', title: 'SHARE', width: 6, priority: 6, align: 'right' },
  ];
}
