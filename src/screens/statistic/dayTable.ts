import type { Capabilities } from '#model/service/capabilities.ts';
import { bar } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import type { Part } from '#components/style.ts';
import type { TableRow } from '#components/Table.tsx';
import { placeColumns, type PlacedColumn } from '#model/text/columnLayout.ts';
import { change } from '#model/statistics/comparison.ts';
import { groupThousands } from '#model/text/number.ts';
import type { SortDirection } from '#model/paging/query.ts';
import { byChange } from '#model/statistics/rowOrder.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { Day, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { changePart } from '#screens/changeParts.ts';
import { partName } from '#screens/history/historyTable.ts';
import type { StatisticSlice } from '#store/statistics/statistic.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';

type DayColumn = 'day' | 'bar' | 'count' | 'change';

/** `width`: columns of the terminal that the table may take. */
export function dayColumns(
  name: SeriesName,
  isCompared: boolean,
  width: number,
  capabilities: Capabilities,
): PlacedColumn<DayColumn>[] {
  const counts = countsOf(name, capabilities).toUpperCase();
  return placeColumns<DayColumn>(
    [
      { key: 'day', title: 'DAY', width: 22, grow: 1, most: 30, priority: 4 },
      { key: 'bar', title: '', width: 8, grow: 2, most: 60, priority: 1 },
      { key: 'count', title: counts, width: 10, align: 'right', priority: 3 },
      ...(isCompared
        ? [{ key: 'change', title: 'CHANGE', width: 7, align: 'right', priority: 2 } as const]
        : []),
    ],
    width,
  );
}

/** The days on screen, in the chosen order. */
export function dayRows(
  summary: Summary,
  { sortBy, sort }: StatisticSlice,
  view: {
    readonly columns: readonly PlacedColumn<DayColumn>[];
    readonly today: Day;
    readonly top: number;
    readonly height: number;
  },
): TableRow<DayColumn>[] {
  const rows = summary.points.map((point, place) => ({ point, before: summary.before[place] }));
  const placed = sortBy === 'change' ? daysByChange(rows, sort, view.today) : inOrder(rows, sortBy, sort);
  const most = maximum(summary.points.map(({ count }) => count));
  const barWidth = view.columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  return placed.slice(view.top, view.top + view.height).map(({ point: { day, count }, before }) => ({
    id: day,
    cells: {
      day: { text: safeText(partName({ from: day, to: day }, 'day')) },
      bar: { text: safeText(bar(count, most, barWidth, { ascii: isAscii() })), tone: 'soft' },
      count: { text: safeText(groupThousands(count)) },
      change: day === view.today ? soFar : changePart(change(count, before?.count)),
    },
  }));
}

interface ComparedDay {
  readonly point: SeriesPoint;
  readonly before: SeriesPoint | undefined;
}

function inOrder(
  rows: readonly ComparedDay[],
  sortBy: 'count' | 'value',
  sort: SortDirection,
): readonly ComparedDay[] {
  const order = sortBy === 'count' ? (a: SeriesPoint, b: SeriesPoint) => a.count - b.count : () => 0;
  // Sorting is stable: of equal days the later one comes first in both orders.
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

const soFar: Part = { text: label`so far`, tone: 'dim' };
