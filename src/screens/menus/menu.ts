import type { Command, DisabledReason, KeyName } from '#commands/command.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { moveCommands } from '#screens/listCommands.ts';

/**
 * Moving and choosing in a menu. `typing`: the menu has a text field, so letters belong to that and only the keys that
 * are no letters move.
 */
export function menuCommands(menu: {
  screen: ScreenName;
  typing: boolean;
  count(state: State): number;
  height(state: State): number;
  /** Why nothing can be chosen now; without it, something always can. */
  disabledReason?: DisabledReason;
  choose(state: State): void;
}): Command[] {
  const moves = moveCommands(menu.screen, (state, move) =>
    state.menu.move(move, menu.count(state), menu.height(state)),
  );
  return [
    {
      id: `${menu.screen}.choose`,
      keys: ['Enter'],
      title: 'Choose',
      short: 'choose',
      disabledReason: menu.disabledReason,
      run: ({ state }) => menu.choose(state),
    },
    ...(menu.typing ? moves.map(withoutLetters).filter(({ keys }) => keys.length > 0) : moves),
  ];
}

/** Keys that a menu's own text field leaves to the menu. */
export const passedByMenu: readonly KeyName[] = ['Enter', 'Up', 'Down', 'PgUp', 'PgDn'];

function withoutLetters(command: Command): Command {
  return { ...command, keys: command.keys.filter(key => passedByMenu.includes(key)) };
}
