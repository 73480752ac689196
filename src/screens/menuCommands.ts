import type { Command, KeyName } from '#commands/command.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import { moveCommands } from '#screens/moveCommands.ts';

/**
 * Moving and choosing in a menu. `typing`: the menu has a text field, so letters belong to that and only the keys that
 * are no letters move.
 */
export function menuCommands(menu: {
  screen: ScreenName;
  typing: boolean;
  count(state: State): number;
  height(state: State): number;
  /** Whether there is something to choose; without it, always. */
  canChoose?(state: State): boolean;
  choose(state: State): void;
}): Command[] {
  const isOn = isOnTop(menu.screen);
  const moves = moveCommands(menu.screen, isOn, (state, move) =>
    state.menu.move(move, menu.count(state), menu.height(state)),
  );
  return [
    {
      id: `${menu.screen}.choose`,
      keys: ['Enter'],
      title: 'Choose',
      short: 'choose',
      when: state => isOn(state) && (menu.canChoose?.(state) ?? true),
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
