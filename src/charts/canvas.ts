import type { Role } from '#terminal/theme/roles.ts';
import { type SafeText, safeText } from '#text/safeText.ts';

/** The fills of an area, from the top of its plot down to the axis. */
export const areaFills = [
  'area1',
  'area2',
  'area3',
  'area4',
  'area5',
  'area6',
  'area7',
  'area8',
  'area9',
  'area10',
  'area11',
  'area12',
] as const satisfies readonly Role[];

/** Steps of a cell from its bottom up, from empty to full. */
export const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

export type Family = 'content' | 'sources' | 'places' | 'technology';

const areaSteps = [1, 2, 3, 4, 5, 6] as const;

/** The fill of a row of an area in the hue of a family: one gradient over its height, as that of `areaFills`. */
export function familyFill(family: Family, row: number, rows: number): Role {
  return `${family}${areaSteps[Math.floor((row * areaSteps.length) / Math.max(1, rows))] ?? 6}`;
}

const families = ['content', 'sources', 'places', 'technology'] as const satisfies readonly Family[];
const fills: ReadonlySet<Role> = new Set<Role>([
  ...areaFills,
  ...families.flatMap(family => areaSteps.map(step => `${family}${step}` as const)),
]);

export function isAreaFill(role: Role): boolean {
  return fills.has(role);
}

/** A stretch of one line in one style: of a chart, and of all else that is drawn. */
export interface Run {
  readonly text: SafeText;
  /** What it means: the theme has a colour for it, which never says it alone. */
  readonly tone?: Role | undefined;
  /** What it stands on: seen where the theme has tints. */
  readonly on?: Role | undefined;
  readonly bold?: boolean | undefined;
  /** Swaps colour and background, also where there are no colours. */
  readonly inverse?: boolean | undefined;
  readonly underline?: boolean | undefined;
}

/** Of charts every character is one column wide. */
export type ChartRow = readonly Run[];

export interface CellStyle {
  readonly role: Role;
  /** A tint behind the character. Where a terminal has none it is left out, and the character alone has to do. */
  readonly background?: Role | undefined;
  readonly bold?: boolean | undefined;
  readonly inverse?: boolean | undefined;
}

export interface Cell extends CellStyle {
  readonly glyph: string;
}

export const blank: Cell = { glyph: ' ', role: 'plain' };

export function noteCell(ascii: boolean): Cell {
  return { glyph: ascii ? '*' : '◆', role: 'warn', bold: true };
}

/**
 * Joins neighbours of one style. A space, or a full block of an area on its own colour, takes the role before it. The
 * last one drawn stays a block: programs that copy a screen leave out blanks at the end of a line.
 */
function toRow(cells: readonly Cell[]): ChartRow {
  const runs: { text: string; readonly style: CellStyle }[] = [];
  const end = cells.findLastIndex(({ glyph, background }) => glyph !== ' ' || background !== undefined);
  for (const [column, { glyph: drawn, ...style }] of cells.entries()) {
    const isBackground =
      column < end && drawn === '█' && style.role === style.background && isAreaFill(style.role);
    const glyph = isBackground ? ' ' : drawn;
    const last = runs.at(-1);
    if (last && isAlike(last.style, style, glyph === ' ')) last.text += glyph;
    else runs.push({ style, text: glyph });
  }
  return runs.map(({ text, style: { role, background, bold, inverse } }) => ({
    text: safeText(text, text.length),
    tone: role,
    on: background,
    bold,
    inverse,
  }));
}

function isAlike(a: CellStyle, b: CellStyle, isSpace: boolean): boolean {
  if (a.background !== b.background || a.inverse !== b.inverse) return false;
  return isSpace ? a.inverse !== true || a.role === b.role : a.role === b.role && a.bold === b.bold;
}

export function textOf(row: ChartRow): string {
  return row.map(run => run.text).join('');
}

/** Cells to draw on, the first row on top. What lies outside is not drawn. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** The blank where nothing was drawn, also outside. */
  at(column: number, row: number): Cell;
  put(column: number, row: number, cell: Cell): void;
  write(column: number, row: number, text: string, style: CellStyle): void;
  place(column: number, row: number, part: Canvas): void;
  /** The same cells to draw on: this one stays as it is. */
  copy(): Canvas;
  /** As many as there are, each of exactly so many columns. */
  toRows(): ChartRow[];
}

export function canvas(width: number, height: number): Canvas {
  const columns = integerSize(width);
  return canvasOf(
    columns,
    Array.from({ length: integerSize(height) }, () => Array.from({ length: columns }, () => blank)),
  );
}

function canvasOf(columns: number, cells: Cell[][]): Canvas {
  const rows = cells.length;
  const at = (column: number, row: number): Cell => cells[row]?.[column] ?? blank;
  const put = (column: number, row: number, cell: Cell): void => {
    if (cells[row]?.[column] !== undefined) cells[row][column] = cell;
  };
  return {
    columns,
    rows,
    at,
    put,
    write: (column, row, text, style) => {
      for (const [index, cell] of Array.from(text, glyph => ({ ...style, glyph })).entries())
        put(column + index, row, cell);
    },
    place: (column, row, part) => {
      for (let y = 0; y < part.rows; y += 1)
        for (let x = 0; x < part.columns; x += 1) put(column + x, row + y, part.at(x, y));
    },
    copy: () =>
      canvasOf(
        columns,
        cells.map(row => [...row]),
      ),
    toRows: () => cells.map(toRow),
  };
}

/** A size as a count of cells: what is no number or below zero is none. */
export function integerSize(size: number): number {
  return size > 0 && Number.isFinite(size) ? Math.floor(size) : 0;
}
