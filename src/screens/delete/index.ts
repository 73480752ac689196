import type { ScreenDefinition } from '#screens/definition.ts';
import { deleteKeys } from './commands.ts';

export const deleteScreen: ScreenDefinition<'delete'> = {
  screen: 'delete',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).DeletePopup,
  ...deleteKeys,
};
