import type { Capabilities } from '#model/service/capabilities.ts';
import { bar } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import type { TableRow } from '#components/Table.tsx';
import { placeColumns, type PlacedColumn } from '#model/text/columnLayout.ts';
import { dayCount, formatDay, formatDayShort, weekdayName } from '#model/period/day.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import type { HistoryPart } from '#model/statistics/historyParts.ts';
import type { HistorySlice } from '#store/statistics/history.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { describePeriod } from '#model/period/period.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import type { Period } from '#model/statistics/statistics.ts';

type HistoryColumn = 'part' | 'bar' | 'count';

/** `width`: columns of the terminal that the table may take. */
export function historyColumns(
  { name, unit }: HistorySlice,
  width: number,
  capabilities: Capabilities,
): PlacedColumn<HistoryColumn>[] {
  return placeColumns(
    [
      { key: 'part', title: unit.toUpperCase(), width: 22, grow: 1, most: 30, priority: 3 },
      { key: 'bar', title: '', width: 8, grow: 2, most: 60, priority: 1 },
      {
        key: 'count',
        title: countsOf(name, capabilities).toUpperCase(),
        width: 12,
        align: 'right',
        priority: 2,
      },
    ],
    width,
  );
}

/** The last part first. */
export function historyRows(
  { parts, unit }: HistorySlice,
  columns: readonly PlacedColumn<HistoryColumn>[],
  today: string,
): TableRow<HistoryColumn>[] {
  const most = maximum(parts.map(({ count }) => count));
  const barWidth = columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  return parts.toReversed().map(part => ({
    id: part.from,
    cells: {
      part: {
        text: safeText(`${partName(part, unit)}${partialText(part, today)}`),
        tone: part.count === 0 ? 'dim' : 'plain',
      },
      bar: { text: safeText(bar(part.count ?? 0, most, barWidth, { ascii: isAscii() })), tone: 'soft' },
      count: countCell(part),
    },
  }));
}

function partialText(part: HistoryPart, today: string): string {
  if (part.to >= today) return ', so far';
  const days = dayCount(part);
  return part.partial ? `, ${counted(days, 'days')}` : '';
}

function countCell({ count, isRead }: HistoryPart) {
  if (count !== undefined)
    return { text: safeText(groupThousands(count)), tone: count === 0 ? 'dim' : 'plain' } as const;
  return { text: isRead ? label`?` : label`...`, tone: 'dim' } as const;
}

/** "3 Mar 2026 Tuesday", "2 Mar - 8 Mar 2026" or "March 2026". */
export function partName(part: Period, unit: BucketUnit): string {
  return unit === 'day' ? `${formatDay(part.from)} ${weekdayName(part.from)}` : describePeriod(part);
}

/** "on 3 Mar", "from 2 Mar to 8 Mar". */
export function partWhen({ from, to }: Period): string {
  return from === to ? `on ${formatDayShort(from)}` : `from ${formatDayShort(from)} to ${formatDayShort(to)}`;
}
