import type { Command, ScreenKeys } from '#commands/command.ts';
import { openHistory } from '#screens/history/open.ts';
import { statsCommands } from '#screens/statsCommands.ts';
import { moveKeys } from '#screens/tableCommands.ts';
import { selectedMover } from '#store/movers.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'movers';

export const moversKeys: ScreenKeys = {
  commands: [
    {
      id: 'movers.history',
      keys: ['Enter'],
      title: 'The row over time',
      short: 'history',
      footerPlace: 1,
      when: state => isOn(state) && selectedMover(state) !== undefined,
      run({ state }) {
        const mover = selectedMover(state);
        if (mover !== undefined) openHistory(state, { websiteId: state.movers.websiteId, ...mover });
      },
    },
    ...moveKeys.map(({ move, keys, title }): Command => ({
      id: `movers.${move}`,
      keys,
      title,
      when: isOn,
      run: ({ state }) => state.movers.move(move),
    })),
    ...statsCommands('movers', isOn),
  ],
};
