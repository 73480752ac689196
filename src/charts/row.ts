import type { Role } from '#terminal/theme/roles.ts';
import { textWidth } from '#text/characters.ts';
import { fitStart, head, padEnd, spaces, tellingCut } from '#text/fit.ts';
import { label, repeatSafe, type SafeText, sliceSafe } from '#text/safeText.ts';
import { canvas, type Canvas, type ChartRow, type Family, type Run } from './canvas.ts';
import { maximum } from './scale.ts';

interface BarOptions {
  readonly ascii?: boolean | undefined;
  /** A logarithmic scale, on which small counts still differ beside a great one. */
  readonly log?: boolean | undefined;
}

/** A thin horizontal bar of exactly so many columns. Above zero it has a mark, and only the maximum fills the width. */
export function bar(count: number, max: number, width: number, { ascii, log }: BarOptions = {}): string {
  const room = roomOf(width);
  const halves = stepsOf(count, max, room * 2, log ?? false);
  const [whole, half] = ascii ? ['=', '-'] : ['━', '╸'];
  return (whole.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? half : '')).padEnd(room);
}

/** How many columns of a row lie on its bar. Above zero at least one, and only the maximum has all. */
export function barColumns(
  count: number,
  max: number,
  width: number,
  { log }: Pick<BarOptions, 'log'> = {},
): number {
  return stepsOf(count, max, roomOf(width), log ?? false);
}

function roomOf(width: number): number {
  return width > 0 ? Math.floor(width) : 0;
}

function stepsOf(count: number, max: number, total: number, log: boolean): number {
  if (!(count > 0) || !(max > 0) || total < 1) return 0;
  if (count >= max) return total;
  const share = log ? Math.log1p(count) / Math.log1p(max) : count / max;
  return Math.max(1, Math.min(Math.round(share * total), total - 1));
}

const steps = 2;

interface SignedBars {
  readonly ascii?: boolean | undefined;
  /** Which of them are within chance: as grey as their numbers. */
  readonly dim?: readonly boolean[] | undefined;
}

/** Falls to the left, all rows on one scale that has room for the greatest fall and rise. What is no change is the line alone. */
export function signedBars(
  changes: readonly number[],
  width: number,
  { ascii = false, dim = [] }: SignedBars = {},
): ChartRow[] {
  const on = canvas(width, changes.length);
  const max = maximum(changes);
  const min = maximum(changes.map(change => -change));
  const room = Math.max(0, on.columns - 1);
  const line = lineColumn(max, min, room);
  // What is above the greatest number there is would have no ratio.
  const scale = Math.max(min > 0 ? min / Math.max(line, 1) : 0, max > 0 ? max / Math.max(room - line, 1) : 0);
  for (const [row, change] of changes.entries()) {
    on.put(line, row, { glyph: ascii ? '|' : '│', role: 'frame' });
    const side = change < 0 ? line : room - line;
    const length = Number.isFinite(change) && change !== 0 ? Math.abs(change) / scale : 0;
    const drawn =
      change === 0 || !(length > 0) ? 0 : Math.max(1, Math.min(Math.round(length * steps), side * steps));
    const role = dim[row] === true ? 'dim' : change < 0 ? 'bad' : 'good';
    drawBar(on, { row, line, drawn, isFall: change < 0, role, ascii });
  }
  return on.toRows();
}

/** Each side has the room its greatest needs, and at least one column where it has any. */
function lineColumn(max: number, min: number, room: number): number {
  if (min === 0) return 0;
  if (max === 0) return room;
  return Math.max(1, Math.min(room - 1, Math.round(room * (min / 2 / (min / 2 + max / 2)))));
}

interface SignedBar {
  readonly row: number;
  readonly line: number;
  /** Its length in halves of a column. */
  readonly drawn: number;
  readonly isFall: boolean;
  readonly role: Role;
  readonly ascii: boolean;
}

