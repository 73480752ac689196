import { maximum } from '#charts/scale.ts';
import type { TableRow } from '#components/Table.tsx';
import { changePart, countColumns, type Part } from '#components/parts.ts';
import { change, type DayCount } from '#model/comparison/change.ts';
import { byChange } from '#model/comparison/rows.ts';
import { type Capabilities, countsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { SortDirection } from '#model/service/paging.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { pointUnderCursor } from '#screens/chart/cursor.ts';
import { partName } from '#screens/history/index.ts';
import type { State } from '#store/state.ts';
import type { StatisticSlice } from '#store/views/statistic.ts';
import type { PlacedColumn } from '#text/fit.ts';
import { resultOfEach } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

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
const ordered = resultOfEach<readonly ComparedDay[]>();

export function daysInOrder(
  summary: Summary,
  { sortBy, sort }: Pick<StatisticSlice, 'sortBy' | 'sort'>,
  own: OwnComparisons,
  today: Day,
): readonly ComparedDay[] {
  return ordered(summary, [sortBy, sort, own, today], () => {
    const rows = summary.points.map(point => ({
      point,
      before: own({ from: point.day, to: point.day })?.before,
    }));
    return sortBy === 'change' ? daysByChange(rows, sort, today) : inOrder(rows, sortBy, sort);
  });
}

export function rowOfCursor(state: State, days: readonly ComparedDay[]): number | undefined {
  const span = pointUnderCursor(state)?.span;
  if (span === undefined || span.unit === 'hour') return undefined;
  const row = days.findIndex(({ point: { day } }) => span.from <= day && day <= span.to);
  return row === -1 ? undefined : row;
}

type DayColumn = 'day' | 'bar' | 'count' | 'change';

export function dayColumns(
  name: SeriesName,
  isCompared: boolean,
  width: number,
  capabilities: Capabilities,
): PlacedColumn<DayColumn>[] {
  const counts = { title: countsOf(name, capabilities).toUpperCase(), width: 10 };
  return countColumns({ key: 'day', title: 'DAY' }, counts, isCompared, width);
}

export function dayRows(
  days: readonly ComparedDay[],
  view: {
    readonly name: SeriesName;
    readonly today: Day;
    readonly top: number;
    readonly height: number;
  },
): TableRow<DayColumn>[] {
  const most = maximum(days.map(({ point: { count } }) => count));
  const { family } = statisticInfo(view.name);
  return days.slice(view.top, view.top + view.height).map(({ point: { day, count }, before }) => ({
    id: day,
    bar: { count: count ?? 0, most, family },
    cells: {
      day: { text: safeText(partName({ from: day, to: day }, 'day')) },
      count: { text: safeText(groupThousands(count)) },
      change: day === view.today ? soFar : changePart(change(count, before)),
    },
  }));
}

const soFar: Part = { text: label`so far`, tone: 'dim' };
