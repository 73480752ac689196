import type { Command, ScreenKeys } from '#commands/command.ts';
import type { PaletteItem } from '#commands/palette.ts';
import { statisticInfo, whyNoStatistic } from '#model/service/capabilities.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { paletteRows } from '#store/display.ts';
import type { Move } from '#store/navigation/list.ts';
import type { State } from '#store/state.ts';

/** The palette lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => PaletteItem[]): ScreenDefinition<'palette'> {
  return {
    screen: 'palette',
    overlay: true,
    view: async () => (await import('./MenuPopup.tsx')).palettePopup(itemsOf),
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

/** Why nothing is found by what was typed: for a statistic that the service does not record, its reason. */
export function whyNothing({ menu, capabilities }: State): string {
  const typed = menu.text.value.trim().toLowerCase();
  const isNamed = (text: string) => text.toLowerCase().startsWith(typed);
  const named = allStatistics.filter(name => isNamed(name) || isNamed(statisticInfo(name).title));
  const reason = named.map(name => whyNoStatistic(capabilities, name)).find(why => why !== undefined);
  return reason ?? 'Nothing by that name';
}
