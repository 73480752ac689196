import { wholeSize } from './canvas.ts';

export interface HeatMapInput {
  /** A row for each weekday, in it a count for each hour; undefined where nothing is known. */
  readonly rows: readonly { readonly label: string; readonly counts: readonly (number | undefined)[] }[];
  /** The heading of each hour: every second one, or of those as many as there is room for. One column to a character. */
  readonly headings: readonly string[];
  /** The most columns and rows: cells are as large as they allow, up to twelve by six. */
  readonly width: number;
  readonly height: number;
  readonly cursor?: { readonly row: number; readonly hour: number } | undefined;
  readonly ascii?: boolean | undefined;
  /** Of the counts, which may be averages: steps and texts tell those of so many decimals apart. */
  readonly decimals?: 0 | 1 | undefined;
  readonly formatCount: (count: number) => string;
}

/** Of a cell: beyond it a grid reads no better. */
const widest = 12;
const highest = 6;

export interface Layout {
  readonly margin: number;
  readonly hours: number;
  /** Columns and rows of a cell. */
  readonly wide: number;
  readonly high: number;
  /** Columns of the sums of the rows; 0 without. */
  readonly sums: number;
  readonly hasHeadings: boolean;
  readonly hasHourSums: boolean;
  readonly hasLegend: boolean;
}

export function layout({ rows, headings, width, height }: HeatMapInput, sums: readonly string[]): Layout {
  const margin = Math.max(0, ...rows.map(({ label }) => label.length)) + 1;
  const hours = Math.max(headings.length, ...rows.map(({ counts }) => counts.length), 1);
  const wanted = Math.max(0, ...sums.map(text => text.length)) + 2;
  const withSums = wholeSize(width) - margin - wanted >= hours;
  const room = wholeSize(width) - margin - (withSums ? wanted : 0);
  const spare = wholeSize(height) - rows.length;
  const hasHeadings = spare >= 1;
  const hasHourSums = spare >= 2;
  const hasLegend = spare >= 4;
  const free = wholeSize(height) - Number(hasHeadings) - Number(hasHourSums) - Number(hasLegend) * 2;
  return {
    margin,
    hours,
    wide: Math.max(1, Math.min(widest, Math.floor(room / hours))),
    high: Math.max(1, Math.min(highest, Math.floor(free / Math.max(1, rows.length)))),
    sums: withSums ? wanted : 0,
    hasHeadings,
    hasHourSums,
    hasLegend,
  };
}

export function sumText(
  counts: readonly (number | undefined)[],
  formatCount: (count: number) => string,
): string {
  const total = sum(counts);
  return total === undefined ? '' : formatCount(total);
}

export function sum(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter(isKnown);
  return known.length === 0 ? undefined : known.reduce((total, count) => total + count, 0);
}

export function isKnown(count: number | undefined): count is number {
  return count !== undefined && Number.isFinite(count);
}
