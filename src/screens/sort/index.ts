import { menuCommands } from '#screens/menuCommands.ts';
import { menuRows } from '#store/core/viewport.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { sortOptions } from './options.ts';

export const sortScreen: ScreenDefinition<'sort'> = {
  screen: 'sort',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).SortPopup,
  commands: menuCommands({
    screen: 'sort',
    typing: false,
    count: state => sortOptions(state).length,
    height: state => menuRows(state.viewport, sortOptions(state).length),
    choose(state) {
      const option = sortOptions(state)[state.menu.position.selected];
      state.navigation.pop();
      option?.choose();
    },
  }),
};
