import { ask } from '#queries/ask.ts';
import type { Command, ScreenKeys } from '#commands/command.ts';
import {
  panelOrder,
  panelsOf,
  statisticInfo,
  whyNoSettings,
  whyNoStatistic,
} from '#model/service/capabilities.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { cursorCommands, pointUnderCursor } from '#screens/chart/cursor.ts';
import { statsCommands, withoutEnds } from '#screens/listCommands.ts';
import { openHistory } from '#screens/words.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { panelQuery, type RowName } from '#queries/question.ts';
import { rowsPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { chartPanel } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { websiteOf } from '#store/websites/records.ts';

/** The row that the cursor is on inside a panel of the dashboard; undefined while it is in none. */
export function focusedRow(state: State): RowName | undefined {
  const { panel, row } = state.dashboard;
  const { view } = state.navigation;
  const name = panelsOf(state.capabilities)[panel];
  const found = row === undefined ? undefined : rowsOnScreen(state)[row];
  return view.screen === 'dashboard' && name !== undefined && found !== undefined
    ? { websiteId: view.websiteId, name, value: found.value }
    : undefined;
}

function hasRows(state: State): boolean {
  const name = panelsOf(state.capabilities)[state.dashboard.panel];
  return name !== undefined && statisticInfo(name).kind === 'rows';
}

function rowCount(state: State): number {
  return rowsOnScreen(state).length;
}

function rowsOnScreen(state: State): readonly StatisticRow[] {
  const { view } = state.navigation;
  const name = panelsOf(state.capabilities)[state.dashboard.panel];
  if (view.screen !== 'dashboard' || name === undefined || !hasRows(state)) return [];
  const { values } = dashboardLayout(state);
  const query = panelQuery(name, rowsPeriod(state), values);
  return (state.answers.get(view.websiteId, ask.rows(query)).data?.rows ?? []).slice(0, values);
}

function websiteIdOf(state: State): string | undefined {
  const route = topRoute(state.navigation.stack);
  return route.screen === 'dashboard' ? route.websiteId : undefined;
}

/** Moves the focus by a row of panels. The chart is above the first one. */
function moveByRow(state: State, step: -1 | 1): void {
  const { panel, focusPanel } = state.dashboard;
  const { panels, panelColumns: columns } = dashboardLayout(state);
  if (panel === chartPanel) return step === 1 ? focusPanel(0) : undefined;
  if (step === -1) return focusPanel(panel < columns ? chartPanel : panel - columns);
  const lastRow = Math.floor((panels.length - 1) / columns);
  if (Math.floor(panel / columns) < lastRow) focusPanel(panel + columns);
}

const isInside = (state: State) => state.dashboard.row !== undefined;

function moveInside(state: State, step: number): void {
  const { row = 0, focusRow } = state.dashboard;
  focusRow(Math.min(Math.max(row + step, 0), Math.max(0, rowCount(state) - 1)));
}

function openStatistic(state: State): void {
  const websiteId = websiteIdOf(state);
  const { panel, measure } = state.dashboard;
  const name = panel === chartPanel ? measure : panelsOf(state.capabilities)[panel];
  if (websiteId !== undefined && name !== undefined)
    state.navigation.push({ screen: 'statistic', websiteId, name });
}

/** The next or previous panel, wrapping around by way of the chart. */
function cyclePanel(state: State, step: -1 | 1): void {
  const count = panelsOf(state.capabilities).length + 1;
  state.dashboard.focusPanel(((state.dashboard.panel + 1 + step + count) % count) - 1);
}

function onChart({ dashboard }: State): boolean {
  return dashboard.panel === chartPanel;
}

/** Whether Enter opens what is under the cursor: a day. */
function isPointing(state: State): boolean {
  const of = onChart(state) ? pointUnderCursor(state)?.of : undefined;
  return of !== undefined && of.unit !== 'hour';
}

const panelKeys: readonly Command[] = panelOrder.slice(0, 9).map((_, index) => ({
  id: `dashboard.panel${index + 1}`,
  keys: [String(index + 1)],
  title: 'The panel of that number',
  section: 'Moving',
  inPalette: false,
  disabledReason: ({ capabilities }) =>
    index < panelsOf(capabilities).length ? undefined : 'There is no panel of that number.',
  run: ({ state }) => state.dashboard.focusPanel(index),
}));

const own: readonly Command[] = [
  {
    id: 'dashboard.open',
    keys: ['Enter'],
    title: 'Into a panel, or open it; inside open the row',
    words: 'visit web',
    short: 'open',
    footerPlace: 1,
    isHere: state => !isPointing(state),
    disabledReason: state =>
      isInside(state) && focusedRow(state) === undefined
        ? 'The panel has no rows yet: z opens it whole.'
        : undefined,
    run({ state }) {
      if (!hasRows(state)) return openStatistic(state);
      if (!isInside(state)) return state.dashboard.focusRow(0);
      const found = focusedRow(state);
      if (found !== undefined) openHistory(state, found);
    },
  },
  {
    id: 'dashboard.leaveRows',
    keys: ['Esc'],
    title: 'Leave the rows of a panel',
    short: 'back',
    footerPlace: 4,
    isHere: isInside,
    run: ({ state }) => state.dashboard.focusRow(undefined),
  },
  {
    id: 'dashboard.whole',
    keys: ['z'],
    title: 'All rows of the panel, or all days of the chart',
    short: 'all rows',
    footerPlace: 1,
    run: ({ state }) => openStatistic(state),
  },
  {
    id: 'dashboard.week',
    keys: ['H'],
    title: 'Weekdays by hours',
    short: 'weekdays',
    footerPlace: 3,
    disabledReason: ({ capabilities }) => whyNoStatistic(capabilities, 'visitors_hours'),
    run({ state }) {
      const websiteId = websiteIdOf(state);
      if (websiteId !== undefined)
        state.navigation.push({ screen: 'heatMap', websiteId, name: 'visitors_hours' });
    },
  },
  {
    id: 'dashboard.nextPanel',
    keys: ['Tab'],
    title: 'Next panel',
    section: 'Moving',
    inPalette: false,
    short: 'panel',
    footerPlace: 1,
    run: ({ state }) => cyclePanel(state, 1),
  },
  {
    id: 'dashboard.previousPanel',
    keys: ['Shift-Tab'],
    title: 'Previous panel',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) => cyclePanel(state, -1),
  },
  {
    id: 'dashboard.left',
    keys: ['h'],
    title: 'Panel to the left',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) => state.dashboard.focusPanel(state.dashboard.panel - 1),
  },
  {
    id: 'dashboard.leftArrow',
    keys: ['Left'],
    title: 'Panel to the left',
    section: 'Moving',
    inPalette: false,
    isHere: state => !onChart(state),
    run: ({ state }) => state.dashboard.focusPanel(state.dashboard.panel - 1),
  },
  {
    id: 'dashboard.right',
    keys: ['l'],
    title: 'Panel to the right',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) => state.dashboard.focusPanel(state.dashboard.panel + 1),
  },
  {
    id: 'dashboard.rightArrow',
    keys: ['Right'],
    title: 'Panel to the right',
    section: 'Moving',
    inPalette: false,
    isHere: state => !onChart(state),
    run: ({ state }) => state.dashboard.focusPanel(state.dashboard.panel + 1),
  },
  {
    id: 'dashboard.up',
    keys: ['Up', 'k'],
    title: 'Panel above; inside a panel the row above',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) => (isInside(state) ? moveInside(state, -1) : moveByRow(state, -1)),
  },
  {
    id: 'dashboard.down',
    keys: ['Down', 'j'],
    title: 'Panel below; inside a panel the row below',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) => (isInside(state) ? moveInside(state, 1) : moveByRow(state, 1)),
  },
  {
    id: 'dashboard.first',
    keys: ['g', 'Home', '0'],
    title: 'The chart; inside a panel its first row',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) =>
      isInside(state) ? moveInside(state, -Infinity) : state.dashboard.focusPanel(chartPanel),
  },
  {
    id: 'dashboard.last',
    keys: ['G', 'End'],
    title: 'Last panel; inside a panel its last row',
    section: 'Moving',
    inPalette: false,
    run: ({ state }) =>
      isInside(state) ? moveInside(state, Infinity) : state.dashboard.focusPanel(Infinity),
  },
  {
    id: 'dashboard.measure',
    keys: ['m'],
    title: 'Chart the other measure: visitors or page views',
    words: 'visitors page views chart',
    short: 'measure',
    run: ({ state }) =>
      state.dashboard.showMeasure(state.dashboard.measure === 'visitors' ? 'pageviews' : 'visitors'),
  },
  {
    id: 'dashboard.edit',
    keys: ['e'],
    title: 'Edit the website',
    section: 'Changing',
    words: 'change settings privacy email bots',
    changes: true,
    disabledReason: state => whyNoSettings(state.capabilities),
    run({ state }) {
      const websiteId = websiteIdOf(state);
      if (websiteId !== undefined) state.editor.edit(websiteId);
    },
  },
  {
    id: 'dashboard.delete',
    keys: ['d'],
    title: 'Delete the website with all its statistics',
    section: 'Changing',
    words: 'remove',
    changes: true,
    disabledReason: state =>
      websiteOf(state, websiteIdOf(state) ?? '') === undefined
        ? 'Website not loaded yet. Press r to retry.'
        : undefined,
    run({ state }) {
      const website = websiteOf(state, websiteIdOf(state) ?? '');
      if (website !== undefined) state.deletion.open([website]);
    },
  },
  ...panelKeys,
];

export const dashboardKeys: ScreenKeys = {
  commands: [
    ...cursorCommands('dashboard', { isHere: onChart, canOpen: isPointing }),
    ...withoutEnds(own, onChart),
    ...statsCommands('dashboard'),
  ],
};
