import { presets } from '#model/period.ts';
import { hasUnsavedEdits } from '#store/editor.ts';
import { escapeTarget } from '#store/escape.ts';
import { topRoute, topView } from '#store/navigation.ts';
import { overlays } from '#store/route.ts';
import type { State } from '#store/state.ts';
import type { Command, CommandContext } from './command.ts';

const top = (state: State) => topRoute(state.navigation.stack).screen;
const view = (state: State) => topView(state.navigation.stack).screen;
const inOverlay = (state: State) => overlays.has(top(state));
/** A view whose numbers depend on the period. */
const hasPeriod = (state: State) => !inOverlay(state) && ['dashboard', 'statistic', 'heatMap'].includes(view(state));
const canRefresh = (state: State) =>
  !inOverlay(state) && ['websites', 'dashboard', 'statistic', 'heatMap', 'record'].includes(view(state));
const isForm = (state: State) => top(state) === 'editor';

/** Leaves the program; a form with unsaved edits is asked about first. */
function quit({ state, services }: CommandContext): void {
  const asking = topRoute(state.navigation.stack);
  if (asking.screen === 'confirm' && asking.question === 'quitWithEdits') return;
  if (hasUnsavedEdits(state.editor)) state.navigation.push({ screen: 'confirm', question: 'quitWithEdits' });
  else services.quit();
}

export const globalCommands: readonly Command[] = [
  {
    id: 'period.menu',
    keys: ['t'],
    title: 'Choose the period',
    short: 'period',
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
    when: canRefresh,
    run: ({ state }) => state.refresh(),
  },
  {
    id: 'back',
    keys: ['Esc'],
    title: 'Back',
    short: 'back',
    when: state => ['dialog', 'view'].includes(escapeTarget(state)) && !isForm(state),
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'close',
    keys: ['q'],
    title: 'Close the view',
    when: state => !isForm(state) && state.navigation.stack.length > 1,
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'quitAtRoot',
    keys: ['q'],
    title: 'Quit, at the first view',
    short: 'quit',
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
    title: 'Services: connect one',
    when: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.navigation.push({ screen: 'profiles' }),
  },
  {
    id: 'palette',
    keys: [':', '^P'],
    title: 'Commands, websites and statistics by name',
    short: 'more',
    when: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.navigation.push({ screen: 'palette' }),
  },
  {
    id: 'help',
    keys: ['?', 'F1'],
    title: 'Help: all keys',
    short: 'help',
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