/** A fall ends at the line, so that its half column is a right one. */
function drawBar(on: Canvas, { row, line, drawn, isFall, role, ascii }: SignedBar): void {
  const [whole, half] = ascii ? ['=', '-'] : ['━', isFall ? '╺' : '╸'];
  for (let at = 0; at * steps < drawn; at += 1) {
    const glyph = drawn - at * steps >= steps ? whole : half;
    on.put(isFall ? line - 1 - at : line + 1 + at, row, { glyph, role });
  }
}

/** The hue of a bar: of what is counted, or of a change. */
export type BarHue = Family | 'good' | 'bad' | 'dim';

/** A value with a bar, and its numbers at the right. */
export interface RowCells {
  readonly label: Run;
  readonly value: number;
  readonly numbers: readonly Run[];
  readonly hue?: BarHue | undefined;
  /** Its bar is of what is usual, which is still to come. */
  readonly isUsual?: boolean;
  /** What it was before: a line on its bar, or behind it where that is shorter; where a letter would hide one of them, none has it. */
  readonly before?: number | undefined;
}

export interface RowOptions {
  readonly width: number;
  readonly ascii: boolean;
  /** Bars are lines at the foot of the labels and of the blanks behind them: for where the theme has no tints. */
  readonly isLined: boolean;
  /** What the longest bar stands for, where it is in another list. */
  readonly max?: number | undefined;
  /** The hue of bars of counts; without it the values are changes, and their first numbers say it. */
  readonly family?: Family | undefined;
  /** Of two lines both lie on the bar; a line is at the foot of the second. */
  readonly lines?: 1 | 2;
  /** The least columns of each number, and the blanks before it. */
  readonly min?: readonly number[];
  readonly gap?: number;
  readonly selected?: number | undefined;
}

/** The lines of each row: all of the same width, their numbers in columns, their bars behind them on one scale. */
export function rowRuns(rows: readonly RowCells[], look: RowOptions): readonly ChartRow[][] {
  const { width, ascii, family, isLined, lines = 1, min = [], gap = 1 } = look;
  const widths = numberWidths(rows, min);
  const room = Math.max(0, width - widths.reduce((sum, columns) => sum + columns + gap, 0));
  const isLow = isLined && lines === 2;
  const barRoom = isLined && !isLow ? room : width;
  const max = maximum([look.max, ...rows.flatMap(({ value, before }) => [Math.abs(value), before])]);
  const cut = tellingCut(
    rows.map(({ label: name }) => name.text),
    room,
  );
  const all = rows.map(({ label: name, numbers, before }) => {
    const first: Run[] = [
      { ...name, text: padEnd(cut(name.text, room), room) },
      ...widths.flatMap((columns, index) => {
        const number = numbers[index] ?? { text: label`` };
        return [{ text: spaces(gap) }, { ...number, text: fitStart(number.text, columns) }];
      }),
    ];
    const at = barColumns(before ?? 0, max, barRoom) - 1;
    const withBefore = withLine(first, at, ascii);
    return { first, withBefore, isHidden: at >= 0 && withBefore.length === first.length };
  });
  const isHidden = all.some(each => each.isHidden);
  return rows.map((row, index) => {
    const { value, numbers, isUsual = false } = row;
    const { first, withBefore } = all[index] ?? { first: [], withBefore: [] };
    const hue = isUsual ? 'dim' : (row.hue ?? family ?? changeHue(value, numbers[0]?.tone));
    const bar = { columns: barColumns(Math.abs(value), max, barRoom), hue, isLined };
    const isSelected = index === look.selected;
    const barred = rowOn(isHidden ? first : withBefore, { bar: isLow ? undefined : bar, isSelected });
    if (lines === 1) return [barred];
    const under = onBar([{ text: spaces(width) }], isSelected ? lit(bar) : bar);
    return [barred, isSelected ? under.map(run => ({ ...run, on: run.on ?? 'selection' })) : under];
  });
}

