import type { ScreenDefinition } from '#screens/definition.ts';
import { compareKeys } from './commands.ts';

export const compareScreen: ScreenDefinition<'compare'> = {
  screen: 'compare',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ComparePopup,
  ...compareKeys,
};
