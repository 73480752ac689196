import { Line } from '#components/Line.tsx';
import { MeasureStrip } from '#components/MeasureStrip.tsx';
import { PanelTitle } from '#components/Panel.tsx';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { MeasureChart, measureLegend } from '#screens/MeasureChart.tsx';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { isTodayChanged } from '#store/websites/changedNumbers.ts';
import { chartPanel } from '#store/statistics/dashboard.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import { dashboardLayout } from '#store/statistics/dashboardLayout.ts';
import { bodyRows, hasSpacing, isTall } from '#store/core/viewport.ts';
import { safeText } from '#terminal/safeText.ts';
import { measuresOf } from './measures.ts';
import { PanelGrid } from './PanelGrid.tsx';

/** A website's statistics: measures, a chart over the period, and panels. */
export function DashboardScreen({ websiteId, cursor }: RouteOf<'dashboard'>) {
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
          websiteId={websiteId}
          cursor={dashboard.panel === chartPanel ? cursor : undefined}
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
  readonly websiteId: string;
  readonly cursor: ChartPlace | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { websiteId, cursor, width, height } = props;
  const state = useAppState(whole => whole);
  const { measure, panel } = state.dashboard;
  return (
    <>
      <PanelTitle
        title={safeText(statisticInfo(measure).title)}
        focused={panel === chartPanel}
        right={measureLegend(state, websiteId, measure, width)}
        width={width}
      />
      <MeasureChart websiteId={websiteId} name={measure} cursor={cursor} width={width} height={height - 1} />
    </>
  );
}
