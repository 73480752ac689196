import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { boxColumns } from '#screens/layout.ts';
import { menuCommands, passedByMenu, withoutFirst } from '#screens/menus/menu.ts';
import { bodyRows, type Viewport } from '#store/display.ts';
import type { State } from '#store/state.ts';
import { findByWords } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';

export interface KeyRow extends HelpRow {
  readonly command: Command;
  /** All that the line stands for. */
  readonly allKeys: readonly string[];
}

export interface HelpSources {
  rowsOf(state: State): readonly KeyRow[];
  /** Of these what is typed finds. */
  found(state: State): readonly KeyRow[];
}

/** Made with functions that find keys, since the list of all screens imports this one. */
export function helpScreen({ rowsOf, found }: HelpSources): ScreenDefinition<'help'> {
  const selected = (state: State) => found(state)[state.menu.position.selected];
  const layoutOf = (state: State) => helpLayout(state.viewport, found(state), state.menu.position.selected);
  const columnCommand = (key: 'Left' | 'Right', step: -1 | 1): Command => ({
    id: `help.${key.toLowerCase()}`,
    keys: [key],
    title: 'Go to the column beside',
    inPalette: false,
    run: ({ state }) => state.menu.select(inNextColumn(layoutOf(state), state.menu.position.selected, step)),
  });
  return {
    screen: 'help',
    overlay: true,
    view: async () => (await import('./Screen.tsx')).helpView(rowsOf, found),
    commands: [
      ...menuCommands('help', {
        hasField: true,
        action: 'do it',
        size: state => ({ count: found(state).length, height: layoutOf(state).height }),
        disabledReason: state => {
          const row = selected(state);
          return row === undefined ? `${nothing}: type another one.` : row.reason;
        },
        choose(context) {
          const row = selected(context.state);
          context.state.navigation.pop();
          row?.command.run(context);
        },
      }),
      {
        id: 'help.close',
        keys: ['?', 'F1'],
        title: 'Close the help',
        short: 'close',
        footerPlace: 5,
        inPalette: false,
        run: ({ state }) => state.navigation.pop(),
      },
      columnCommand('Left', -1),
      columnCommand('Right', 1),
    ],
    // Where there is room the box says why a key does nothing.
    detail(state) {
      const row = selected(state);
      if (row === undefined) return undefined;
      const { hasDescription } = layoutOf(state);
      if (isHelp(row)) return hasDescription ? undefined : { text: safeText(nothing), tone: 'warn' };
      return row.reason === undefined || hasDescription
        ? undefined
        : { text: safeText(row.reason), tone: 'warn' };
    },
    focusedField: ({ menu: { text, edit } }) => ({
      text,
      manyLines: false,
      passes: [...passedByMenu, 'Left', 'Right', '?'],
      // Out of habit a search begins with a slash, which alone is a key.
      change: typed => edit(typed.value.length > 1 ? withoutFirst('/', typed) : typed),
    }),
  };
}

export const nothing = 'Nothing by that name';
/** Sections of what stands there where nothing is found. */
export const helpSections = { nearest: 'Nearest name', instead: 'What helps' } as const;
const isHelpSection = new Set<string>(Object.values(helpSections));

/** Whether it is none of what was searched. */
export function isHelp({ section }: HelpRow): boolean {
  return isHelpSection.has(section);
}

/** Those that what is typed finds, by what they do or their very key, in the order of the help, what does nothing now last; without one what helps. */
export function foundRows(
  rows: readonly KeyRow[],
  others: readonly KeyRow[],
  typed: string,
): readonly KeyRow[] {
  const wanted = typed.trim();
  if (wanted === '') return rows;
  const all = [...rows, ...others];
  const found = new Set(
    findByWords(all, wanted, ({ action, command }) => ({
      title: action,
      others: `${command.title} ${command.words ?? ''}`,
    })),
  );
  const shown = all.filter(row => found.has(row) || (rows.includes(row) && row.allKeys.includes(wanted)));
  if (shown.length === 0) return others;
  const dead = shown.filter(({ reason }) => reason !== undefined);
  const live = shown.filter(({ reason }) => reason === undefined);
  return [...live, ...dead.map(row => ({ ...row, section: 'Not now' }))].slice(0, maxFound);
}

/** No one reads more of what a search finds. */
const maxFound = 100;

/** A line of the help: keys that do one thing. */
export interface HelpRow {
  readonly keys: readonly string[];
  readonly action: string;
  readonly section: string;
  /** Why they do nothing now. */
  readonly reason?: string | undefined;
}

/** A line of a column: a heading, a row by its place among all of them, or a blank. */
export type HelpLine =
  { readonly heading: string } | { readonly row: HelpRow; readonly index: number } | undefined;

interface HelpLayout {
  readonly columns: readonly (readonly HelpLine[])[];
  /** Columns of the terminal for each of them. */
  readonly columnWidth: number;
  /** Of all columns the first that is shown, and how many are. */
  readonly first: number;
  readonly shown: number;
  /** Lines of a column. */
  readonly height: number;
  /** Lines above and below the columns that set them apart, where there is room. */
  readonly hasRules: boolean;
  /** What is said of the selected row stands in the box; else in the detail line. */
  readonly hasDescription: boolean;
  readonly width: number;
  /** The rows that are not shown. */
  readonly hidden: readonly HelpRow[];
}

const widest = 118;
/** Columns of the terminal from which on there are two, and three, columns of keys. */
const minForTwo = 66;
const minForThree = 108;
const rules = 2;
/** With fewer rows of the screen a box has no line for what is said of the selected key, and no headings. */
const roomForDescription = 8;
const roomForHeadings = 4;

