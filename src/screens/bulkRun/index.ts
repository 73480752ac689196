import { moveCommands } from '#screens/moveCommands.ts';
import { isRunning } from '#store/editing/bulkRun.ts';
import type { Part } from '#components/style.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { outcomePart } from './outcomes.ts';

const titles = { edit: label`Edit`, delete: label`Delete`, undo: label`Undo` };

export const bulkRunScreen: ScreenDefinition<'bulkRun'> = {
  screen: 'bulkRun',
  view: async () => (await import('./Screen.tsx')).BulkRunScreen,
  commands: [
    {
      id: 'bulkRun.stop',
      keys: ['Esc', 'q'],
      title: 'Stop: what is under way is finished, no more is begun',
      short: 'stop',
      disabledReason: state => (isRunning(state) ? undefined : 'All are through: Enter goes back.'),
      run: ({ state }) => state.bulkRun.stop(),
    },
    {
      id: 'bulkRun.close',
      keys: ['Enter'],
      title: 'Back to the websites',
      disabledReason: state => (isRunning(state) ? 'It is still under way: Esc stops it.' : undefined),
      run: ({ state }) => state.navigation.pop(),
    },
    ...moveCommands('bulkRun', (state, move) => state.bulkRun.move(move)),
  ],
  title: ({ bulkRun: { run } }) => [
    label`${titles[run?.kind ?? 'edit']} ${run?.websites.length ?? 0} websites`,
  ],
  detail,
  escapeTarget: state => (isRunning(state) ? 'run' : undefined),
  undoes: true,
};

/** The result for the selected website, in full. */
function detail({ bulkRun }: State): Part {
  const { run, position } = bulkRun;
  const website = run?.websites[position.selected];
  const outcome = run?.outcomes[position.selected];
  if (run === undefined || website === undefined || outcome === undefined) return { text: label`` };
  // The reason needs the whole line: it ends with what to do.
  if (outcome.kind === 'failed') return { text: safeText(outcome.message), tone: 'bad' };
  return { text: label`${websiteTitle(website)}   ${outcomePart(outcome, run.kind).text}` };
}
