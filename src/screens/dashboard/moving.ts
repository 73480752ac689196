import type { Command } from '#commands/command.ts';
import { panelsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import type { RowName } from '#queries/answers/request.ts';
import type { State } from '#store/state.ts';
import { chartPanel } from '#store/views/dashboard.ts';
import { dashboardLayout } from '#store/views/dashboardLayout.ts';
import { focusedPanel, shownPanels, tagsInView } from '#store/kept/yours.ts';
import { arrangementOf, shownValues } from './arrangement.ts';
import { isNothingIn, nothingMessage, panelRows } from './panels.ts';
import { keyOf } from '#text/words.ts';
import { changedPanels, type PanelChange } from '#model/own/yours.ts';

export function focusedRow(state: State): RowName | undefined {
  const { row } = state.dashboard;
  const { view } = state.navigation;
  const name = focusedPanel(state);
  const found = row === undefined ? undefined : rowsOnScreen(state)[row];
  return view.screen === 'dashboard' && name !== undefined && found !== undefined
    ? { websiteId: view.websiteId, name, value: found.value }
    : undefined;
}

export function hasRows(state: State): boolean {
  const name = focusedPanel(state);
  return name !== undefined && statisticInfo(name).kind === 'rows';
}

/** Whether the focused panel has nothing in this period. */
export function isFocusEmpty(state: State): boolean {
  const { view } = state.navigation;
  const name = focusedPanel(state);
  if (view.screen !== 'dashboard' || name === undefined) return false;
  return isNothingIn(state, view.websiteId, name, dashboardLayout(state).values) === true;
}

function rowsOnScreen(state: State): readonly StatisticRow[] {
  const { view } = state.navigation;
  const name = focusedPanel(state);
  if (view.screen !== 'dashboard' || name === undefined || !hasRows(state)) return [];
  const { values } = dashboardLayout(state);
  const { page } = panelRows(state, view.websiteId, name, values);
  const shown = shownValues(state, view.websiteId, state.dashboard.panel);
  return (page?.rows ?? []).slice(0, shown);
}

/** The panels on screen as they stand, line by line, those that have nothing last. */
function panelLines(state: State): readonly (readonly number[])[] {
  const { view } = state.navigation;
  if (view.screen !== 'dashboard') return [];
  const { rows, empty } = arrangementOf(state, view.websiteId);
  return [...rows, empty].filter(line => line.length > 0);
}

function moveByRow(state: State, step: -1 | 1): void {
  const { panel, focusPanel } = state.dashboard;
  if (panel === chartPanel) return step === 1 ? moveToNeighbour(state, 1) : undefined;
  const lines = panelLines(state);
  const at = lines.findIndex(line => line.includes(panel));
  const column = lines[at]?.indexOf(panel) ?? 0;
  const next = lines[at + step];
  if (next !== undefined) return focusPanel(next[column] ?? next.at(-1) ?? panel);
  const indexes = lines.flat();
  const first = Math.min(...indexes);
  if (step === -1)
    return focusPanel(first === 0 ? chartPanel : first - dashboardLayout(state).panelColumns + column);
  const below = Math.max(...indexes) + 1;
  if (below < shownPanels(state).length) focusPanel(below + column);
}

/** The panel before or after this one in the order in which they stand, the chart before all of them; undefined after the last. */
function neighbourPanel(state: State, step: -1 | 1): number | undefined {
  const { panel } = state.dashboard;
  const indexes = panelLines(state).flat();
  if (panel === chartPanel) return step === 1 ? indexes[0] : chartPanel;
  const next = indexes[indexes.indexOf(panel) + step];
  if (next !== undefined) return next;
  if (step === -1) return Math.max(chartPanel, Math.min(...indexes) - 1);
  const after = Math.max(...indexes) + 1;
  return after < shownPanels(state).length ? after : undefined;
}

function moveToNeighbour(state: State, step: -1 | 1): void {
  const next = neighbourPanel(state, step);
  if (next !== undefined) state.dashboard.focusPanel(next);
}

export const isInside = (state: State) => state.dashboard.row !== undefined;

function moveInside(state: State, step: number): void {
  const { row = 0, focusRow } = state.dashboard;
  focusRow(Math.min(Math.max(row + step, 0), Math.max(0, rowsOnScreen(state).length - 1)));
}

function cyclePanel(state: State, step: -1 | 1): void {
  const { panel, focusPanel } = state.dashboard;
  if (step === -1 && panel === chartPanel) focusPanel(Number.POSITIVE_INFINITY);
  else focusPanel(neighbourPanel(state, step) ?? chartPanel);
}

export function onChart({ dashboard }: State): boolean {
  return dashboard.panel === chartPanel;
}

/** Where nobody came, what to do stands in the place of the panels. */
function whyNoPanels(state: State): string | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'dashboard') return undefined;
  return nothingMessage(state, view.websiteId, dashboardLayout(state)) === undefined
    ? undefined
    : `No panel has anything in this period: ${keyOf('period.menu')} shows another one.`;
}

