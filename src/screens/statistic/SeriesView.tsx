import { DayTable, type DayRow } from '#components/DayTable.tsx';
import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import { change, formatChange } from '#model/comparison.ts';
import { formatDay, weekdayName } from '#model/day.ts';
import { groupThousands } from '#model/number.ts';
import type { Day, SeriesName, SeriesPoint } from '#model/statistics.ts';
import type { Summary } from '#model/summary.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { chartLegend, SeriesChart } from '#screens/SeriesChart.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { shownComparison } from '#store/comparison.ts';
import { shownSeries } from '#store/shownSeries.ts';
import type { StatisticSlice } from '#store/statistic.ts';
import { bodyRows, hasAir, seriesLayout } from '#store/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** Visitors or page views: the chart, and the days below it. */
export function SeriesView({ websiteId, name }: { readonly websiteId: string; readonly name: SeriesName }) {
  const state = useAppState(whole => whole);
  const { viewport, statistic } = state;
  const series = shownSeries(state, websiteId, name);
  const width = viewport.columns;
  const layout = seriesLayout(viewport);
  const isCompared = shownComparison(state) !== undefined;
  const legend = chartLegend(series, isCompared, width);
  // Failures and zeros are said where the chart is; without one, in place of everything.
  const chart = series.summary === undefined ? bodyRows(viewport) - 2 : layout.chart;
  const top = statistic.position.selected;
  return (
    <>
      <PeriodLine width={width} />
      {hasAir(viewport) && <Line parts={[]} right={legend} width={width} />}
      {chart > 0 && (
        <SeriesChart
          series={series}
          name={name}
          isCompared={isCompared}
          today={state.today()}
          width={width}
          height={chart}
        />
      )}
      {series.summary !== undefined && (
        <>
          <DayTable
            rows={dayRows(series.summary, statistic, state.today()).slice(top, top + layout.rows)}
            hasChanges={isCompared}
          />
          <Line parts={[position(series.summary.points.length, top, layout.rows, statistic)]} width={width} />
        </>
      )}
    </>
  );
}

function dayRows(summary: Summary, { sortBy, sort }: StatisticSlice, today: Day): DayRow[] {
  const rows = summary.points.map((point, place) => ({ point, before: summary.before[place] }));
  const order = sortBy === 'count' ? (a: SeriesPoint, b: SeriesPoint) => a.count - b.count : () => 0;
  // Sorting is stable: of days alike, the later one comes first in both orders.
  const sorted = rows.toReversed().sort((a, b) => order(a.point, b.point) * (sort === 'desc' ? -1 : 1));
  const placed = sortBy === 'value' && sort === 'asc' ? sorted.toReversed() : sorted;
  return placed.map(({ point: { day, count }, before }) => ({
    day: formatDay(day),
    weekday: weekdayName(day),
    count: groupThousands(count),
    change: day === today ? 'so far' : formatChange(change(count, before?.count)),
  }));
}

function position(days: number, top: number, rows: number, { sortBy, sort }: StatisticSlice): Part {
  const order =
    sortBy === 'count'
      ? sort === 'desc'
        ? 'highest first'
        : 'lowest first'
      : sort === 'desc'
        ? 'latest first'
        : 'earliest first';
  const shown = days <= rows ? `${days} days` : `days ${top + 1} to ${Math.min(days, top + rows)} of ${days}`;
  return { text: label`   ${safeText(shown)}, ${safeText(order)}`, tone: 'dim' };
}
