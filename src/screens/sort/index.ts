import type { ScreenDefinition } from '#screens/definition.ts';
import { sortKeys } from './commands.ts';

export const sortScreen: ScreenDefinition<'sort'> = {
  screen: 'sort',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).SortPopup,
  ...sortKeys,
};
