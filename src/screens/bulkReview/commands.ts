import type { Command, ScreenKeys } from '#commands/command.ts';
import { moveKeys } from '#screens/tableCommands.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'bulkReview';

export const bulkReviewKeys: ScreenKeys = {
  commands: [
    {
      id: 'bulkReview.save',
      keys: ['^S'],
      title: 'Save these changes',
      short: 'save',
      when: isOn,
      run: ({ state }) => void state.bulkEdit.save(),
    },
    ...moveKeys.map(({ move, keys, title }): Command => ({
      id: `bulkReview.${move}`,
      keys,
      title,
      when: isOn,
      run: ({ state }) => state.bulkEdit.move(move),
    })),
  ],
};
