import type { ScreenDefinition } from '#screens/definition.ts';
import { profilesKeys } from './commands.ts';

export const profilesScreen: ScreenDefinition<'profiles'> = {
  screen: 'profiles',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ProfilesPopup,
  ...profilesKeys,
};
