import type { ScreenKeys } from '#commands/command.ts';
import { moveCommands } from '#screens/moveCommands.ts';
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
    ...moveCommands('bulkReview', isOn, (state, move) => state.bulkEdit.move(move)),
  ],
};
