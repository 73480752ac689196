import type { ScreenDefinition } from '#screens/definition.ts';
import { periodKeys } from './commands.ts';

export const periodScreen: ScreenDefinition<'period'> = {
  screen: 'period',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).PeriodPopup,
  ...periodKeys,
};
