import { hasUnsavedEdits } from '#store/editing/form.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { escapeTarget } from '#store/navigation/screenRules.ts';
import type { State } from '#store/state.ts';
import { type Command, type CommandContext, isForm } from './command.ts';

/** Esc and q stop what is under way before they leave it. */
const isBusy = (state: State) => escapeTarget(state) === 'run';

export const leavingCommands: readonly Command[] = [
  {
    id: 'back',
    keys: ['Esc'],
    title: 'Back',
    short: 'back',
    footerPlace: 4,
    isHere: state => state.navigation.stack.length > 1 && !isForm(state),
    disabledReason: whyNotBack,
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'clearCursor',
    keys: ['Esc'],
    title: 'Clear the cursor of the chart',
    short: 'no cursor',
    footerPlace: 4,
    isHere: state => escapeTarget(state) === 'cursor',
    run: ({ state }) => state.navigation.pointAt(undefined),
  },
  {
    id: 'close',
    keys: ['q'],
    title: 'Close the view',
    isHere: state => state.navigation.stack.length > 1 && !isForm(state),
    disabledReason: state => (isBusy(state) ? 'Press q to stop the run first.' : undefined),
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'quitAtRoot',
    keys: ['q'],
    title: 'Quit, at the first view',
    short: 'quit',
    footerPlace: 4,
    isHere: state => state.navigation.stack.length === 1,
    run: quit,
  },
  {
    id: 'quit',
    keys: ['^C'],
    title: 'Quit',
    words: 'exit leave',
    run: quit,
  },
];

function whyNotBack(state: State): string | undefined {
  const target = escapeTarget(state);
  if (target === 'run') return 'Press Esc to stop the run first.';
  if (target === 'cursor') return 'Press Esc to clear the cursor first.';
  if (target === 'row') return 'Press Esc to leave the rows first.';
  if (target === 'reading') return 'Press Esc to stop loading first.';
  return target === 'dialog' || target === 'view' ? undefined : 'Press Esc to clear the search first.';
}

function quit({ state, services }: CommandContext): void {
  const asking = topRoute(state.navigation.stack);
  if (asking.screen === 'confirm' && asking.question === 'quitWithEdits') return;
  if (hasUnsavedEdits(state.editor)) state.navigation.push({ screen: 'confirm', question: 'quitWithEdits' });
  else services.quit();
}
