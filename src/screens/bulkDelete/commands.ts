import type { ScreenKeys } from '#commands/command.ts';
import { isCountTyped } from '#store/editing/bulkDeletion.ts';
import { isOnTop } from '#store/navigation/navigation.ts';

export const bulkDeleteKeys: ScreenKeys = {
  commands: [
    {
      id: 'bulkDelete.confirm',
      keys: ['Enter'],
      title: 'Delete the websites with all their statistics',
      short: 'delete',
      when: state => isOnTop('bulkDelete')(state) && isCountTyped(state.bulkDeletion),
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
