import { measureChart } from '#screens/chartPoints.ts';
import { hoursMessage, seriesMessage, tryAgain, type AskedKey } from '#screens/emptyMessages.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { pointExplained } from '#screens/pointExplained.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import { hasRead, nothingRead } from '#store/exporting/exportSource.ts';
import { domainInView, selectedValue } from '#store/navigation/selected.ts';
import { numberWords, siteOf } from '#store/navigation/viewCommand.ts';
import { describePeriod, samePeriod } from '#model/period/period.ts';
import type { OpenedDays } from '#store/navigation/route.ts';
import { chartPanel } from '#store/statistics/dashboard.ts';
import { rowsPeriod, shownComparison, shownPeriod } from '#store/statistics/comparison.ts';
import { hoursInstead, shownHours } from '#store/statistics/dayHours.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
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
  asks: (state, { websiteId }) => dashboardAsks(state, websiteId),
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

/** What the chart's message asks for; else to try again, where something on screen could not be read. */
function dashboardAsks(state: State, websiteId: string): readonly AskedKey[] {
  const { measure } = state.dashboard;
  const hours = hoursInstead(state, measure);
  const message =
    hours === undefined
      ? seriesMessage(
          shownSeries(state, websiteId, measure),
          measure,
          shownComparison(state) !== undefined,
          state,
        )
      : hoursMessage(shownHours(state, websiteId, hours), hours, state);
  if (message !== undefined && message.asks.length > 0) return message.asks;
  const { from, to } = rowsPeriod(state);
  const { series, rows, hours: ofHours } = state.stats;
  const hasFailed = [series, rows, ofHours].some(slots =>
    Object.entries(slots).some(
      // A statistic that the service does not have is asked for in vain.
      ([key, { error }]) =>
        error !== undefined &&
        error.details.fields?.['name'] === undefined &&
        key.startsWith(`${websiteId} `) &&
        key.includes(` ${from} ${to}`),
    ),
  );
  return hasFailed ? [tryAgain] : [];
}

/** The days it was opened for, unless another period was chosen since. */
function openedTitle(state: State, days: OpenedDays | undefined): SafeText[] {
  return days !== undefined && samePeriod(shownPeriod(state), days) ? [safeText(describePeriod(days))] : [];
}
