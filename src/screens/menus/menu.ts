import type { CommandContext, Command, DisabledReason, KeyName } from '#commands/command.ts';
import type { MenuItem } from '#components/box/Menu.tsx';
import type { Part } from '#components/parts.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { boxColumns, fitLines, popupPlace } from '#screens/layout.ts';
import { moveCommands } from '#screens/listCommands.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/display.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { cutFacts, wrapSafe } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';
import { textAtEnd, type TextValue } from '#text/textField.ts';

export interface MenuChoice extends MenuItem {
  choose(context: CommandContext): void;
}

export interface MenuDefinition {
  /** Columns with the frame, where the terminal has them. */
  readonly width: number;
  readonly title: SafeText;
  note?(state: State, count: number): SafeText;
  /** @param columns those inside of the frame */
  items(state: State, columns: number): readonly MenuChoice[];
  /** Lines of the list where there is room; without it one for each item. */
  rows?(viewport: Viewport, count: number): number;
  readonly field?: {
    readonly placeholder: SafeText;
    /** Out of habit it is typed first: it begins no entry. */
    readonly ignored?: string;
    /** Nobody types a question mark into it: it shows the keys. */
    readonly passesHelp?: true;
    /** What is typed, if anything is and Enter takes it in place of an item. */
    typed?(state: State): Pick<MenuChoice, 'choose'> | undefined;
    /** The item that a text selects which is none of its own. */
    begun?(text: string, state: State): number | undefined;
    /** Said below the field. It matters more than the list, which gives way to a long answer. */
    says?(state: State): Part | undefined;
  };
  /** Said below the list, as far as there is room: what is wrong is said whole. */
  below?(state: State, columns: number): Part | undefined;
  /** That in one line below a rule, whatever it is: nothing moves with the selection. */
  readonly isBelowLine?: true;
  readonly disabledReason?: DisabledReason;
  /** Keys of single entries, as `MenuItem` has them, with what they choose: only without a field. */
  readonly keys?: readonly { readonly key: KeyName; readonly title: string }[];
  /** What is chosen leaves the menu open, or opens something over it. */
  readonly staysOpen?: true;
}

type MenuName = 'sort' | 'period' | 'compare' | 'filter' | 'palette' | 'profiles';

type MenuScreen<S extends MenuName> = { readonly screen: S } & Omit<ScreenDefinition<MenuName>, 'screen'>;

export function menuScreen<S extends MenuName>(screen: S, menu: MenuDefinition): MenuScreen<S> {
  const selected = (state: State): MenuChoice | undefined =>
    menu.field?.typed?.(state) === undefined
      ? menuLayout(menu, state).items[state.menu.position.selected]
      : undefined;
  return {
    screen,
    overlay: true,
    view: async () => (await import('./Popups.tsx')).menuPopup(menu),
    commands: [
      ...keyCommands(screen, menu),
      ...menuCommands(screen, {
        hasField: menu.field !== undefined,
        size(state) {
          const { items, list } = menuLayout(menu, state);
          return { count: items.length, height: list };
        },
        disabledReason: state => menu.disabledReason?.(state) ?? selected(state)?.reason,
        choose(context) {
          const { state } = context;
          const chosen = menu.field?.typed?.(state) ?? selected(state);
          if (menu.staysOpen !== true) state.navigation.pop();
          chosen?.choose(context);
        },
      }),
    ],
    detail(state) {
      const text = menuLayout(menu, state).hasLine ? undefined : selected(state)?.reason;
      return text === undefined ? undefined : { text, tone: 'warn' };
    },
    ...(menu.field !== undefined && {
      focusedField: (state: State) => ({
        text: state.menu.text,
        manyLines: false,
        passes: menu.field?.passesHelp === true ? [...passedByMenu, '?'] : passedByMenu,
        change(typed: TextValue) {
          const value = withoutFirst(menu.field?.ignored, typed);
          state.menu.edit(value, menu.field?.begun?.(value.value, state));
        },
      }),
    }),
  };
}

export function withoutFirst(ignored: string | undefined, typed: TextValue): TextValue {
  return typed.value.charAt(0) === ignored ? textAtEnd(typed.value.slice(1)) : typed;
}

