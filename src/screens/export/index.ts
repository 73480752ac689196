import type { ScreenDefinition } from '#screens/definition.ts';
import { exportKeys } from './commands.ts';

export const exportScreen: ScreenDefinition<'export'> = {
  screen: 'export',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ExportPopup,
  ...exportKeys,
};
