import type { ScreenKeys } from '#commands/command.ts';
import { isConfirmed } from '#store/editing/deletion.ts';
import { isOnTop } from '#store/navigation/navigation.ts';

export const deleteKeys: ScreenKeys = {
  commands: [
    {
      id: 'delete.confirm',
      keys: ['Enter'],
      title: 'Delete the website with all its statistics',
      short: 'delete',
      when: state => isOnTop('delete')(state) && isConfirmed(state.deletion),
      run: ({ state }) => void state.deletion.confirm(),
    },
  ],
  focusedField({ deletion }) {
    if (deletion.deleting) return undefined;
    return { text: deletion.typed, manyLines: false, passes: ['Enter'], change: deletion.edit };
  },
};