export const panelKeys: readonly Command[] = Array.from({ length: 9 }, (_, index) => ({
  id: `dashboard.panel${index + 1}`,
  keys: [String(index + 1)],
  title: 'Go to a panel',
  section: 'Move',
  inPalette: false,
  disabledReason: state =>
    index < shownPanels(state).length ? whyNoPanels(state) : 'There is no panel of that number.',
  run: ({ state }) => state.dashboard.focusPanel(index),
}));

type PanelMove = Pick<Command, 'id' | 'keys' | 'title' | 'isHere' | 'short' | 'footerPlace'> & {
  move(state: State): void;
};

const toThe = (title: string, id: string, key: string, arrow: string, step: -1 | 1): PanelMove[] => {
  const move = (state: State) => moveToNeighbour(state, step);
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
    move: state => cyclePanel(state, 1),
  },
  {
    id: 'previousPanel',
    keys: ['Shift-Tab'],
    title: 'Go to the next panel',
    move: state => cyclePanel(state, -1),
  },
  ...toThe('Go left or right', 'left', 'h', 'Left', -1),
  ...toThe('Go left or right', 'right', 'l', 'Right', 1),
  {
    id: 'up',
    keys: ['Up', 'k'],
    title: 'Move through panels or rows',
    move: state => (isInside(state) ? moveInside(state, -1) : moveByRow(state, -1)),
  },
  {
    id: 'down',
    keys: ['Down', 'j'],
    title: 'Move through panels or rows',
    move: state => (isInside(state) ? moveInside(state, 1) : moveByRow(state, 1)),
  },
  {
    id: 'first',
    keys: ['g', 'Home'],
    title: 'Go to first or last',
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
    title: 'Go to first or last',
    move: state => (isInside(state) ? moveInside(state, Infinity) : state.dashboard.focusPanel(Infinity)),
  },
];

/** These go to the chart, too. */
const toChart = new Set(['left', 'leftArrow', 'up', 'first', 'chart']);

export const moves = panelMoves.map(({ id, move, ...command }): Command => ({
  ...command,
  id: `dashboard.${id}`,
  section: 'Move',
  inPalette: false,
  disabledReason: toChart.has(id) ? undefined : whyNoPanels,
  run: ({ state }) => move(state),
}));

const changes = {
  earlier: {
    id: 'movePanelEarlier',
    title: 'Move the panel earlier',
    about: 'It changes places with the one before it.',
    words: 'left up before order arrange dashboard',
    nothing: 'It is the first panel.',
  },
  later: {
    id: 'movePanelLater',
    title: 'Move the panel later',
    about: 'It changes places with the one after it.',
    words: 'right down after order arrange dashboard',
    nothing: 'It is the last panel.',
  },
  hide: {
    id: 'hidePanel',
    title: 'Hide the panel',
    about: 'It can be shown again by name.',
    words: 'without dashboard',
    nothing: 'It is the only panel: a dashboard has one at least.',
  },
  showHidden: {
    id: 'showHiddenPanels',
    title: 'Show the hidden panels',
    about: 'All of them are shown again.',
    words: 'again all dashboard',
    nothing: 'No panel is hidden.',
  },
  reset: {
    id: 'resetPanels',
    title: 'Reset the panels',
    about: 'All are shown, in their first order.',
    words: 'order all again dashboard',
    nothing: 'No panels are chosen: config.yaml has none for it.',
  },
} as const satisfies Record<PanelChange, object>;

function whyNot(state: State, change: PanelChange): string | undefined {
  const panel = focusedPanel(state);
  if (panel === undefined && change !== 'showHidden' && change !== 'reset')
    return `No panel is selected: ${keyOf('dashboard.nextPanel')} goes to one.`;
  const asked = { change, panel, shown: shownPanels(state), offered: panelsOf(state.capabilities) };
  return changedPanels(state.yours.panels, tagsInView(state), asked) === undefined
    ? changes[change].nothing
    : undefined;
}

/** They write config.yaml, which says the panels. */
export const arrangingCommands: readonly Command[] = (
  ['earlier', 'later', 'hide', 'showHidden', 'reset'] as const
).map(change => {
  const { id, title, about, words } = changes[change];
  return {
    id: `dashboard.${id}`,
    keys: [],
    title,
    about,
    words,
    section: 'Yours',
    leaves: true,
    disabledReason: state => whyNot(state, change),
    run: ({ state }) => void state.yours.arrange(change),
  };
});
