import type { ScreenKeys } from '#commands/command.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { isOnTop } from '#store/navigation/navigation.ts';

const isOn = isOnTop('bulkReview');

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
