import { Chart } from '#components/Chart.tsx';
import { Line } from '#components/Line.tsx';
import { MeasureStrip } from '#components/MeasureStrip.tsx';
import { PanelTitle } from '#components/Panel.tsx';
import { Message } from '#components/Message.tsx';
import { resolvePeriod } from '#model/period.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import type { SeriesName } from '#model/statistics.ts';
import { summarise } from '#model/summary.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { failureLines } from '#screens/failure.ts';
import { seriesChart } from '#screens/seriesChart.ts';
import { useAppState } from '#screens/useAppState.ts';
import { chartPanel } from '#store/dashboard.ts';
import { spanKey } from '#store/stats.ts';
import { dashboardLayout, hasAir } from '#store/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { measuresOf } from './measures.ts';
import { PanelGrid } from './PanelGrid.tsx';

/** A website's statistics: measures, a chart over the period, and panels. */
export function DashboardScreen({ websiteId }: { readonly websiteId: string }) {
  const state = useAppState(whole => whole);
  const { viewport, dashboard, stats } = state;
  const today = state.today();
  const period = resolvePeriod(state.period.choice, today);
  const layout = dashboardLayout(viewport);
  const width = viewport.columns;
  const slot = (name: SeriesName) => stats.series[spanKey(websiteId, name, seriesSpan(period, today))];
  const summary = (name: SeriesName) => {
    const points = slot(name)?.data;
    return points === undefined ? undefined : summarise(points, period, today);
  };
  const measures = measuresOf(summary('visitors'), summary('pageviews'));
  const charted = slot(dashboard.measure);
  const points = summary(dashboard.measure)?.points;
  return (
    <>
      <PeriodLine width={width} />
      <MeasureStrip measures={measures} rows={layout.strip} width={width} />
      {hasAir(viewport) && <Line parts={[]} width={width} />}
      {layout.chart > 0 && (
        <>
          <PanelTitle
            title={safeText(statisticInfo(dashboard.measure).title)}
            focused={dashboard.panel === chartPanel}
            right={[{ text: label`m the other measure `, tone: 'dim' }]}
            width={width}
          />
          {points === undefined ? (
            <Message
              title={charted?.error === undefined ? label`Reading ...` : label`Not read`}
              tone={charted?.error === undefined ? 'dim' : 'bad'}
              lines={charted?.error === undefined ? [] : failureLines(charted.error)}
              width={width}
              height={layout.chart - 1}
            />
          ) : (
            <Chart
              rows={seriesChart(points, today, { width: width - 4, height: layout.chart - 1 })}
              indent={3}
              width={width}
            />
          )}
          {hasAir(viewport) && <Line parts={[]} width={width} />}
        </>
      )}
      <PanelGrid websiteId={websiteId} period={period} layout={layout} width={width} />
    </>
  );
}
