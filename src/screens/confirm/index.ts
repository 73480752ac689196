import type { ScreenDefinition } from '#screens/definition.ts';
import { confirmKeys } from './commands.ts';

export const confirmScreen: ScreenDefinition<'confirm'> = {
  screen: 'confirm',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ConfirmPopup,
  ...confirmKeys,
};
