import type { ScreenKeys } from '#commands/command.ts';
import { statsCommands } from '#screens/statsCommands.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { isReading } from '#store/statistics/history.ts';
import { isOnTop } from '#store/navigation/navigation.ts';

const isOn = isOnTop('history');

export const historyKeys: ScreenKeys = {
  commands: [
    {
      id: 'history.stop',
      keys: ['Esc'],
      title: 'Stop reading',
      short: 'stop',
      when: state => isOn(state) && isReading(state.history),
      run: ({ state }) => state.history.stop(),
    },
    ...moveCommands('history', isOn, (state, move) => state.history.move(move)),
    ...statsCommands('history', isOn),
  ],
};
