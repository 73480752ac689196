import type { ScreenKeys } from '#commands/command.ts';
import { statsCommands } from '#screens/statsCommands.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { isReading } from '#store/statistics/history.ts';

export const historyKeys: ScreenKeys = {
  commands: [
    {
      id: 'history.stop',
      keys: ['Esc'],
      title: 'Stop reading',
      short: 'stop',
      disabledReason: ({ history }) => (isReading(history) ? undefined : 'Nothing is being read.'),
      run: ({ state }) => state.history.stop(),
    },
    ...moveCommands('history', (state, move) => state.history.move(move)),
    ...statsCommands('history'),
  ],
};
