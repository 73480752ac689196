import type { ChartRow } from '#charts/cells.ts';
import { lineChart } from '#charts/lineChart.ts';
import { sparkline } from '#charts/sparkline.ts';
import { formatDayShort, isWeekend } from '#model/period/day.ts';
import { compactNumber } from '#model/text/number.ts';
import type { HistorySlice } from '#store/statistics/history.ts';
import { isAscii } from '#terminal/charset.ts';

/** A line chart once every part is read; until then columns with gaps, because an unread part is not zero. */
export function historyChart(
  { parts, unit }: HistorySlice,
  today: string,
  size: { readonly width: number; readonly height: number },
): ChartRow[] {
  const ascii = isAscii();
  if (parts.some(({ count }) => count === undefined)) {
    const counts = parts.map(({ count }) => count);
    const line: ChartRow = [
      { text: sparkline(counts, Math.min(size.width, counts.length * 2), { ascii }), tone: 'fill' },
    ];
    return Array.from({ length: size.height }, (_, row) => (row === size.height - 2 ? line : []));
  }
  return lineChart({
    points: parts.map(({ from, to, partial, count = 0 }, place) => ({
      count,
      label: formatDayShort(from),
      unfinished: to >= today || (partial && place === parts.length - 1),
      weekend: unit === 'day' && isWeekend(from),
      monthStart: unit !== 'month' && from.endsWith('-01'),
    })),
    ...size,
    ascii,
    formatCount: compactNumber,
  });
}
