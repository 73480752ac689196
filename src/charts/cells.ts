/** What a part of a chart is; whoever draws it chooses the colour, and every part also reads without one. */
export type Tone = 'main' | 'fill' | 'second' | 'dim' | 'axis' | 'mark' | 'warn' | 'plain';

/** Neighbouring cells of one tone. Every character is one column wide. */
export interface Run {
  readonly text: string;
  readonly tone: Tone;
}

export type ChartRow = readonly Run[];

/** One column of one row. */
export interface Cell {
  readonly glyph: string;
  readonly tone: Tone;
}

export const blank: Cell = { glyph: ' ', tone: 'plain' };

export function cellsOf(text: string, tone: Tone): Cell[] {
  return Array.from(text, glyph => ({ glyph, tone }));
}

/** Joins neighbours of one tone; a space takes the tone of what stands before it. */
export function toRow(cells: readonly Cell[]): ChartRow {
  const runs: Run[] = [];
  for (const { glyph, tone } of cells) {
    const last = runs.at(-1);
    if (last && (last.tone === tone || glyph === ' ')) {
      runs[runs.length - 1] = { text: last.text + glyph, tone: last.tone };
    } else {
      runs.push({ text: glyph, tone });
    }
  }
  return runs;
}

export function textOf(row: ChartRow): string {
  return row.map(run => run.text).join('');
}
