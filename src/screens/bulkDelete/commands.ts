import type { ScreenKeys } from '#commands/command.ts';
import { isCountTyped } from '#store/editing/bulkDeletion.ts';

export const bulkDeleteKeys: ScreenKeys = {
  commands: [
    {
      id: 'bulkDelete.confirm',
      keys: ['Enter'],
      title: 'Delete the websites with all their statistics',
      short: 'delete',
      disabledReason: ({ bulkDeletion }) =>
        isCountTyped(bulkDeletion)
          ? undefined
          : `Type ${bulkDeletion.websites.length}, the number of websites, then Enter.`,
      run: ({ state }) => void state.bulkDeletion.confirm(),
    },
  ],
  focusedField: ({ bulkDeletion }) => ({
    text: bulkDeletion.typed,
    manyLines: false,
    passes: ['Enter'],
    change: bulkDeletion.edit,
  }),
};
