/** The fills of an area, from its top down. */
export const chartFills = ['chart', 'chart2', 'chart3', 'chart4'] as const;

/** The hues of the families of panels. */
export type Family = 'content' | 'sources' | 'places' | 'technology';

/**
 * What a part of a chart is, in the words of the themes, which have a colour for each; every part also reads without one.
 * `chartLine` is the brighter line above an area, `chartBefore` the period it is compared with, `heat1` to `heat6` the
 * steps of a grid, least first. As a ground: fills, `weekend` and the steps.
 */
export type ChartRole =
  | 'plain'
  | 'dim'
  | 'accent'
  | 'good'
  | 'bad'
  | 'frame'
  | 'weekend'
  | 'chartLine'
  | 'chartBefore'
  | (typeof chartFills)[number]
  | Family
  | `${Family}Fill`
  | HeatRole;

export type HeatRole = 'heat1' | 'heat2' | 'heat3' | 'heat4' | 'heat5' | 'heat6';

export interface CellStyle {
  readonly role: ChartRole;
  /** A tint behind the character. Where a terminal has none it is left out, and the character alone has to do. */
  readonly ground?: ChartRole | undefined;
  readonly bold?: boolean | undefined;
  /** Swaps colour and ground, also where there are no colours. */
  readonly inverse?: boolean | undefined;
}

/** Neighbouring cells of one style. Every character is one column wide. */
export interface Run extends CellStyle {
  readonly text: string;
}

export type ChartRow = readonly Run[];

/** One column of one row. */
export interface Cell extends CellStyle {
  readonly glyph: string;
}

export const blank: Cell = { glyph: ' ', role: 'plain' };

export function cellsOf(text: string, style: CellStyle): Cell[] {
  return Array.from(text, glyph => ({ ...style, glyph }));
}

/** Joins neighbours of one style; a space takes the role of what stands before it. */
export function toRow(cells: readonly Cell[]): ChartRow {
  const runs: Run[] = [];
  for (const { glyph, ...style } of cells) {
    const last = runs.at(-1);
    if (last && isAlike(last, style, glyph === ' '))
      runs[runs.length - 1] = { ...last, text: last.text + glyph };
    else runs.push({ ...style, text: glyph });
  }
  return runs;
}

function isAlike(a: CellStyle, b: CellStyle, isSpace: boolean): boolean {
  if (a.ground !== b.ground || a.inverse !== b.inverse) return false;
  return isSpace ? a.inverse !== true || a.role === b.role : a.role === b.role && a.bold === b.bold;
}

export function textOf(row: ChartRow): string {
  return row.map(run => run.text).join('');
}
