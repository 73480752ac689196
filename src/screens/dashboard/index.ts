import { measureChart } from '#screens/chartPoints.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { pointExplained } from '#screens/pointExplained.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import { hasRead, nothingRead } from '#store/exporting/exportSource.ts';
import { domainInView, selectedValue } from '#store/navigation/selected.ts';
import { numberWords, siteOf } from '#store/navigation/viewCommand.ts';
import { describePeriod, samePeriod } from '#model/period/period.ts';
import type { OpenedDays } from '#store/navigation/route.ts';
import { chartPanel } from '#store/statistics/dashboard.ts';
import { shownPeriod } from '#store/statistics/comparison.ts';
import type { State } from '#store/core/state.ts';
import { safeText, type SafeText } from '#terminal/safeText.ts';
import { readDomain } from '#store/websites/records.ts';
import { dashboardKeys } from './commands.ts';
import { dashboardDetail } from './dashboardDetail.ts';
import { dashboardExport } from './dashboardExport.ts';
import { focusedRow } from './focusedRow.ts';

export const dashboardScreen: ScreenDefinition<'dashboard'> = {
  screen: 'dashboard',
  view: async () => (await import('./Screen.tsx')).DashboardScreen,
  ...dashboardKeys,
  title: (state, { websiteId, days }) => [titleOfWebsite(state, websiteId), ...openedTitle(state, days)],
  detail: (state, { websiteId }) => dashboardDetail(state, websiteId),
  load(state, route, force) {
    readDomain(state, route);
    state.dashboard.load(route.websiteId, force);
  },
  chart: (state, { websiteId, cursor }) =>
    state.dashboard.panel === chartPanel
      ? measureChart(state, { websiteId, cursor, name: state.dashboard.measure })
      : undefined,
  hasPeriod: true,
  autoRefreshes: true,
  undoes: true,
  explained: pointExplained,
  exported: (state, { websiteId }) => dashboardExport(state, websiteId),
  whyNoExport: ({ stats: { series, rows, hours } }, { websiteId }) =>
    [series, rows, hours].some(slots => hasRead(slots, [websiteId])) ? undefined : nothingRead,
  escapeTarget: ({ dashboard }) => (dashboard.row === undefined ? undefined : 'row'),
  selected(state, route) {
    const row = focusedRow(state);
    return row === undefined
      ? domainInView(state, route)
      : selectedValue(state, row.websiteId, row.name, row);
  },
  commandWords: (state, { websiteId }) => ['report', siteOf(state, websiteId), ...numberWords(state)],
};

/** The days it was opened for, unless another period was chosen since. */
function openedTitle(state: State, days: OpenedDays | undefined): SafeText[] {
  return days !== undefined && samePeriod(shownPeriod(state), days) ? [safeText(describePeriod(days))] : [];
}
