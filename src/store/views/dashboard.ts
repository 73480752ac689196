import { request, panelQuery } from '#queries/answers/request.ts';
import { ownMeasures } from '#model/service/capabilities.ts';
import type { StatisticQuery } from '#model/service/paging.ts';
import { isHours, type SeriesName, type StatisticName } from '#model/statistics/statistics.ts';
import { isSessionMeasure, type SessionMeasure, sessionMeasures } from '#model/statistics/sessions.ts';
import { type GoalsState, readGoals } from '#store/kept/goals.ts';
import { routeKey } from '#store/navigation/route.ts';
import {
  hoursInstead,
  readDayHours,
  readDaysOfHour,
  readSeries,
  readSessions,
  todayRequests,
} from '#store/queries/series.ts';
import { rowsPeriod, singleDay, type ViewState } from '#store/queries/question.ts';
import { awaitsRows, readBasis, readComparison, statisticOf } from '#store/queries/rows.ts';
import type { Force } from '#queries/answers/answers.ts';
import { afterDrawing } from '#store/reading/reading.ts';
import type { SliceContext } from '#store/slice.ts';
import {
  bestPanels,
  dashboardLayout,
  firstPanelOnScreen,
  isSmall,
  panelsOnScreen,
  readToday,
  readWide,
  tileRows,
} from './dashboardLayout.ts';
import { focusedPanel, shownPanels } from '#store/kept/yours.ts';

export const chartPanel = -1;

export interface DashboardSlice {
  /** The focused panel, an index into the order of panels; -1 is the chart above them. */
  readonly panel: number;
  /** The row that the cursor is on inside the focused panel; undefined while it is outside. */
  readonly row: number | undefined;
  readonly measure: ChartMeasure;
  load(websiteId: string, force?: Force): void;
  /** Leaves the rows of a panel, too. */
  focusPanel(panel: number): void;
  focusRow(row: number | undefined): void;
  /** There are other panels than before: the focus stays on its panel, and those that come on screen are read. */
  keepFocus(before: readonly StatisticName[]): void;
  showMeasure(measure: ChartMeasure): void;
}

export type ChartMeasure = SeriesName | SessionMeasure;

/** The measures that the chart has: those of sessions where the service tells them by day, and not of one day. */
export function chartMeasures(state: ViewState): readonly ChartMeasure[] {
  const hasSessions = state.capabilities.sessions === 'by day' && singleDay(state) === undefined;
  return [...ownMeasures(state.capabilities), ...(hasSessions ? sessionMeasures : [])];
}

/** The one that was chosen, where the chart has it. */
export function shownMeasure(
  state: ViewState & { readonly dashboard: Pick<DashboardSlice, 'measure'> },
): ChartMeasure {
  const { measure } = state.dashboard;
  return chartMeasures(state).includes(measure) ? measure : 'visitors';
}

/** Its hours, of a single day. */
function hoursShown(state: ViewState, measure: ChartMeasure) {
  return isSessionMeasure(measure) ? undefined : hoursInstead(state, measure);
}

type DashboardContext = SliceContext<{ dashboard: DashboardSlice }, ViewState & GoalsState>;

export function createDashboard({ get, patch }: DashboardContext): DashboardSlice {
  const load = (websiteId: string, force: Force = false) => {
    const state = get();
    const { answers, dashboard } = state;
    const options = { owner: routeKey({ screen: 'dashboard', websiteId }), force };
    readSeries(state, websiteId, ['visitors', 'pageviews'], options);
    readSessions(state, websiteId, options);
    const measure = shownMeasure(state);
    const hours = hoursShown(state, measure);
    if (hours !== undefined) readDayHours(state, websiteId, hours, options);
    const layout = dashboardLayout(state);
    const isBest = isSmall(state);
    const panels = isBest ? bestPanels(state) : panelsOnScreen(dashboard.panel, layout);
    const now = rowsPeriod(state, websiteId);
    // Of one day the tile of the other measure has its hours, too.
    const others = hoursInstead(state, measure === 'visitors' ? 'pageviews' : 'visitors');
    if (others !== undefined) readDaysOfHour(state, websiteId, others, options);
    if (others !== undefined && layout.strip === tileRows)
      for (const shown of singleDay(state) === state.today()
        ? todayRequests(state, websiteId, measure === 'visitors' ? 'pageviews' : 'visitors')
        : [request.hours(others, now)])
        void answers.read(websiteId, shown, options);
    const focused = focusedPanel(state);
    // Rows are read once it is known up to which hour of today.
    const readable = awaitsRows(state, websiteId) ? panels.filter(name => isHours(name)) : panels;
    for (const name of readable) {
      const { days } = statisticOf(state, websiteId, name);
      const query = panelQuery(name, days.rows, layout.values, state.capabilities);
      const read = answers.read(
        websiteId,
        isHours(name) ? request.hours(name, now) : request.rows(query),
        options,
      );
      // Its shares are said; over the network only the opened statistic reads on for them.
      if (name === focused && state.capabilities.isLocal === true)
        void read.then(() => readBasis(get, panelShown(websiteId, name, query), options));
    }
    readToday(state, websiteId, options);
    // The panels' own rows are requested before the rows they are compared with.
    const compared = readable.filter(
      name => layout.hasChanges || isBest || name === focused || isHours(name),
    );
    for (const name of compared) readComparison(state, statisticOf(state, websiteId, name), options);
    readWide(state, websiteId, options);
    readGoals(state, websiteId, options);
  };

  const panelShown =
    (websiteId: string, name: StatisticName, query: StatisticQuery) => (state: ViewState) => ({
      ...statisticOf(state, websiteId, name),
      page: state.answers.get(websiteId, request.rows(query)).data,
    });

  const loadShown = () => {
    const { view } = get().navigation;
    if (view.screen === 'dashboard') load(view.websiteId);
  };
  /** Whether as much is read with the other panel focused: the same panels are on screen, and all of them compared. */
  const readsTheSame = (panel: number, other: number) => {
    const layout = dashboardLayout(get());
    return layout.hasChanges && firstPanelOnScreen(panel, layout) === firstPanelOnScreen(other, layout);
  };

  return {
    panel: chartPanel,
    row: undefined,
    measure: 'visitors',
    load,
    focusPanel(panel) {
      const before = get().dashboard.panel;
      const last = shownPanels(get()).length - 1;
      const focused = Math.min(Math.max(panel, chartPanel), last);
      patch('dashboard', { panel: focused, row: undefined });
      // Then there is nothing to be read but what is outdated: no frame waits for that.
      if (readsTheSame(before, focused)) afterDrawing(loadShown);
      else loadShown();
    },
    focusRow: row => patch('dashboard', { row }),
    keepFocus(before) {
      const { dashboard } = get();
      const panels = shownPanels(get());
      const focused = before[dashboard.panel];
      const index = panels.findIndex(name => name === focused);
      const isGone = focused !== undefined && index === -1;
      if (isGone) patch('dashboard', { panel: Math.min(dashboard.panel, panels.length - 1), row: undefined });
      else if (focused !== undefined) patch('dashboard', { panel: index });
      afterDrawing(loadShown);
    },
    showMeasure(measure) {
      patch('dashboard', { measure });
      const { view } = get().navigation;
      if (view.screen === 'dashboard' && hoursShown(get(), measure) !== undefined) load(view.websiteId);
    },
  };
}
