import { menuCommands } from '#screens/menuCommands.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { label } from '#terminal/safeText.ts';
import { profileItems, profileRows } from './items.ts';

export const profilesScreen: ScreenDefinition<'profiles'> = {
  screen: 'profiles',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).ProfilesPopup,
  asks: ({ profiles: { problem } }) =>
    problem === undefined
      ? []
      : [
          { key: 'Enter', does: label`try again` },
          { key: 'a', does: label`connect` },
          { key: 'Esc', does: label`back` },
        ],
  commands: [
    ...menuCommands({
      screen: 'profiles',
      typing: false,
      count: state => profileItems(state).length,
      height: state => profileRows(state).list,
      choose: state => profileItems(state)[state.menu.position.selected]?.choose(),
    }),
    {
      id: 'profiles.connect',
      keys: ['a'],
      title: 'Connect another service',
      short: 'connect',
      run: ({ state }) => state.profiles.connect(),
    },
  ],
};
