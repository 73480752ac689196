import { presets } from '#model/period.ts';
import { hasBulkEdits, isRunning } from '#store/bulk.ts';
import { refreshSeconds } from '#store/autoRefresh.ts';
import { hasUnsavedEdits } from '#store/editor.ts';
import { escapeTarget } from '#store/escape.ts';
import { topRoute, topView } from '#store/navigation.ts';
import { overlays } from '#store/route.ts';
import type { State } from '#store/state.ts';
import type { Command, CommandContext } from './command.ts';
import { sharingCommands } from './sharing.ts';

const top = (state: State) => topRoute(state.navigation.stack).screen;
const view = (state: State) => topView(state.navigation.stack).screen;
const inOverlay = (state: State) => overlays.has(top(state));
/** A view whose numbers depend on the period. */
const hasPeriod = (state: State) =>
  !inOverlay(state) &&
  (['dashboard', 'statistic', 'heatMap', 'history', 'movers'].includes(view(state)) ||
    (view(state) === 'websites' && state.overview.on));
const canRefresh = (state: State) =>
  !inOverlay(state) &&
  ['websites', 'dashboard', 'statistic', 'heatMap', 'history', 'movers', 'record'].includes(view(state));
const isForm = (state: State) => top(state) === 'editor' || top(state) === 'bulkEdit';
/** Esc and q stop what is under way before they leave it. */
const isBusy = (state: State) => top(state) === 'bulkRun' && isRunning(state);
const canUndo = (state: State) =>
  !inOverlay(state) &&
  ['websites', 'dashboard', 'record'].includes(view(state)) &&
  state.undo.last.length > 0 &&
  !state.profile.readOnly;

/** Leaves the program; a form with unsaved edits is asked about first. */
function quit({ state, services }: CommandContext): void {
  const asking = topRoute(state.navigation.stack);
  if (asking.screen === 'confirm' && asking.question === 'quitWithEdits') return;
  if (hasUnsavedEdits(state.editor) || hasBulkEdits(state))
    state.navigation.push({ screen: 'confirm', question: 'quitWithEdits' });
  else services.quit();
}

export const globalCommands: readonly Command[] = [
  {
    id: 'period.menu',
    keys: ['t'],
    title: 'Choose the period',
    short: 'period',
    footerPlace: 2,
    when: hasPeriod,
    run({ state }) {
      const { choice } = state.period;
      state.navigation.push({ screen: 'period' });
      state.menu.reset(
        choice.kind === 'preset' ? presets.findIndex(({ name }) => name === choice.preset) : 0,
      );
    },
  },
  {
    id: 'period.earlier',
    keys: ['<', ','],
    title: 'Earlier period',
    short: 'earlier',
    footerPlace: 4,
    when: hasPeriod,
    run: ({ state }) => state.period.step(-1),
  },
  {
    id: 'period.later',
    keys: ['>', '.'],
    title: 'Later period',
    when: hasPeriod,
    run: ({ state }) => state.period.step(1),
  },
  {
    id: 'refresh',
    keys: ['r', 'F5'],
    title: 'Refresh',
    short: 'refresh',
    footerPlace: 4,
    when: canRefresh,
    run: ({ state }) => state.refresh(),
  },
  {
    id: 'undo',
    keys: ['u'],
    title: 'Undo the last edit',
    when: canUndo,
    run: ({ state }) => state.undo.ask(),
  },
  {
    id: 'autoRefresh',
    keys: ['R'],
    title: `Refresh today every ${refreshSeconds} s, or no more`,
    when: state =>
      !inOverlay(state) && ['websites', 'dashboard', 'statistic', 'history'].includes(view(state)),
    run: ({ state }) => state.autoRefresh.toggle(),
  },
  {
    id: 'movers',
    keys: ['M'],
    title: 'Movers: what explains the change',
    when: state => !inOverlay(state) && ['dashboard', 'statistic', 'history'].includes(view(state)),
    run({ state }) {
      const route = topView(state.navigation.stack);
      if ('websiteId' in route && route.websiteId !== undefined)
        state.navigation.push({ screen: 'movers', websiteId: route.websiteId });
    },
  },
  ...sharingCommands,
  {
    id: 'back',
    keys: ['Esc'],
    title: 'Back',
    short: 'back',
    footerPlace: 4,
    when: state => ['dialog', 'view'].includes(escapeTarget(state)) && !isForm(state) && !isBusy(state),
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'close',
    keys: ['q'],
    title: 'Close the view',
    when: state => !isForm(state) && !isBusy(state) && state.navigation.stack.length > 1,
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'quitAtRoot',
    keys: ['q'],
    title: 'Quit, at the first view',
    short: 'quit',
    footerPlace: 4,
    when: state => state.navigation.stack.length === 1,
    run: quit,
  },
  {
    id: 'quit',
    keys: ['^C'],
    title: 'Quit',
    run: quit,
  },
  {
    id: 'profiles',
    keys: ['P'],
    title: 'Services: another one, connect one',
    when: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.profiles.open(),
  },
  {
    id: 'palette',
    keys: [':', '^P'],
    title: 'Commands, websites and statistics by name',
    short: 'more',
    footerPlace: 4,
    when: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.navigation.push({ screen: 'palette' }),
  },
  {
    id: 'help',
    keys: ['?', 'F1'],
    title: 'Help: all keys',
    short: 'help',
    footerPlace: 4,
    when: state => !inOverlay(state) && !isForm(state) && top(state) !== 'help',
    run: ({ state }) => state.navigation.push({ screen: 'help' }),
  },
  {
    id: 'redraw',
    keys: ['^L'],
    title: 'Draw the screen anew',
    run: ({ services }) => services.redraw(),
  },
  {
    id: 'suspend',
    keys: ['^Z'],
    title: 'Suspend: back to the shell, fg returns',
    run: ({ services }) => services.suspend(),
  },
];