/** Of a change: as grey as its number where that is within chance. */
export function changeHue(change: number, tone: Run['tone']): BarHue {
  if (tone === 'dim') return 'dim';
  return change < 0 ? 'bad' : 'good';
}

/** With a line in that column, where no letter stands. */
function withLine(runs: readonly Run[], at: number, ascii: boolean): Run[] {
  let left = at;
  return runs.flatMap((run): Run[] => {
    const begin = head(run.text, left);
    const rest = sliceSafe(run.text, begin.length);
    const columns = textWidth(run.text);
    const isHere =
      left >= 0 &&
      left < columns &&
      /^ +$/.test(rest) &&
      rest.length + begin.length - begin.trimEnd().length > 1;
    left -= columns;
    if (!isHere) return [run];
    const line: Run = { text: ascii ? label`|` : label`│`, tone: 'chartBefore' };
    return [{ ...run, text: begin }, line, { ...run, text: sliceSafe(rest, 1) }].filter(
      ({ text }) => text !== '',
    );
  });
}

/** A column that has no text anywhere is left out. */
function numberWidths(rows: readonly RowCells[], min: readonly number[]): number[] {
  const count = maximum(rows.map(({ numbers }) => numbers.length));
  const widths = Array.from({ length: count }, (_, index) =>
    maximum([min[index], ...rows.map(({ numbers }) => textWidth(numbers[index]?.text ?? label``))]),
  );
  return widths.slice(0, widths.findLastIndex(columns => columns > 0) + 1);
}

export interface DrawnBar {
  readonly columns: number;
  readonly hue: BarHue | 'selection';
  /** A line at their foot in place of a background: where the theme has no tints. */
  readonly isLined: boolean;
}

/** The runs of a row on its bar and, where it is selected, on the backgrounds of the selection, from which its name stands out. */
export function rowOn(
  runs: readonly Run[],
  { bar, isSelected }: { readonly bar?: DrawnBar | undefined; isSelected: boolean },
): Run[] {
  const name = isSelected ? runs.findIndex(({ text }) => text.trim() !== '') : -1;
  const named = runs.map((run, index): Run =>
    index === name ? { ...run, tone: 'accent', bold: true } : run,
  );
  const barred = bar === undefined ? named : onBar(named, isSelected ? lit(bar) : bar);
  return isSelected ? barred.map(run => ({ ...run, on: run.on ?? 'selection' })) : barred;
}

/** Where it covers the whole row, its background still says that the row is selected; a line at its foot covers nothing. */
function lit(bar: DrawnBar): DrawnBar {
  return bar.isLined ? bar : { ...bar, hue: 'selection' };
}

/** The first columns of the runs on a background or on a line: a bar behind its label. */
export function onBar(runs: readonly Run[], { columns, hue, isLined }: DrawnBar): Run[] {
  let left = columns;
  return runs.flatMap((run): Run[] => {
    const under = head(run.text, left);
    left -= textWidth(under);
    const beyond = sliceSafe(run.text, under.length);
    if (beyond !== '') left = 0;
    const barred = isLined
      ? lined(run, under, beyond.trim() === '' ? hue : undefined)
      : [{ ...run, text: under, on: run.on ?? (`${hue}Bar` as const) }];
    return [...barred, { ...run, text: beyond }].filter(({ text }) => text !== '');
  });
}

/** Letters are underlined, the blanks behind them are the line itself, as thin: it is seen where a terminal underlines no blanks. */
function lined(run: Run, text: SafeText, tone: DrawnBar['hue'] | undefined): Run[] {
  // Within a label that goes on the last blank is one of its own.
  const name = tone === undefined ? text : sliceSafe(text, 0, text.trimEnd().length);
  const blanks = text.length - name.length;
  return [
    { ...run, text: name, underline: true },
    { text: repeatSafe(label`_`, blanks), tone },
  ];
}
