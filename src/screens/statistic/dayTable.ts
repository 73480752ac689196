import type { Capabilities } from '#model/service/capabilities.ts';
import { bar } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import type { Part } from '#components/style.ts';
import type { TableRow } from '#components/Table.tsx';
import { placeColumns, type PlacedColumn } from '#model/text/columnLayout.ts';
import { change } from '#model/statistics/comparison.ts';
import { groupThousands } from '#model/text/number.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import { changePart } from '#screens/changeParts.ts';
import { partName } from '#screens/history/historyTable.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';
import type { ComparedDay } from './dayOrder.ts';

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
      { key: 'bar', title: '', width: 8, grow: 2, priority: 1 },
      { key: 'count', title: counts, width: 10, align: 'right', priority: 3 },
      ...(isCompared
        ? [{ key: 'change', title: 'CHANGE', width: 7, align: 'right', priority: 2 } as const]
        : []),
    ],
    width,
  );
}

/** The days on screen. */
export function dayRows(
  days: readonly ComparedDay[],
  view: {
    readonly columns: readonly PlacedColumn<DayColumn>[];
    readonly today: Day;
    readonly top: number;
    readonly height: number;
  },
): TableRow<DayColumn>[] {
  const most = maximum(days.map(({ point: { count } }) => count));
  const barWidth = view.columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  return days.slice(view.top, view.top + view.height).map(({ point: { day, count }, before }) => ({
    id: day,
    cells: {
      day: { text: safeText(partName({ from: day, to: day }, 'day')) },
      bar: { text: safeText(bar(count, most, barWidth, { ascii: isAscii() })), tone: 'soft' },
      count: { text: safeText(groupThousands(count)) },
      change: day === view.today ? soFar : changePart(change(count, before?.count)),
    },
  }));
}

const soFar: Part = { text: label`so far`, tone: 'dim' };
