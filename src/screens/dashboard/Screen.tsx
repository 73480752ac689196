import { Dimmed } from '#components/Dimmed.tsx';
import { Column, Line, SideBySide } from '#components/Line.tsx';
import { MeasureStrip } from '#components/MeasureStrip.tsx';
import { PanelTitle } from '#components/Panel.tsx';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import { Tiles, type TileMeasure } from '#components/Tiles.tsx';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { MeasureChart, measureLegend } from '#screens/MeasureChart.tsx';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState, useMade } from '#screens/useAppState.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { isTodayChanged } from '#store/websites/changedNumbers.ts';
import { chartPanel } from '#store/statistics/dashboard.ts';
import { dayByHour } from '#store/statistics/dayHours.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import { isAwaited } from '#store/lastSeen/lastSeen.ts';
import { showsToday, todayByHour } from '#store/statistics/dashboardExtras.ts';
import { dashboardLayout, panelsText, tileRows } from '#store/statistics/dashboardLayout.ts';
import type { State } from '#store/core/state.ts';
import { bodyRows, hasSpacing } from '#store/core/viewport.ts';
import { safeText } from '#terminal/safeText.ts';
import { measuresOf, stripOf } from './measures.ts';
import { PanelGrid } from './PanelGrid.tsx';
import { WorldPanel } from './WorldPanel.tsx';

/** A website's statistics: measures, a chart over the period, and panels. */
export function DashboardScreen({ websiteId, cursor }: RouteOf<'dashboard'>) {
  const state = useAppState(whole => whole);
  const { viewport, dashboard } = state;
  const layout = dashboardLayout(state);
  const width = viewport.columns;
  const air = !layout.isFramed && hasSpacing(viewport);
  const gap = layout.isFramed && width >= leastForGaps ? 1 : 0;
  const measures = useMade(state => shownMeasures(state, websiteId), [websiteId]);
  const isSeriesKept = isAwaited(state, shownSeries(state, websiteId, 'visitors'));
  // Where there is no room for both, the chart takes the place of the panels while it has the focus.
  const isChartAlone = layout.chart === 0 && dashboard.panel === chartPanel;
  const chart = isChartAlone ? bodyRows(viewport) - 1 - layout.strip - (air ? 1 : 0) : layout.chart;
  return (
    <>
      <PeriodLine
        width={width}
        right={isChartAlone ? undefined : safeText(panelsText(dashboard.panel, layout))}
      />
      <Dimmed on={isSeriesKept}>
        {layout.strip === tileRows ? (
          <Tiles measures={measures} width={width} gap={gap} />
        ) : (
          <MeasureStrip measures={stripOf(measures)} rows={layout.strip} width={width} />
        )}
      </Dimmed>
      {air && <Line parts={[]} width={width} />}
      {chart > 0 && (
        <SideBySide>
          <Column width={width - layout.map} height={chart}>
            <Dimmed on={isSeriesKept}>
              <DashboardChart
                websiteId={websiteId}
                cursor={dashboard.panel === chartPanel ? cursor : undefined}
                width={width - layout.map}
                height={chart}
              />
            </Dimmed>
          </Column>
          {layout.map > 0 && <WorldPanel websiteId={websiteId} width={layout.map} gap={gap} height={chart} />}
        </SideBySide>
      )}
      {layout.chart > 0 && air && <Line parts={[]} width={width} />}
      {!isChartAlone && <PanelGrid websiteId={websiteId} layout={layout} width={width} gap={gap} />}
    </>
  );
}

function shownMeasures(state: State, websiteId: string): TileMeasure[] {
  return measuresOf({
    visitors: shownSeries(state, websiteId, 'visitors').summary,
    pageviews: shownSeries(state, websiteId, 'pageviews').summary,
    todayChanged: {
      visitors: isTodayChanged(state, websiteId, 'visitors'),
      pageviews: isTodayChanged(state, websiteId, 'pageviews'),
    },
    today: showsToday(state) ? (todayByHour(state, websiteId) ?? 'unread') : undefined,
    day: dayByHour(state, websiteId),
  });
}

/** From so many columns frames stand apart. */
const leastForGaps = 100;

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
