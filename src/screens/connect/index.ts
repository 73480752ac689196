import type { ScreenDefinition } from '#screens/definition.ts';
import { connectKeys } from './commands.ts';

export const connectScreen: ScreenDefinition<'connect'> = {
  screen: 'connect',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ConnectPopup,
  ...connectKeys,
};
