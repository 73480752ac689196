import { change, type DayCount } from '#model/comparison/change.ts';
import { byChange } from '#model/comparison/rows.ts';
import type { SortDirection } from '#model/service/paging.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import type { StatisticTable } from '#store/queries/rows.ts';
import { memoizeByObject } from '#text/memo.ts';

export interface ComparedDay {
  readonly point: DayCount;
  /** The count of the day that it is compared with by itself; undefined where nothing is compared, or it is not read. */
  readonly before: number | undefined;
}

function inOrder(
  rows: readonly ComparedDay[],
  sortBy: 'count' | 'value',
  sort: SortDirection,
): readonly ComparedDay[] {
  const order =
    sortBy === 'count' ? (a: DayCount, b: DayCount) => (a.count ?? -1) - (b.count ?? -1) : () => 0;
  // Sorting is stable: of days alike, the later one comes first in both orders.
  const sorted = rows.toReversed().sort((a, b) => order(a.point, b.point) * (sort === 'desc' ? -1 : 1));
  return sortBy === 'value' && sort === 'asc' ? sorted.toReversed() : sorted;
}

/** Today, which is not over, has no change. */
function daysByChange(rows: readonly ComparedDay[], sort: SortDirection, today: Day): readonly ComparedDay[] {
  const marked = rows.map(day => {
    const { point, before } = day;
    const changed = change(point.day === today ? undefined : point.count, before);
    return {
      day,
      value: point.day,
      count: point.count,
      before,
      mark: { kind: 'change', change: changed },
    } as const;
  });
  return byChange(marked, sort).map(({ day }) => day);
}

// Every key draws the table, of the same days in the same order: they are sorted once.
const ordered = memoizeByObject<readonly ComparedDay[]>();

export function daysInOrder(
  summary: Summary,
  { sortBy, sort }: Pick<StatisticTable, 'sortBy' | 'sort'>,
  comparisons: OwnComparisons,
  today: Day,
): readonly ComparedDay[] {
  return ordered(summary, [sortBy, sort, comparisons, today], () => {
    const rows = summary.points.map(point => ({
      point,
      before: comparisons({ from: point.day, to: point.day })?.before,
    }));
    return sortBy === 'change' ? daysByChange(rows, sort, today) : inOrder(rows, sortBy, sort);
  });
}
