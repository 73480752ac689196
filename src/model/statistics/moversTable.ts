import type { DataTable } from '#model/export/dataTable.ts';
import type { Mover } from './movers.ts';
import { formatMark } from './rowComparison.ts';
import { aboutOf, titleOf, type TableSubject } from './statisticTables.ts';

/** The movers as exact data: for a row that was not read on one side, the change is a lower bound. */
export function moversTable(subject: TableSubject, movers: readonly Mover[]): DataTable {
  return {
    title: `Movers of ${titleOf(subject)}`,
    about: aboutOf(subject),
    columns: [
      { key: 'statistic', title: 'Statistic' },
      { key: 'value', title: 'Value' },
      { key: 'count_before', title: 'Before' },
      { key: 'count', title: 'Now' },
      { key: 'change', title: 'Change' },
      { key: 'is_at_least', title: 'At least' },
      { key: 'mark', title: 'Mark' },
      { key: 'share_of_change', title: 'Share of the change', kind: 'share' },
    ],
    rows: movers.map(({ name, value, before, now, change, atMost, mark, share }) => [
      name,
      value,
      before,
      now,
      change,
      atMost !== undefined,
      mark.kind === 'change' ? '' : formatMark(mark),
      share,
    ]),
  };
}
