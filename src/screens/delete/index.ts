import { isConfirmed } from '#store/editing/deletion.ts';
import type { State } from '#store/core/state.ts';
import type { ScreenDefinition } from '#screens/definition.ts';

export const deleteScreen: ScreenDefinition<'delete'> = {
  screen: 'delete',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).DeletePopup,
  commands: [
    {
      id: 'delete.confirm',
      keys: ['Enter'],
      title: 'Delete the website with all its statistics',
      short: 'delete',
      disabledReason: whyNot,
      run: ({ state }) => void state.deletion.confirm(),
    },
  ],
  focusedField({ deletion }) {
    if (deletion.deleting) return undefined;
    return { text: deletion.typed, manyLines: false, passes: ['Enter'], change: deletion.edit };
  },
};

function whyNot({ deletion }: State): string | undefined {
  if (deletion.deleting) return 'It is being deleted: wait for the answer.';
  if (isConfirmed(deletion)) return undefined;
  return deletion.typed.value === ''
    ? 'Type the name of the website as it stands above, then Enter.'
    : 'What is typed does not match the name above: type it whole, then Enter.';
}