/** The rows in columns of equal height, as low as they fit; where they do not, those around the selected one. */
export function helpLayout(viewport: Viewport, rows: readonly HelpRow[], selected: number): HelpLayout {
  const width = boxColumns(viewport, widest) - 2;
  const count = width >= minForThree ? 3 : width >= minForTwo ? 2 : 1;
  const hasDescription = bodyRows(viewport) >= roomForDescription;
  // The frame, the field and what is said.
  const room = bodyRows(viewport) - 3 - (hasDescription ? 1 : 0);
  const hasRules = room >= 10;
  const max = Math.max(1, hasRules ? room - rules : room);
  const min = Math.min(max, Math.max(1, Math.ceil(rows.length / count)));
  const heights = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const ways = [true, false].flatMap(isWhole => heights.map(height => inColumns(rows, height, isWhole)));
  const columns = ways.find(way => way.length <= count) ?? inColumns(rows, max, false);
  const height = ways.includes(columns) ? Math.max(...columns.map(lines => lines.length)) : max;
  const at = columns.findIndex(lines => lines.some(line => isRow(line) && line.index === selected));
  const shown = Math.min(count, columns.length);
  const first = Math.max(0, Math.min(at - shown + 1, columns.length - shown));
  const away = columns.filter((_, index) => index < first || index >= first + shown);
  return {
    columns,
    columnWidth: Math.floor(width / count),
    first,
    shown,
    height,
    hasRules,
    hasDescription,
    width,
    hidden: away.flat().flatMap(line => (isRow(line) ? [line.row] : [])),
  };
}

export function isRow(line: HelpLine): line is Extract<HelpLine, { row: HelpRow }> {
  return line !== undefined && 'row' in line;
}

/** Of a section that is in two columns so many rows stand in each of them, where they have room for that. */
const minTogether = 3;

/**
 * A heading never ends a column, and no column begins with a blank line. `isWhole`: a section that fits into a column is in one;
 * else it is where it would be in two of them with too few rows in one.
 */
function inColumns(rows: readonly HelpRow[], height: number, isWhole: boolean): HelpLine[][] {
  const columns: HelpLine[][] = [[]];
  const last = () => columns.at(-1) ?? [];
  const hasHeadings = height > roomForHeadings;
  const min = height > 2 * minTogether ? minTogether : 1;
  for (const section of sectionsOf(rows)) {
    const head = (hasHeadings ? 1 : 0) + (last().length === 0 || !hasHeadings ? 0 : 1);
    const room = height - last().length - head;
    const isOfOne = section.length < 2 * min || (isWhole && section.length < height);
    const isMoved = section.length > room && (room < min || isOfOne);
    if (isMoved && last().length > 0) columns.push([]);
    if (last().length > 0 && hasHeadings) last().push(undefined);
    if (hasHeadings) last().push({ heading: section[0]?.row.section ?? '' });
    let left = section;
    while (left.length > 0) {
      const free = height - last().length;
      // Those that would be too few in the next column take some with them.
      const isShort = left.length > free && left.length - free < min && left.length >= 2 * min;
      const here = isShort ? left.length - min : Math.min(left.length, free);
      last().push(...left.slice(0, here));
      left = left.slice(here);
      if (left.length > 0) columns.push([]);
    }
  }
  return columns;
}

function sectionsOf(rows: readonly HelpRow[]): { readonly row: HelpRow; readonly index: number }[][] {
  const sections: { row: HelpRow; index: number }[][] = [];
  for (const [index, row] of rows.entries()) {
    if (row.section !== rows[index - 1]?.section) sections.push([]);
    sections.at(-1)?.push({ row, index });
  }
  return sections;
}

/** The row beside the selected one, on the same line or the next one above, a column to the left or right. */
export function inNextColumn({ columns }: HelpLayout, selected: number, step: -1 | 1): number {
  const isIt = (line: HelpLine) => isRow(line) && line.index === selected;
  const from = columns.findIndex(lines => lines.some(isIt));
  const lines = columns[from + step];
  const line = columns[from]?.findIndex(isIt) ?? 0;
  if (lines === undefined) return selected;
  return (lines.slice(0, line + 1).findLast(isRow) ?? lines.find(isRow))?.index ?? selected;
}

const arrows: Readonly<Record<string, string>> = { Left: '←', Right: '→', Up: '↑', Down: '↓' };
/** Where their names are too long for a plate. */
const asciiArrows: Readonly<Record<string, string>> = { Left: '<-', Right: '->', Up: 'Up', Down: 'Dn' };
const widestPlate = 6;
const shortKeys: Readonly<Record<string, string>> = { PgUp: '^U', PgDn: '^D', Backspace: '^H' };
/** Keys that go without saying beside others: they do the same. */
const known: readonly (readonly [key: string, left: readonly string[]])[] = [
  ['Left', ['h']],
  ['Right', ['l']],
  ['Tab', ['Shift-Tab']],
  ['g', ['Home']],
  ['G', ['End']],
];

/** Keys as their plate says them: "← →", "1-9". */
export function plateOf(keys: readonly string[], isAscii: boolean): string {
  const left = new Set(known.flatMap(([key, others]) => (keys.includes(key) ? others : [])));
  const shown = keys.filter(key => !left.has(key));
  const digits = shown.filter(key => /^\d$/.test(key));
  const isRange = digits.length > 2 && digits.length === shown.length;
  const names = isRange ? [`${digits[0]}-${digits.at(-1)}`] : shown;
  const inArrows = (shown: Readonly<Record<string, string>>) =>
    names.map(key => shortKeys[key] ?? shown[key] ?? key).join(' ');
  const whole = inArrows(isAscii ? {} : arrows);
  return whole.length > widestPlate ? inArrows(asciiArrows) : whole;
}
