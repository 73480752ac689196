import type { PaletteItem } from '#commands/palette.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { State } from '#store/core/state.ts';
import type { Move } from '#store/core/list.ts';
import { paletteRows } from '#store/core/viewport.ts';
import type { Command, ScreenKeys } from '#commands/command.ts';

/** The palette lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => PaletteItem[]): ScreenDefinition<'palette'> {
  return {
    screen: 'palette',
    overlay: true,
    view: async () => (await import('./Screen.tsx')).palettePopup(itemsOf),
    ...paletteKeys(itemsOf),
  };
}

const moves: readonly { move: Move; keys: readonly string[]; title: string }[] = [
  { move: 'up', keys: ['Up', 'Shift-Tab'], title: 'Up' },
  { move: 'down', keys: ['Down', 'Tab'], title: 'Down' },
  { move: 'halfUp', keys: ['PgUp'], title: 'Half a page up' },
  { move: 'halfDown', keys: ['PgDn'], title: 'Half a page down' },
];

/** The keys of the palette over its items. */
function paletteKeys(items: (state: State) => PaletteItem[]): ScreenKeys {
  return {
    commands: [
      {
        id: 'palette.choose',
        keys: ['Enter'],
        title: 'Choose',
        short: 'choose',
        disabledReason: state =>
          items(state).length === 0 ? 'Nothing by that name: type another one.' : undefined,
        run(context) {
          const { state } = context;
          const item = items(state)[state.menu.position.selected];
          state.navigation.pop();
          item?.run(context);
        },
      },
      ...moves.map(({ move, keys, title }): Command => ({
        id: `palette.${move}`,
        keys,
        title,
        run: ({ state }) => state.menu.move(move, items(state).length, paletteRows(state.viewport)),
      })),
    ],
    focusedField: ({ menu }) => ({
      text: menu.text,
      manyLines: false,
      passes: ['Enter', 'Up', 'Down', 'PgUp', 'PgDn'],
      change: menu.edit,
    }),
  };
}
