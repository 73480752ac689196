import type { Command, ScreenKeys } from '#commands/command.ts';
import { websiteCommands } from '#screens/statsCommands.ts';
import { moveKeys } from '#screens/tableCommands.ts';
import { isReading } from '#store/history.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'history';

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
    ...moveKeys.map(({ move, keys, title }): Command => ({
      id: `history.${move}`,
      keys,
      title,
      when: isOn,
      run: ({ state }) => state.history.move(move),
    })),
    ...websiteCommands('history', isOn),
  ],
};
