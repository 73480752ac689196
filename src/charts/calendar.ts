import { canvas, type Canvas, type ChartRow, noteCell, integerSize } from './canvas.ts';
import { drawCell, drawCursor, drawSteps, heatCell, unknownCell } from './heatMap.ts';

export interface CalendarInput {
  /** Of consecutive days from a Monday on; undefined where nothing is known. */
  readonly counts: readonly (number | undefined)[];
  /** The index of the day that is not over, which has no step. */
  readonly open?: number | undefined;
  /** The days of them that have a mark. */
  readonly noted?: readonly boolean[] | undefined;
  /** Of the weekdays, Monday first. */
  readonly labels: readonly string[];
  readonly headings: readonly { readonly week: number; readonly text: string }[];
  /** The averages of the weekdays, behind their days where there is room. */
  readonly averages?: readonly string[] | undefined;
  /** The index of a day. */
  readonly cursor?: number | undefined;
  /** The most columns and rows: days are as large as they allow, up to four by four. */
  readonly width: number;
  readonly height: number;
  readonly ascii?: boolean | undefined;
  readonly formatCount: (count: number) => string;
  /** Before the counts are read no steps of them are named. */
  readonly isUnread?: boolean | undefined;
}

const weekdays = 7;
/** Columns and rows of a day: beyond it a calendar reads no better. */
const widest = 4;
const legendRows = 2;

/** The greatest count of each of six steps, which have about as many of the days above zero each; fewer where counts are equal. */
export function sixths(counts: readonly (number | undefined)[]): number[] {
  const sorted = counts
    .filter(count => count !== undefined && Number.isFinite(count) && count > 0)
    .sort((a = 0, b = 0) => a - b);
  const limits = Array.from(
    { length: 6 },
    (_, step) => sorted[Math.ceil((sorted.length * (step + 1)) / 6) - 1],
  );
  return [...new Set(limits)].flatMap(limit => limit ?? []);
}

export function calendarRows({ counts, labels, averages, width, height }: CalendarInput): number {
  return layout({ counts, labels, averages, width, height }).rows;
}

function layout({
  counts,
  labels,
  averages = [],
  width,
  height,
}: Pick<CalendarInput, 'counts' | 'labels' | 'averages' | 'width' | 'height'>) {
  const weeks = Math.ceil(counts.length / weekdays);
  const margin = Math.max(0, ...labels.map(text => text.length)) + 1;
  const wanted = averages.length === 0 ? 0 : Math.max(...averages.map(text => text.length)) + 2;
  const room = Math.max(1, integerSize(width) - margin);
  const averagesRoom = room - wanted >= weeks ? wanted : 0;
  const wide = Math.max(1, Math.min(widest, Math.floor((room - averagesRoom) / Math.max(1, weeks))));
  const spare = integerSize(height) - weekdays;
  const hasHeadings = spare >= 1;
  const hasLegend = spare >= 1 + legendRows;
  const others = Number(hasHeadings) + (hasLegend ? legendRows : 0);
  const high = Math.max(1, Math.min(wide, Math.floor((integerSize(height) - others) / weekdays)));
  return {
    margin,
    averages: averagesRoom,
    weeks: Math.min(weeks, Math.floor((room - averagesRoom) / wide)),
    firstOfLast: Math.max(0, weeks - Math.floor((room - averagesRoom) / wide)),
    wide,
    high,
    hasHeadings,
    hasLegend,
    rows: Math.min(integerSize(height), others + weekdays * high),
  };
}

/** How many of the first weeks have no room. */
export function weeksLeftOut(input: CalendarInput): number {
  return layout(input).firstOfLast;
}

/** Columns that it takes, of those that it may have. */
export function calendarColumns({ counts, labels, averages, width, height }: CalendarInput): number {
  const { margin, weeks, wide, averages: behind } = layout({ counts, labels, averages, width, height });
  return margin + weeks * wide + behind;
}

/** A column for each week, a row for each weekday; the last weeks where not all fit, or those around the cursor. */
export function calendar(input: CalendarInput): ChartRow[] {
  const {
    counts,
    open,
    noted = [],
    labels,
    headings,
    averages = [],
    cursor,
    ascii = false,
    formatCount,
  } = input;
  const grid = layout(input);
  const { margin, weeks, wide, high } = grid;
  const at =
    cursor === undefined ? undefined : { week: Math.floor(cursor / weekdays), row: cursor % weekdays };
  const first =
    at === undefined
      ? grid.firstOfLast
      : Math.min(grid.firstOfLast, Math.max(0, at.week - Math.floor(weeks / 2)));
  const on = canvas(input.width, grid.rows);
  const limits = sixths(counts);
  const top = Number(grid.hasHeadings);
  if (grid.hasHeadings) drawHeadings(on, headings, { ...grid, first }, at?.week);
  for (let row = 0; row < weekdays; row += 1) {
    const y = top + row * high;
    const middle = y + Math.floor((high - 1) / 2);
    const style = at?.row === row ? ({ role: 'accent', bold: true } as const) : ({ role: 'dim' } as const);
    on.write(0, middle, labels[row] ?? '', style);
    for (let week = 0; week < weeks; week += 1) {
      const place = { column: margin + week * wide, row: y, wide, high };
      const day = (first + week) * weekdays + row;
      const isUnknown = day < counts.length && counts[day] === undefined && day !== open;
      const unknown = input.isUnread === true ? { ...unknownCell(ascii), glyph: ' ' } : unknownCell(ascii);
      drawCell(on, place, isUnknown ? unknown : heatCell(counts[day], limits, ascii));
      // Without a background: it would not be read on the tint of many visitors.
      if (noted[day] === true) drawCell(on, place, noteCell(ascii));
    }
    if (grid.averages > 0)
      on.write(margin + weeks * wide, middle, (averages[row] ?? '').padStart(grid.averages), {
        role: 'plain',
      });
  }
  if (grid.averages > 0 && grid.hasHeadings)
    on.write(margin + weeks * wide, 0, 'avg'.padStart(grid.averages), { role: 'dim' });
  if (at !== undefined && at.week - first < weeks)
    drawCursor(on, { row: at.row, hour: at.week - first }, grid);
  if (grid.hasLegend && input.isUnread !== true)
    drawSteps(
      on,
      limits,
      { ascii, formatCount, hasUnknown: counts.some((count, day) => count === undefined && day !== open) },
      margin,
    );
  return on.toRows();
}

/** The headings alone, for a line below a calendar that has no row for them; nothing where it has. */
export function calendarHeadings(input: CalendarInput): ChartRow | undefined {
  const grid = layout(input);
  if (grid.hasHeadings) return undefined;
  const on = canvas(input.width, 1);
  drawHeadings(on, input.headings, { ...grid, first: grid.firstOfLast }, undefined);
  return on.toRows()[0];
}

/** From the last one back, so that the first of a month that has only some of its weeks is the one left out. */
function drawHeadings(
  on: Canvas,
  headings: CalendarInput['headings'],
  { margin, wide, weeks, first }: { margin: number; wide: number; weeks: number; first: number },
  week: number | undefined,
): void {
  const named = headings.findLast(heading => week !== undefined && heading.week <= week);
  let end = margin + weeks * wide + 1;
  for (const heading of headings.toReversed()) {
    const start = margin + Math.max(0, heading.week - first) * wide;
    const isShown = heading.week - first < weeks && start + heading.text.length < end;
    if (isShown) {
      on.write(start, 0, heading.text, heading === named ? { role: 'accent', bold: true } : { role: 'dim' });
      end = start;
    }
    if (heading.week <= first) return;
  }
}
