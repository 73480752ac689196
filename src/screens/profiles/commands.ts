import type { ScreenKeys } from '#commands/command.ts';
import { menuCommands } from '#screens/menuCommands.ts';
import type { State } from '#store/core/state.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { profileItems } from './items.ts';

/** Longer lists scroll. */
const listRows = 10;

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
      run: ({ state }) => state.profiles.connect(),
    },
  ],
};

/** Rows of the list on this terminal, which leave room for the frame, the title and the problem. */
export function profileRows(state: State): number {
  const others = 3 + (state.profiles.problem === undefined ? 0 : 1);
  return Math.max(1, Math.min(profileItems(state).length, listRows, bodyRows(state.viewport) - others));
}
