import type { ScreenKeys } from '#commands/command.ts';
import { menuCommands } from '#screens/menuCommands.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';
import { popupRows } from '#store/viewport.ts';
import { profileItems } from './items.ts';

/** The most services listed without scrolling. */
export const listRows = 10;

export const profilesKeys: ScreenKeys = {
  commands: [
    ...menuCommands({
      screen: 'profiles',
      typing: false,
      count: state => profileItems(state).length,
      height: state => profileRows(state),
      choose: state => profileItems(state)[state.menu.position.selected]?.choose(),
    }),
    {
      id: 'profiles.connect',
      keys: ['a'],
      title: 'Connect another service',
      short: 'connect',
      when: state => topRoute(state.navigation.stack).screen === 'profiles',
      run: ({ state }) => state.profiles.connect(),
    },
  ],
};

/** Rows of the list on this terminal. */
export function profileRows(state: State): number {
  return Math.min(profileItems(state).length, popupRows(state.viewport, listRows));
}
