import { boxColumns } from '#screens/layout.ts';
import { bodyRows, type Viewport } from '#store/display.ts';

/** A line of the help: keys that do one thing. */
export interface HelpRow {
  readonly keys: readonly string[];
  readonly does: string;
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
  readonly width: number;
  /** The rows that are not shown. */
  readonly hidden: readonly HelpRow[];
}

const widest = 118;
/** Columns of the terminal from which on there are two, and three, columns of keys. */
const leastForTwo = 66;
const leastForThree = 108;
/** The field and what is said of the selected key. */
const others = 2;
const rules = 2;

/** The rows in columns of equal height, as low as they fit; where they do not, those around the selected one. */
export function helpLayout(viewport: Viewport, rows: readonly HelpRow[], selected: number): HelpLayout {
  const width = boxColumns(viewport, widest) - 2;
  const count = width >= leastForThree ? 3 : width >= leastForTwo ? 2 : 1;
  const room = bodyRows(viewport) - 2 - others;
  const hasRules = room >= 10;
  const most = Math.max(1, hasRules ? room - rules : room);
  let height = Math.min(most, Math.max(1, Math.ceil(rows.length / count)));
  while (height < most && inColumns(rows, height).length > count) height += 1;
  const columns = inColumns(rows, height);
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
    width,
    hidden: away.flat().flatMap(line => (isRow(line) ? [line.row] : [])),
  };
}

export function isRow(line: HelpLine): line is Extract<HelpLine, { row: HelpRow }> {
  return line !== undefined && 'row' in line;
}

/** A heading never ends a column, and no column begins with a blank line. */
function inColumns(rows: readonly HelpRow[], height: number): HelpLine[][] {
  const columns: HelpLine[][] = [[]];
  const room = () => height - (columns.at(-1)?.length ?? 0);
  const isFresh = () => columns.at(-1)?.length === 0;
  const put = (line: HelpLine) => columns.at(-1)?.push(line);
  rows.forEach((row, index) => {
    if (row.section !== rows[index - 1]?.section && height > 1) {
      const needed = isFresh() ? 2 : 3;
      if (room() < needed) {
        if (!isFresh()) columns.push([]);
      } else if (!isFresh()) put(undefined);
      put({ heading: row.section });
    }
    if (room() < 1) columns.push([]);
    put({ row, index });
  });
  return columns;
}

/** The row beside the selected one, on the same line or the next one above, a column to the left or right. */
export function besideIt({ columns }: HelpLayout, selected: number, step: -1 | 1): number {
  const isIt = (line: HelpLine) => isRow(line) && line.index === selected;
  const from = columns.findIndex(lines => lines.some(isIt));
  const lines = columns[from + step];
  const line = columns[from]?.findIndex(isIt) ?? 0;
  if (lines === undefined) return selected;
  return (lines.slice(0, line + 1).findLast(isRow) ?? lines.find(isRow))?.index ?? selected;
}

const arrows: Readonly<Record<string, string>> = { Left: '←', Right: '→', Up: '↑', Down: '↓' };
const shortKeys: Readonly<Record<string, string>> = { PgUp: '^U', PgDn: '^D', Backspace: '^H' };
/** Keys that go without saying beside others: they do the same. */
const known: readonly (readonly [beside: string, left: readonly string[]])[] = [
  ['Left', ['h']],
  ['Right', ['l']],
  ['Tab', ['Shift-Tab']],
  ['g', ['Home']],
  ['G', ['End']],
];

/** Keys as their plate says them: "← →", "1-9". */
export function plateOf(keys: readonly string[], isAscii: boolean): string {
  const left = new Set(known.flatMap(([beside, others]) => (keys.includes(beside) ? others : [])));
  const shown = keys.filter(key => !left.has(key));
  const digits = shown.filter(key => /^\d$/.test(key));
  const isRange = digits.length > 2 && digits.length === shown.length;
  const names = isRange ? [`${digits[0]}-${digits.at(-1)}`] : shown;
  return names.map(key => shortKeys[key] ?? (isAscii ? key : (arrows[key] ?? key))).join(' ');
}
