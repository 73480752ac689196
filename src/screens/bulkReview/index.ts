import { moveCommands } from '#screens/moveCommands.ts';
import type { Part } from '#components/style.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { touchedOf } from '#store/editing/bulkForm.ts';
import type { State } from '#store/core/state.ts';
import { label } from '#terminal/safeText.ts';
import { beforeAndAfter } from './changes.ts';

export const bulkReviewScreen: ScreenDefinition<'bulkReview'> = {
  screen: 'bulkReview',
  view: async () => (await import('./Screen.tsx')).BulkReviewScreen,
  commands: [
    {
      id: 'bulkReview.save',
      keys: ['^S'],
      title: 'Save these changes',
      short: 'save',
      run: ({ state }) => void state.bulkEdit.save(),
    },
    {
      id: 'bulkReview.enter',
      keys: ['Enter'],
      title: 'To the button; on it save',
      run({ state }) {
        const { isOnButton, focusButton, save } = state.bulkEdit;
        if (isOnButton) void save();
        else focusButton(true);
      },
    },
    {
      id: 'bulkReview.button',
      keys: ['Tab', 'Shift-Tab'],
      title: 'The button, or back to the rows',
      short: 'button',
      run: ({ state: { bulkEdit } }) => bulkEdit.focusButton(!bulkEdit.isOnButton),
    },
    ...moveCommands('bulkReview', (state, move) => state.bulkEdit.move(move)),
  ],
  title: ({ bulkEdit }) => [label`Edit ${bulkEdit.websites.length} websites`],
  detail,
};

/** The changes of the selected website, in full. */
function detail({ bulkEdit }: State): Part {
  if (bulkEdit.isOnButton) return { text: label`Enter saves them, Esc goes back to the form.`, tone: 'warn' };
  const website = bulkEdit.websites[bulkEdit.position.selected];
  if (website === undefined) return { text: label`` };
  const change = beforeAndAfter(website, touchedOf(bulkEdit.form));
  if (change === undefined) return { text: label`${websiteTitle(website)}   unchanged` };
  return { text: label`${websiteTitle(website)}   ${change.before} > ${change.after}` };
}
