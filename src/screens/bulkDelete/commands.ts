import type { ScreenKeys } from '#commands/command.ts';
import { isCountTyped } from '#store/bulk.ts';
import { topRoute } from '#store/navigation.ts';

export const bulkDeleteKeys: ScreenKeys = {
  commands: [
    {
      id: 'bulkDelete.confirm',
      keys: ['Enter'],
      title: 'Delete the websites with all their statistics',
      short: 'delete',
      when: state => topRoute(state.navigation.stack).screen === 'bulkDelete' && isCountTyped(state.bulk),
      run: ({ state }) => void state.bulk.deleteAll(),
    },
  ],
  focusedField: ({ bulk }) => ({
    text: bulk.typed,
    manyLines: false,
    passes: ['Enter'],
    change: bulk.typeCount,
  }),
};
