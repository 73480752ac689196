import { Line } from '#components/Line.tsx';
import { MeasureStrip } from '#components/MeasureStrip.tsx';
import { PanelTitle } from '#components/Panel.tsx';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { chartLegend, SeriesChart } from '#screens/SeriesChart.tsx';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { isTodayChanged } from '#store/websites/changedNumbers.ts';
import { chartPanel } from '#store/statistics/dashboard.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import { dashboardLayout } from '#store/statistics/dashboardLayout.ts';
import { bodyRows, hasSpacing, isTall } from '#store/core/viewport.ts';
import { safeText } from '#terminal/safeText.ts';
import { measuresOf } from './measures.ts';
import { PanelGrid } from './PanelGrid.tsx';

/** A website's statistics: measures, a chart over the period, and panels. */
export function DashboardScreen({ websiteId }: { readonly websiteId: string }) {
  const state = useAppState(whole => whole);
  const { viewport, dashboard } = state;
  const layout = dashboardLayout(state);
  const width = viewport.columns;
  const spaced = hasSpacing(viewport);
  const visitors = shownSeries(state, websiteId, 'visitors');
  const pageviews = shownSeries(state, websiteId, 'pageviews');
  // Where there is no room for both, the chart takes the place of the panels while it has the focus.
  const isChartAlone = layout.chart === 0 && dashboard.panel === chartPanel;
  const chart = isChartAlone ? bodyRows(viewport) - 1 - layout.strip - (spaced ? 1 : 0) : layout.chart;
  return (
    <>
      <PeriodLine width={width} />
      {isTall(viewport) && <Line parts={[]} width={width} />}
      <MeasureStrip
        measures={measuresOf(visitors.summary, pageviews.summary, {
          visitors: isTodayChanged(state, websiteId, 'visitors'),
          pageviews: isTodayChanged(state, websiteId, 'pageviews'),
        })}
        rows={layout.strip}
        width={width}
      />
      {spaced && <Line parts={[]} width={width} />}
      {chart > 0 && (
        <DashboardChart
          series={dashboard.measure === 'visitors' ? visitors : pageviews}
          width={width}
          height={chart}
        />
      )}
      {layout.chart > 0 && spaced && <Line parts={[]} width={width} />}
      {!isChartAlone && <PanelGrid websiteId={websiteId} layout={layout} width={width} />}
    </>
  );
}

function DashboardChart(props: {
  readonly series: ReturnType<typeof shownSeries>;
  readonly width: number;
  readonly height: number;
}) {
  const { series, width, height } = props;
  const state = useAppState(whole => whole);
  const { measure, panel } = state.dashboard;
  const isCompared = shownComparison(state) !== undefined;
  return (
    <>
      <PanelTitle
        title={safeText(statisticInfo(measure).title)}
        focused={panel === chartPanel}
        right={chartLegend(series, isCompared, width)}
        width={width}
      />
      <SeriesChart
        series={series}
        name={measure}
        isCompared={isCompared}
        today={state.today()}
        width={width}
        height={height - 1}
      />
    </>
  );
}
