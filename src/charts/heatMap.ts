import { cellsOf, toRow, type Cell, type ChartRow } from './cells.ts';
import { labelLine } from './dateLabels.ts';
import { maximum } from './spread.ts';

export interface HeatMapInput {
  /** A row for each weekday, in it a count for each hour; undefined where nothing is known. */
  readonly rows: readonly { readonly label: string; readonly counts: readonly (number | undefined)[] }[];
  /** The heading of each hour, shown where there is room. One column to a character. */
  readonly headings: readonly string[];
  /** Columns at most: cells are one to three wide. */
  readonly width: number;
  readonly ascii?: boolean | undefined;
  readonly formatCount: (count: number) => string;
}

// None, then four shades of more and more ink, which read without colour.
const blocks = '·░▒▓█';
const ascii = '.:+*#';

/** Headings, a row for each weekday, an empty row and the legend of the shades; cut at the right where it must be. */
export function heatMap(input: HeatMapInput): ChartRow[] {
  const { rows, headings, width, formatCount } = input;
  const shades = input.ascii ? ascii : blocks;
  const limits = shadeLimits(maximum(rows.flatMap(({ counts }) => counts)));
  const margin = Math.max(0, ...rows.map(({ label }) => label.length)) + 1;
  const hours = Math.max(headings.length, ...rows.map(({ counts }) => counts.length), 1);
  const wide = Math.max(1, Math.min(3, Math.floor((width - margin) / hours)));
  const placed = headings.map((text, hour) => ({ column: hour * wide, text }));
  const fits = (cells: readonly Cell[]): ChartRow => toRow(cells.slice(0, Math.max(0, width)));
  return [
    fits(cellsOf(' '.repeat(margin) + labelLine(placed, Math.min(hours * wide, width - margin)), 'axis')),
    ...rows.map(({ label, counts }) =>
      fits([
        ...cellsOf(label.padEnd(margin), 'axis'),
        ...Array.from({ length: hours }, (_, hour) => shadeCell(counts[hour], limits, shades)).flatMap(cell =>
          Array.from({ length: wide }, () => cell),
        ),
      ]),
    ),
    [],
    fits(legend(limits, shades, margin, width, formatCount)),
  ];
}

/** The greatest count of each shade: quarters of the maximum, those of whole counts that differ. */
function shadeLimits(max: number): number[] {
  return [...new Set([1, 2, 3, 4].map(quarter => Math.ceil((max * quarter) / 4)))].filter(limit => limit > 0);
}

function shadeCell(count: number | undefined, limits: readonly number[], shades: string): Cell {
  if (count === undefined) return { glyph: ' ', tone: 'plain' };
  if (count <= 0) return { glyph: shades[0] ?? ' ', tone: 'axis' };
  const place = limits.findIndex(limit => count <= limit);
  return { glyph: glyphOf(place, limits, shades), tone: 'main' };
}

/** Where there are fewer shades than four, the darkest are taken. */
function glyphOf(place: number, limits: readonly number[], shades: string): string {
  return shades[place + shades.length - limits.length] ?? ' ';
}

/** "· 0  ░ to 250  ▒ to 500  ▓ to 750  █ to 1k", or "·0 ░250 ▒500 ▓750 █1k" where that is too long. */
function legend(
  limits: readonly number[],
  shades: string,
  margin: number,
  width: number,
  formatCount: (count: number) => string,
): Cell[] {
  const written = (gap: string, zero: string, upTo: string): Cell[] => [
    ...cellsOf(' '.repeat(margin), 'axis'),
    ...cellsOf(`${shades[0]}${zero}${formatCount(0)}`, 'axis'),
    ...limits.flatMap((limit, place) => [
      ...cellsOf(gap, 'axis'),
      ...cellsOf(glyphOf(place, limits, shades), 'main'),
      ...cellsOf(`${upTo}${formatCount(limit)}`, 'axis'),
    ]),
  ];
  const long = written('  ', ' ', ' to ');
  return long.length <= width ? long : written(' ', '', '');
}
