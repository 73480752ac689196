import { type KeyRow, keyLines } from '#text/keyLines.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { State } from '#store/state.ts';
import { label } from '#text/safeText.ts';
import type { Move } from '#store/navigation/list.ts';
import { helpRows, helpTableWidth } from '#store/display.ts';
import type { Command, ScreenKeys } from '#commands/command.ts';

/** Made with a function that finds keys, since the list of all screens imports this one. */
export function helpScreen(rowsOf: (state: State) => readonly KeyRow[]): ScreenDefinition<'help'> {
  return {
    screen: 'help',
    view: async () => (await import('./Screen.tsx')).helpView(rowsOf),
    ...helpKeys(rowsOf),
    title: () => [label`Help`],
  };
}

const moves: readonly { move: Move; keys: readonly string[]; title: string }[] = [
  { move: 'halfUp', keys: ['Up', 'k', 'PgUp', '^U'], title: 'Up' },
  { move: 'halfDown', keys: ['Down', 'j', 'PgDn', '^D'], title: 'Down' },
  { move: 'first', keys: ['g', 'Home'], title: 'First row' },
  { move: 'last', keys: ['G', 'End'], title: 'Last row' },
];

/** The help scrolls. The position's selection is its first line on screen. */
function helpKeys(rowsOf: (state: State) => readonly KeyRow[]): ScreenKeys {
  return {
    commands: moves.map(({ move, keys, title }): Command => ({
      id: `help.${move}`,
      keys,
      title,
      inPalette: false,
      run({ state }) {
        const { viewport } = state;
        const height = helpRows(viewport);
        const lines = keyLines(rowsOf(state), helpTableWidth(viewport));
        state.menu.move(move, Math.max(1, lines.length - height + 1), height);
      },
    })),
  };
}
