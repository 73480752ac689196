import { isCountTyped } from '#store/editing/bulkDeletion.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { joinSafe, label } from '#terminal/safeText.ts';

export const bulkDeleteScreen: ScreenDefinition<'bulkDelete'> = {
  screen: 'bulkDelete',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).BulkDeletePopup,
  commands: [
    {
      id: 'bulkDelete.confirm',
      keys: ['Enter'],
      title: 'Delete the websites with all their statistics',
      short: 'delete',
      disabledReason: ({ bulkDeletion }) =>
        isCountTyped(bulkDeletion)
          ? undefined
          : `${bulkDeletion.typed.value === '' ? '' : 'That does not match. '}Type ${bulkDeletion.websites.length}, the number of websites, then Enter.`,
      run: ({ state }) => void state.bulkDeletion.confirm(),
    },
  ],
  focusedField: ({ bulkDeletion }) => ({
    text: bulkDeletion.typed,
    manyLines: false,
    passes: ['Enter'],
    change: bulkDeletion.edit,
  }),
  /** Every website to be deleted. */
  detail: ({ bulkDeletion }) => ({
    text: joinSafe(
      bulkDeletion.websites.map(website => websiteTitle(website)),
      label`, `,
    ),
  }),
};
