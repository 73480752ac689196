import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { menuCommands, passedByMenu } from '#screens/menus/menu.ts';
import type { State } from '#store/state.ts';
import { findByWords } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { besideIt, helpLayout, type HelpRow } from './layout.ts';

export interface KeyRow extends HelpRow {
  readonly command: Command;
  /** All that the line stands for. */
  readonly allKeys: readonly string[];
}

/** Made with a function that finds keys, since the list of all screens imports this one. */
export function helpScreen(rowsOf: (state: State) => readonly KeyRow[]): ScreenDefinition<'help'> {
  const found = (state: State) => foundRows(rowsOf(state), state.menu.text.value);
  const selected = (state: State) => found(state)[state.menu.position.selected];
  const layoutOf = (state: State) => helpLayout(state.viewport, found(state), state.menu.position.selected);
  const beside = (key: 'Left' | 'Right', step: -1 | 1): Command => ({
    id: `help.${key.toLowerCase()}`,
    keys: [key],
    title: 'Go to the column beside',
    inPalette: false,
    run: ({ state }) => state.menu.select(besideIt(layoutOf(state), state.menu.position.selected, step)),
  });
  return {
    screen: 'help',
    overlay: true,
    view: async () => (await import('./Screen.tsx')).helpView(rowsOf, found),
    commands: [
      ...menuCommands('help', {
        hasField: true,
        does: 'do it',
        size: state => ({ count: found(state).length, height: layoutOf(state).height }),
        disabledReason: state => {
          const row = selected(state);
          return row === undefined ? 'No key by that name: type another one.' : row.reason;
        },
        choose(context) {
          const row = selected(context.state);
          context.state.navigation.pop();
          row?.command.run(context);
        },
      }),
      beside('Left', -1),
      beside('Right', 1),
    ],
    // Where there is room the box says it.
    detail(state) {
      const reason = selected(state)?.reason;
      return reason === undefined || layoutOf(state).hasSaid
        ? undefined
        : { text: safeText(reason), tone: 'warn' };
    },
    focusedField: ({ menu: { text, edit } }) => ({
      text,
      manyLines: false,
      passes: [...passedByMenu, 'Left', 'Right'],
      change: edit,
    }),
  };
}

/** Those that what is typed finds, by what they do or their very key, in the order of the help. */
function foundRows(rows: readonly KeyRow[], typed: string): readonly KeyRow[] {
  const wanted = typed.trim();
  if (wanted === '') return rows;
  const found = new Set(
    findByWords(rows, wanted, ({ does, command }) => ({
      title: does,
      others: `${command.title} ${command.words ?? ''}`,
    })),
  );
  return rows.filter(row => found.has(row) || row.allKeys.includes(wanted));
}
