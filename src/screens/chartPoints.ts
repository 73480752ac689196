import { chartMargins } from '#components/chartLines.ts';
import { lastResult } from '#model/cachedResult.ts';
import { bucketUnitFor, type BucketUnit } from '#model/period/bucket.ts';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import {
  historyCursorPoints,
  hourCursorPoints,
  placeOf,
  seriesCursorPoints,
  type CursorPoint,
} from '#model/statistics/cursorPoint.ts';
import type { Day, HoursName, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { viewRules, type ShownChart } from '#store/navigation/screenRules.ts';
import { hoursInstead, shownHours } from '#store/statistics/dayHours.ts';
import { historyBefore } from '#store/statistics/historyComparison.ts';
import { shownHistory } from '#store/statistics/shownHistory.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import type { State } from '#store/core/state.ts';

const lastSeries = lastResult<readonly CursorPoint[]>();
const lastParts = lastResult<readonly CursorPoint[]>();

/** Columns that the scale takes of the chart's width. */
const scaleColumns = 8;

/** Days, or weeks or months where the days do not fit a chart of so many columns. */
export function chartUnit(days: number, width: number): BucketUnit {
  return bucketUnitFor(days, width - scaleColumns);
}

/** The chart of the view that has the focus, as far as it is read: its screen says which. */
export function shownChart(state: State): ShownChart | undefined {
  return viewRules(state).chart?.(state, state.navigation.view);
}

/** The point under the cursor of the view. */
export function pointUnderCursor(state: State): CursorPoint | undefined {
  const { view } = state.navigation;
  if (!('cursor' in view) || view.cursor === undefined) return undefined;
  const chart = shownChart(state);
  return chart?.place === undefined ? undefined : chart.points[chart.place];
}

interface ChartOf<N> {
  readonly websiteId: string;
  readonly name: N;
  readonly cursor?: ChartPlace | undefined;
}

/** Of a measure by day, or by hour where the period is one day. */
export function measureChart(state: State, of: ChartOf<SeriesName>): ShownChart | undefined {
  const hours = hoursInstead(state, of.name);
  if (hours !== undefined) return hoursChart(state, { ...of, name: hours });
  const { summary } = shownSeries(state, of.websiteId, of.name);
  if (summary === undefined) return undefined;
  const isCompared = shownComparison(state) !== undefined;
  return withPlace(
    of,
    measurePoints(summary, {
      isCompared,
      today: state.today(),
      width: state.viewport.columns - chartMargins,
    }),
  );
}

/** The points of a measure on a chart of so many columns. */
export function measurePoints(
  summary: Summary,
  { isCompared, today, width }: { readonly isCompared: boolean; readonly today: Day; readonly width: number },
): readonly CursorPoint[] {
  const unit = chartUnit(summary.points.length, width);
  return lastSeries([summary, isCompared, unit, today], () =>
    seriesCursorPoints(summary.points, isCompared ? summary.before : [], unit, today),
  );
}

export function hoursChart(state: State, of: ChartOf<HoursName>): ShownChart | undefined {
  const { slot, before, ...days } = shownHours(state, of.websiteId, of.name);
  return slot?.data && withPlace(of, hourCursorPoints(slot.data, before.counts, days));
}

/** Of the days, weeks or months of the opened row. */
export function partsChart(state: State, of: ChartOf<StatisticName>): ShownChart | undefined {
  const { parts, unit } = shownHistory(state);
  const today = state.today();
  const before = historyBefore(state);
  const points = lastParts([parts, unit, today, before], () =>
    historyCursorPoints(parts, unit, today, before),
  );
  return withPlace(of, points);
}

function withPlace(of: ChartOf<StatisticName>, points: readonly CursorPoint[]): ShownChart | undefined {
  const { websiteId, name, cursor } = of;
  return points.length === 0 ? undefined : { websiteId, name, points, place: placeOf(points, cursor) };
}
