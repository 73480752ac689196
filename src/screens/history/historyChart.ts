import type { ChartRow } from '#charts/cells.ts';
import { historyCursorPoints, type EarlierDays } from '#model/statistics/cursorPoint.ts';
import { cursorBox } from '#screens/cursorText.ts';
import { bucketChart } from '#screens/seriesChartRows.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { ShownHistory } from '#store/statistics/shownHistory.ts';

/** The parts as a filled chart; a part that is not read is a gap, because it is not zero. */
export function historyChart(
  { parts, unit }: ShownHistory,
  today: Day,
  before: EarlierDays | undefined,
  view: { readonly width: number; readonly height: number; readonly cursor: number | undefined },
): readonly ChartRow[] {
  const { cursor, ...size } = view;
  const points = historyCursorPoints(parts, unit, today, before);
  return bucketChart(parts, unit, today, {
    ...size,
    compared: before?.counts,
    cursor: cursorBox(points, cursor),
  }).rows;
}
