import { panelOrder, statisticInfo } from '#model/statisticCatalogue.ts';
import { resolvePeriod } from '#model/period.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import type { HoursName, SeriesName, StatisticName } from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { topView } from './navigation.ts';
import { routeKey } from './route.ts';
import { panelQuery, type Force } from './stats.ts';
import { dashboardLayout, type DashboardLayout, type Viewport } from './viewport.ts';

/** The chart, where panels are counted. */
export const chartPanel = -1;

/** A website's statistics at a glance. */
export interface DashboardSlice {
  /** The panel that has the focus, an index into the order of panels; -1 is the chart above them. */
  readonly panel: number;
  /** Which measure the chart shows. */
  readonly measure: SeriesName;
  load(websiteId: string, force?: Force): void;
  focusPanel(panel: number): void;
  showMeasure(measure: SeriesName): void;
}

export function createDashboard(context: StoreContext): DashboardSlice {
  const { get, patch, services } = context;

  const load = (websiteId: string, force: Force = false) => {
    const { stats, period, viewport, dashboard } = get();
    const options = { owner: routeKey({ screen: 'dashboard', websiteId }), force };
    const today = services.today();
    const shown = resolvePeriod(period.choice, today);
    const span = seriesSpan(shown, today);
    void stats.readSeries(websiteId, 'visitors', span, options);
    void stats.readSeries(websiteId, 'pageviews', span, options);
    const layout = dashboardLayout(viewport);
    for (const name of panelsOnScreen(dashboard.panel, layout)) {
      if (isHours(name)) void stats.readHours(websiteId, name, shown, options);
      else void stats.readRows(websiteId, panelQuery(name, shown, layout.panelHeight - 1), options);
    }
  };

  return {
    panel: 0,
    measure: 'visitors',
    load,
    focusPanel(panel) {
      patch('dashboard', { panel: Math.min(Math.max(panel, chartPanel), panelOrder.length - 1) });
      const view = topView(get().navigation.stack);
      if (view.screen === 'dashboard') load(view.websiteId);
    },
    showMeasure: measure => patch('dashboard', { measure }),
  };
}

/** The panels on screen: whole rows of them, moved so that the focused one is among them. */
export function panelsOnScreen(
  focused: number,
  { panelColumns, panelRows }: Pick<DashboardLayout, 'panelColumns' | 'panelRows'>,
): readonly StatisticName[] {
  const first = firstPanelOnScreen(focused, { panelColumns, panelRows });
  return panelOrder.slice(first, first + panelColumns * panelRows);
}

export function firstPanelOnScreen(
  focused: number,
  { panelColumns, panelRows }: Pick<DashboardLayout, 'panelColumns' | 'panelRows'>,
): number {
  const row = Math.floor(Math.max(0, focused) / panelColumns);
  const lastTop = Math.max(0, Math.ceil(panelOrder.length / panelColumns) - panelRows);
  return Math.min(Math.floor(row / panelRows) * panelRows, lastTop) * panelColumns;
}

export function isHours(name: StatisticName): name is HoursName {
  return statisticInfo(name).kind === 'hours';
}

export function isSeries(name: StatisticName): name is SeriesName {
  return statisticInfo(name).kind === 'series';
}

/** Panels side by side for this terminal. */
export function panelColumnsOf(viewport: Viewport): number {
  return dashboardLayout(viewport).panelColumns;
}
