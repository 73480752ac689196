import type { Move } from '#store/core/list.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';
import { helpRows } from '#store/core/viewport.ts';
import type { Command, ScreenKeys } from './command.ts';
import type { KeyRow } from './keyTable.ts';

const moves: readonly { move: Move; keys: readonly string[]; title: string }[] = [
  { move: 'halfUp', keys: ['Up', 'k', 'PgUp', '^U'], title: 'Up' },
  { move: 'halfDown', keys: ['Down', 'j', 'PgDn', '^D'], title: 'Down' },
  { move: 'first', keys: ['g', 'Home'], title: 'First row' },
  { move: 'last', keys: ['G', 'End'], title: 'Last row' },
];

/** The help scrolls. The position's selection is its first line on screen. */
export function helpKeys(rowsOf: (state: State) => readonly KeyRow[]): ScreenKeys {
  return {
    commands: moves.map(({ move, keys, title }): Command => ({
      id: `help.${move}`,
      keys,
      title,
      when: isOnTop('help'),
      run({ state }) {
        const height = helpRows(state.viewport);
        state.menu.move(move, Math.max(1, rowsOf(state).length - height + 1), height);
      },
    })),
  };
}
