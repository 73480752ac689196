import type { Capabilities } from '#model/service/capabilities.ts';
import { bar } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import type { TableRow } from '#components/Table.tsx';
import { placeColumns, type PlacedColumn } from '#model/text/columnLayout.ts';
import type { EarlierDays } from '#model/statistics/cursorPoint.ts';
import { dayCount, formatDay, formatDayShort, weekdayName } from '#model/period/day.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { change } from '#model/statistics/comparison.ts';
import type { HistoryPart } from '#model/statistics/historyParts.ts';
import { changePart } from '#screens/changeParts.ts';
import type { ShownHistory } from '#store/statistics/shownHistory.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { describePeriod } from '#model/period/period.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import type { Period } from '#model/statistics/statistics.ts';

type HistoryColumn = 'part' | 'bar' | 'count' | 'change';

/** `width`: columns of the terminal that the table may take. `isCompared`: whether rows have a change. */
export function historyColumns(
  { name, unit }: ShownHistory,
  width: number,
  capabilities: Capabilities,
  isCompared: boolean,
): PlacedColumn<HistoryColumn>[] {
  return placeColumns<HistoryColumn>(
    [
      { key: 'part', title: unit.toUpperCase(), width: 22, grow: 1, most: 30, priority: 4 },
      { key: 'bar', title: '', width: 8, grow: 2, priority: 1 },
      {
        key: 'count',
        title: countsOf(name, capabilities).toUpperCase(),
        width: 12,
        align: 'right',
        priority: 3,
      },
      ...(isCompared
        ? [{ key: 'change', title: 'CHANGE', width: 7, align: 'right', priority: 2 } as const]
        : []),
    ],
    width,
  );
}

/** The last part first. `before`: the counts compared with, by place, once they are read. */
export function historyRows(
  { parts, unit }: ShownHistory,
  columns: readonly PlacedColumn<HistoryColumn>[],
  today: string,
  before: EarlierDays | undefined,
): TableRow<HistoryColumn>[] {
  const most = maximum(parts.map(({ count }) => count));
  const barWidth = columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  const rows = parts.map((part, place): TableRow<HistoryColumn> => ({
    id: part.from,
    cells: {
      part: {
        text: safeText(`${partName(part, unit)}${partialText(part, today)}`),
        tone: part.count === 0 ? 'dim' : 'plain',
      },
      bar: { text: safeText(bar(part.count ?? 0, most, barWidth, { ascii: isAscii() })), tone: 'soft' },
      count: countCell(part),
      change: part.to >= today ? { text: label`` } : changePart(change(part.count, before?.counts[place])),
    },
  }));
  return rows.toReversed();
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
