import { moveCommands } from '#screens/moveCommands.ts';
import type { Part } from '#components/style.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { mergesLists, touchedBy, whyNotMerged } from '#store/editing/bulkForm.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
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
      disabledReason: whyNotYet,
      run: ({ state }) => void state.bulkEdit.save(),
    },
    {
      id: 'bulkReview.enter',
      keys: ['Enter'],
      title: 'To the button; on it save',
      disabledReason: state => (state.bulkEdit.isOnButton ? whyNotYet(state) : undefined),
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

function whyNotYet({ bulkEdit }: State): string | undefined {
  return bulkEdit.unread.size === 0
    ? undefined
    : 'The websites are read as they are now: wait for the last one.';
}

/** The changes of the selected website, in full. */
function detail({ bulkEdit }: State): Part {
  if (bulkEdit.isOnButton) return { text: label`Enter saves them, Esc goes back to the form.`, tone: 'warn' };
  const website = bulkEdit.websites[bulkEdit.position.selected];
  if (website === undefined) return { text: label`` };
  const change = beforeAndAfter(website, touchedBy(bulkEdit.form, website), mergesLists(bulkEdit.form));
  const why = whyNotMerged(bulkEdit.form, website);
  if (why !== undefined) return { text: safeText(why), tone: 'warn' };
  if (change === undefined) return { text: label`${websiteTitle(website)}   unchanged` };
  return { text: label`${websiteTitle(website)}   ${change.before} > ${change.after}` };
}
