import type { ScreenKeys } from '#commands/command.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { isRunning } from '#store/editing/bulkRun.ts';

export const bulkRunKeys: ScreenKeys = {
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
};
