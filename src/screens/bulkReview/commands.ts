import type { ScreenKeys } from '#commands/command.ts';
import { moveCommands } from '#screens/moveCommands.ts';

export const bulkReviewKeys: ScreenKeys = {
  commands: [
    {
      id: 'bulkReview.save',
      keys: ['^S'],
      title: 'Save these changes',
      short: 'save',
      run: ({ state }) => void state.bulkEdit.save(),
    },
    ...moveCommands('bulkReview', (state, move) => state.bulkEdit.move(move)),
  ],
};
