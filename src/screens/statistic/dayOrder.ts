import { resultOfEach } from '#model/cachedResult.ts';
import { change } from '#model/statistics/comparison.ts';
import type { SortDirection } from '#model/paging/query.ts';
import { byChange } from '#model/statistics/rowOrder.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { pointUnderCursor } from '#screens/chartPoints.ts';
import type { State } from '#store/core/state.ts';
import type { StatisticSlice } from '#store/statistics/statistic.ts';

export interface ComparedDay {
  readonly point: SeriesPoint;
  readonly before: SeriesPoint | undefined;
}

function inOrder(
  rows: readonly ComparedDay[],
  sortBy: 'count' | 'value',
  sort: SortDirection,
): readonly ComparedDay[] {
  const order = sortBy === 'count' ? (a: SeriesPoint, b: SeriesPoint) => a.count - b.count : () => 0;
  // Sorting is stable: of days alike, the later one comes first in both orders.
  const sorted = rows.toReversed().sort((a, b) => order(a.point, b.point) * (sort === 'desc' ? -1 : 1));
  return sortBy === 'value' && sort === 'asc' ? sorted.toReversed() : sorted;
}

/** Today, which is not over, has no change. */
function daysByChange(rows: readonly ComparedDay[], sort: SortDirection, today: Day): readonly ComparedDay[] {
  const marked = rows.map(day => {
    const { point, before } = day;
    const of = change(point.day === today ? undefined : point.count, before?.count);
    return {
      day,
      value: point.day,
      count: point.count,
      before: before?.count,
      mark: { kind: 'change', change: of },
    } as const;
  });
  return byChange(marked, sort).map(({ day }) => day);
}

// Every key draws the table, of the same days in the same order: they are sorted once.
const ordered = resultOfEach<readonly ComparedDay[]>();

/** The days beside those compared with, in the order that was asked for. */
export function daysInOrder(
  summary: Summary,
  { sortBy, sort }: Pick<StatisticSlice, 'sortBy' | 'sort'>,
  today: Day,
): readonly ComparedDay[] {
  return ordered(summary, [sortBy, sort, today], () => {
    const rows = summary.points.map((point, place) => ({ point, before: summary.before[place] }));
    return sortBy === 'change' ? daysByChange(rows, sort, today) : inOrder(rows, sortBy, sort);
  });
}

/** The row of the days under the cursor of the chart, of several the first one. */
export function rowOfCursor(state: State, days: readonly ComparedDay[]): number | undefined {
  const of = pointUnderCursor(state)?.of;
  if (of === undefined || of.unit === 'hour') return undefined;
  const row = days.findIndex(({ point: { day } }) => of.from <= day && day <= of.to);
  return row === -1 ? undefined : row;
}
