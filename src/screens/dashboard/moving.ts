import type { Command } from '#commands/command.ts';
import { panelOrder, panelsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { ask } from '#queries/ask.ts';
import { panelQuery, type RowName } from '#queries/question.ts';
import type { State } from '#store/state.ts';
import { statisticOf } from '#store/queries/rows.ts';
import { chartPanel } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';

export function focusedRow(state: State): RowName | undefined {
  const { panel, row } = state.dashboard;
  const { view } = state.navigation;
  const name = panelsOf(state.capabilities)[panel];
  const found = row === undefined ? undefined : rowsOnScreen(state)[row];
  return view.screen === 'dashboard' && name !== undefined && found !== undefined
    ? { websiteId: view.websiteId, name, value: found.value }
    : undefined;
}

export function hasRows(state: State): boolean {
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
  const { days } = statisticOf(state, view.websiteId, name);
  const query = panelQuery(name, days.rows, values, state.capabilities);
  return (state.answers.get(view.websiteId, ask.rows(query)).data?.rows ?? []).slice(0, values);
}

function moveByRow(state: State, step: -1 | 1): void {
  const { panel, focusPanel } = state.dashboard;
  const { panels, panelColumns: columns } = dashboardLayout(state);
  if (panel === chartPanel) return step === 1 ? focusPanel(0) : undefined;
  if (step === -1) return focusPanel(panel < columns ? chartPanel : panel - columns);
  const lastRow = Math.floor((panels.length - 1) / columns);
  if (Math.floor(panel / columns) < lastRow) focusPanel(panel + columns);
}

export const isInside = (state: State) => state.dashboard.row !== undefined;

function moveInside(state: State, step: number): void {
  const { row = 0, focusRow } = state.dashboard;
  focusRow(Math.min(Math.max(row + step, 0), Math.max(0, rowCount(state) - 1)));
}

function cyclePanel(state: State, step: -1 | 1): void {
  const count = panelsOf(state.capabilities).length + 1;
  state.dashboard.focusPanel(((state.dashboard.panel + 1 + step + count) % count) - 1);
}

export function onChart({ dashboard }: State): boolean {
  return dashboard.panel === chartPanel;
}

export const panelKeys: readonly Command[] = panelOrder.slice(0, 9).map((_, index) => ({
  id: `dashboard.panel${index + 1}`,
  keys: [String(index + 1)],
  title: 'Go to a panel',
  section: 'Move',
  inPalette: false,
  disabledReason: ({ capabilities }) =>
    index < panelsOf(capabilities).length ? undefined : 'There is no panel of that number.',
  run: ({ state }) => state.dashboard.focusPanel(index),
}));

type PanelMove = Pick<Command, 'id' | 'keys' | 'title' | 'isHere' | 'short' | 'footerPlace'> & {
  move(state: State): void;
};

const toThe = (title: string, id: string, key: string, arrow: string, step: -1 | 1): PanelMove[] => {
  const move = ({ dashboard }: State) => dashboard.focusPanel(dashboard.panel + step);
  return [
    { id, keys: [key], title, move },
    // On the chart the arrow moves its cursor.
    { id: `${id}Arrow`, keys: [arrow], title, isHere: state => !onChart(state), move },
  ];
};

const panelMoves: readonly PanelMove[] = [
  {
    id: 'nextPanel',
    keys: ['Tab'],
    title: 'Go to the next panel',
    short: 'panel',
    footerPlace: 1,
    move: state => cyclePanel(state, 1),
  },
  {
    id: 'previousPanel',
    keys: ['Shift-Tab'],
    title: 'Go to the next panel',
    move: state => cyclePanel(state, -1),
  },
  ...toThe('Go to the panel beside', 'left', 'h', 'Left', -1),
  ...toThe('Go to the panel beside', 'right', 'l', 'Right', 1),
  {
    id: 'up',
    keys: ['Up', 'k'],
    title: 'Move over panels or rows',
    move: state => (isInside(state) ? moveInside(state, -1) : moveByRow(state, -1)),
  },
  {
    id: 'down',
    keys: ['Down', 'j'],
    title: 'Move over panels or rows',
    move: state => (isInside(state) ? moveInside(state, 1) : moveByRow(state, 1)),
  },
  {
    id: 'first',
    keys: ['g', 'Home'],
    title: 'Go to the first, last',
    move: state => (isInside(state) ? moveInside(state, -Infinity) : state.dashboard.focusPanel(chartPanel)),
  },
  {
    id: 'chart',
    keys: ['0'],
    title: 'Go to the chart',
    move: state => state.dashboard.focusPanel(chartPanel),
  },
  {
    id: 'last',
    keys: ['G', 'End'],
    title: 'Go to the first, last',
    move: state => (isInside(state) ? moveInside(state, Infinity) : state.dashboard.focusPanel(Infinity)),
  },
];

export const moves = panelMoves.map(({ id, move, ...command }): Command => ({
  ...command,
  id: `dashboard.${id}`,
  section: 'Move',
  inPalette: false,
  run: ({ state }) => move(state),
}));
