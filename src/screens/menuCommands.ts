import type { Command } from '#commands/command.ts';
import { topRoute } from '#store/navigation.ts';
import type { ScreenName } from '#store/route.ts';
import type { State } from '#store/state.ts';
import { moveKeys } from '#screens/tableCommands.ts';

/**
 * Moving and choosing in a menu. `typing`: the menu has a text field, so letters belong to that and only the keys that
 * are no letters move.
 */
export function menuCommands(menu: {
  screen: ScreenName;
  typing: boolean;
  count(state: State): number;
  height(state: State): number;
  choose(state: State): void;
}): Command[] {
  const isOn = (state: State) => topRoute(state.navigation.stack).screen === menu.screen;
  const moves = moveKeys.map(({ move, keys, title }): Command => ({
    id: `${menu.screen}.${move}`,
    keys: menu.typing ? keys.filter(key => /^(Up|Down|PgUp|PgDn)$/.test(key)) : keys,
    title,
    when: isOn,
    run: ({ state }) => state.menu.move(move, menu.count(state), menu.height(state)),
  }));
  return [
    {
      id: `${menu.screen}.choose`,
      keys: ['Enter'],
      title: 'Choose',
      short: 'choose',
      when: isOn,
      run: ({ state }) => menu.choose(state),
    },
    ...moves.filter(command => command.keys.length > 0),
  ];
}

/** Keys that a menu's own text field leaves to the menu. */
export const passedByMenu = ['Enter', 'Up', 'Down', 'PgUp', 'PgDn'];
