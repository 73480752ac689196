import type { ScreenKeys } from '#commands/command.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { isRunning } from '#store/editing/bulkRun.ts';
import { isOnTop } from '#store/navigation/navigation.ts';

const isOn = isOnTop('bulkRun');

export const bulkRunKeys: ScreenKeys = {
  commands: [
    {
      id: 'bulkRun.stop',
      keys: ['Esc', 'q'],
      title: 'Stop: what is under way is finished, no more is begun',
      short: 'stop',
      when: state => isOn(state) && isRunning(state),
      run: ({ state }) => state.bulkRun.stop(),
    },
    {
      id: 'bulkRun.close',
      keys: ['Enter'],
      title: 'Back to the websites',
      when: state => isOn(state) && !isRunning(state),
      run: ({ state }) => state.navigation.pop(),
    },
    ...moveCommands('bulkRun', isOn, (state, move) => state.bulkRun.move(move)),
  ],
};