function keyCommands(screen: ScreenName, { keys = [], items }: MenuDefinition): Command[] {
  return keys.map(({ key, title }) => {
    const found = (state: State) => items(state, state.viewport.columns).find(item => item.key === key);
    return {
      id: `${screen}.key.${key}`,
      keys: [key],
      title,
      inPalette: false,
      isHere: state => found(state) !== undefined,
      disabledReason: state => found(state)?.reason,
      run(context) {
        const chosen = found(context.state);
        context.state.navigation.pop();
        chosen?.choose(context);
      },
    };
  });
}

/** Moving and choosing in a menu. With a text field letters belong to that, and only keys that are none move. */
export function menuCommands(
  screen: ScreenName,
  menu: {
    hasField: boolean;
    size(state: State): { count: number; height: number };
    disabledReason?: DisabledReason | undefined;
    action?: string;
    choose(context: CommandContext): void;
  },
): Command[] {
  const moves = moveCommands(screen, (state, by) => {
    const { count, height } = menu.size(state);
    state.menu.move(by, count, height);
  });
  return [
    {
      id: `${screen}.choose`,
      keys: ['Enter'],
      title: 'Choose',
      short: menu.action ?? 'choose',
      disabledReason: menu.disabledReason,
      run: menu.choose,
    },
    ...(menu.hasField ? moves.map(withoutLetters).filter(({ keys }) => keys.length > 0) : moves),
  ];
}

export const passedByMenu: readonly KeyName[] = ['Enter', 'Up', 'Down', 'PgUp', 'PgDn'];
/** Every field leaves these to the commands. */
const tabs: Readonly<Record<string, readonly KeyName[]>> = { Up: ['Shift-Tab'], Down: ['Tab'] };

function withoutLetters(command: Command): Command {
  const keys = command.keys.filter(key => passedByMenu.includes(key));
  return { ...command, keys: keys.flatMap(key => [key, ...(tabs[key] ?? [])]) };
}

export function menuLayout(menu: MenuDefinition, state: State) {
  const { viewport } = state;
  const says = menu.field?.says?.(state);
  const hasRule = menu.field !== undefined && says === undefined && hasSpacing(viewport);
  const field = (menu.field === undefined ? 0 : 1) + (hasRule ? 1 : 0);
  // One that has everything takes its part of a wide screen.
  const outer =
    menu.rows === undefined ? menu.width : Math.max(menu.width, Math.floor(viewport.columns * 0.6));
  const width = boxColumns(viewport, outer) - 2;
  const message = says === undefined ? [] : wrapSafe(says.text, width - 4);
  const minTextRows = says === undefined ? 0 : hasSpacing(viewport) ? 2 : 1;
  const items = menu.items(state, width);
  // Entries matter more than what is said of the selected one.
  const hasRoom =
    menu.isBelowLine !== true ||
    menu.rows !== undefined ||
    bodyRows(viewport) - 2 - field - minTextRows >= items.length + 2;
  const under = hasRoom ? menu.below?.(state, width) : undefined;
  const hasLine = menu.isBelowLine === true && under !== undefined;
  const wrapped =
    under === undefined ? [] : hasLine ? [cutFacts(under.text, width - 2)] : wrapSafe(under.text, width - 2);
  const problemRows = under?.tone === 'bad' ? wrapped.length : 0;
  const room = bodyRows(viewport) - 2 - field - minTextRows - problemRows;
  const wanted = menu.rows?.(viewport, items.length) ?? items.length;
  const rows = Math.max(1, Math.min(wanted, room)) + minTextRows;
  const textRows = Math.max(minTextRows, Math.min(message.length, rows));
  const place = popupPlace(viewport, {
    width: outer,
    rows: field + rows + (under === undefined ? 0 : wrapped.length + 1),
  });
  // A list as high as what is found, below a field that stays where it is.
  const list =
    menu.rows === undefined ? rows - textRows : Math.max(1, Math.min(rows - textRows, items.length));
  return {
    items,
    place: { ...place, height: place.height - (rows - textRows - list) },
    /** Between the field and the list, where nothing is said there. */
    hasRule,
    message: Array.from({ length: textRows }, (_, line) => message[line] ?? label``),
    list,
    below:
      under === undefined ? { spaced: false, lines: [] } : fitLines(wrapped, place.height - 2 - field - rows),
    under,
    hasLine,
  };
}
