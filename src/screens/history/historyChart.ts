import type { ChartRow } from '#charts/cells.ts';
import { bucketChart } from '#screens/seriesChartRows.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { HistorySlice } from '#store/statistics/history.ts';

/** The parts as a filled chart; a part that is not read is a gap, because it is not zero. */
export function historyChart(
  { parts, unit }: HistorySlice,
  today: Day,
  size: { readonly width: number; readonly height: number },
): readonly ChartRow[] {
  return bucketChart(parts, unit, today, size).rows;
}
