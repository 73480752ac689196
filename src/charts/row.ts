import type { Role } from '#terminal/theme/roles.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd, fitStart, head, padEnd, spaces, tellingCut } from '#text/fit.ts';
import { label, repeatSafe, safeText, type SafeText, sliceSafe } from '#text/safeText.ts';
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
  /** Where the line stands, a part of the width, so that several charts have it in one column; else where both sides just have room. */
  readonly zeroAt?: number | undefined;
  /** A short word for each, written beside the line on the side that its bar leaves free, where it has room. */
  readonly words?: readonly string[] | undefined;
  /** Which of them are within chance: as grey as their numbers. */
  readonly dim?: readonly boolean[] | undefined;
}

/** Falls to the left, all rows on one scale that has room for the greatest fall and rise. What is no change is the line alone. */
export function signedBars(
  changes: readonly number[],
  width: number,
  { ascii = false, zeroAt, words = [], dim = [] }: SignedBars = {},
): ChartRow[] {
  const on = canvas(width, changes.length);
  const most = maximum(changes);
  const least = maximum(changes.map(change => -change));
  const room = Math.max(0, on.columns - 1);
  const line = zeroAt === undefined ? lineColumn(most, least, room) : Math.round(room * zeroAt);
  // What is above the greatest number there is would have no ratio.
  const scale = Math.max(
    least > 0 ? least / Math.max(line, 1) : 0,
    most > 0 ? most / Math.max(room - line, 1) : 0,
  );
  for (const [row, change] of changes.entries()) {
    on.put(line, row, { glyph: ascii ? '|' : '│', role: 'frame' });
    const word = words[row] ?? '';
    if (word !== '' && word.length < (change < 0 ? room - line : line))
      on.write(change < 0 ? line + 2 : line - 1 - word.length, row, word, { role: 'dim' });
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
function lineColumn(most: number, least: number, room: number): number {
  if (least === 0) return 0;
  if (most === 0) return room;
  return Math.max(1, Math.min(room - 1, Math.round(room * (least / 2 / (least / 2 + most / 2)))));
}

interface DrawnBar {
  readonly row: number;
  readonly line: number;
  /** Its length in halves of a column. */
  readonly drawn: number;
  readonly isFall: boolean;
  readonly role: Role;
  readonly ascii: boolean;
}

/** A fall ends at the line, so that its half column is a right one. */
function drawBar(on: Canvas, { row, line, drawn, isFall, role, ascii }: DrawnBar): void {
  const [whole, half] = ascii ? ['=', '-'] : ['━', isFall ? '╺' : '╸'];
  for (let at = 0; at * steps < drawn; at += 1) {
    const glyph = drawn - at * steps >= steps ? whole : half;
    on.put(isFall ? line - 1 - at : line + 1 + at, row, { glyph, role });
  }
}

/** A value with a bar, and its numbers at the right. */
export interface RowCells {
  readonly label: Run;
  readonly value: number;
  readonly numbers: readonly Run[];
  /** Of two lines what the second says. */
  readonly below?: Run | undefined;
  /** A short word in the room that a bar of changes leaves free. */
  readonly word?: SafeText | undefined;
  /** Its bar is of what is usual, which is still to come. */
  readonly isUsual?: boolean;
  /** What it was before: a line on its bar, or behind it where that is shorter. */
  readonly before?: number | undefined;
}

export interface RowLook {
  readonly width: number;
  readonly ascii: boolean;
  /** What the longest bar of counts stands for, where it is in another list. */
  readonly most?: number | undefined;
  /** The hue of bars of counts; without it the values are changes, left and right of a line. */
  readonly family?: Family | undefined;
  /** Bars of counts lie behind the rows: for where the theme has tints. */
  readonly isBehind?: boolean;
  /** Bars of counts are lines at the foot of the labels and of the blanks behind them: for where the theme has no tints. */
  readonly isLined?: boolean;
  /** Columns of the bars beside the labels, of those that the numbers and the blanks before them leave. */
  bar(room: number): number;
  /** To so many columns labels are cut to make room for a bar; by default none is. */
  readonly leastLabel?: number;
  /** Where changes have the line between falls and rises: a part of the bar's columns. By default as the values need it. */
  readonly zeroAt?: number | undefined;
  /** Of two lines the second has a bar of the whole width, or lies on the same one as the first. */
  readonly lines?: 1 | 2;
  /** The least columns of each number, and the blanks before it. */
  readonly least?: readonly number[];
  readonly gap?: number;
  readonly selected?: number | undefined;
}

/** A bar of fewer columns tells nothing of its count. */
const minBar = 3;

/** The lines of each row: all of the same width, their numbers in columns, their bars on one scale. */
export function rowRuns(rows: readonly RowCells[], look: RowLook): readonly ChartRow[][] {
  const { width, ascii, family, isLined = false, lines = 1, least = [], gap = 1 } = look;
  const isBehind = isLined || look.isBehind === true;
  const widths = numberWidths(rows, least);
  const room = Math.max(0, width - widths.reduce((sum, columns) => sum + columns + gap, 0));
  const barWidth = isBehind || lines === 2 ? 0 : barRoom(rows, room, look);
  const labelWidth = barWidth === 0 ? room : room - barWidth - 1;
  const most = maximum([look.most, ...rows.flatMap(({ value, before }) => [value, before])]);
  const cut = tellingCut(
    rows.map(({ label: name }) => name.text),
    labelWidth,
  );
  const bars = barWidth === 0 ? [] : barsOf(rows, barWidth, { ...look, most });
  return rows.map(({ label: name, value, numbers, isUsual = false, before, below: said }, index) => {
    const first: Run[] = [
      { ...name, text: padEnd(cut(name.text, labelWidth), labelWidth) },
      ...(barWidth === 0 ? [] : [{ text: spaces(1) }, ...(bars[index] ?? [])]),
      ...widths.flatMap((columns, index) => {
        const number = numbers[index] ?? { text: label`` };
        return [{ text: spaces(gap) }, { ...number, text: fitStart(number.text, columns) }];
      }),
    ];
    const below: Run =
      said !== undefined
        ? { ...said, text: padEnd(cutEnd(said.text, width), width) }
        : family === undefined || isBehind
          ? { text: spaces(width) }
          : thinBar(value, most, width, family, { ascii });
    const bar =
      family !== undefined && isBehind
        ? {
            columns: barColumns(value, most, isLined ? labelWidth : width),
            on: isUsual ? ('field' as const) : (`${family}Bar` as const),
            line: isLined ? family : undefined,
          }
        : undefined;
    const isSelected = index === look.selected;
    // Letters are not written over.
    const at = bar === undefined ? -1 : beforeColumn(before, most, isLined ? labelWidth : width);
    const on = (line: readonly Run[]) =>
      rowOn(withLine(line, at, { ascii, isFree: true }), { bar, isSelected });
    if (lines === 1) return [on(first)];
    if (said === undefined) return [on(first), on([below])];
    const barred = bar === undefined || isLined ? [below] : onBar([below], bar);
    const selected = barred.map((run): Run => ({ ...run, on: run.on ?? 'selection' }));
    return [on(first), isSelected ? selected : barred];
  });
}

/** The column of a line for what was before; -1 for none. */
function beforeColumn(before: number | undefined, most: number, width: number): number {
  return before === undefined ? -1 : barColumns(before, most, width) - 1;
}

function withLine(
  runs: readonly Run[],
  at: number,
  { ascii, isFree = false }: { ascii: boolean; isFree?: boolean },
): Run[] {
  let left = at;
  return runs.flatMap((run): Run[] => {
    const begin = head(run.text, left);
    const rest = sliceSafe(run.text, begin.length);
    const columns = textWidth(run.text);
    const isHere =
      left >= 0 &&
      left < columns &&
      (!isFree || (/^ +$/.test(rest) && rest.length + begin.length - begin.trimEnd().length > 1));
    left -= columns;
    if (!isHere) return [run];
    const line: Run = { text: ascii ? label`|` : label`│`, tone: 'chartBefore' };
    return [{ ...run, text: begin }, line, { ...run, text: sliceSafe(rest, 1) }].filter(
      ({ text }) => text !== '',
    );
  });
}

function barRoom(
  rows: readonly RowCells[],
  room: number,
  { bar: asked, leastLabel = room }: Pick<RowLook, 'bar' | 'leastLabel'>,
): number {
  const columns = Math.max(0, asked(room));
  const longest = maximum(rows.map(({ label: name }) => textWidth(name.text)));
  const left = room - 1 - Math.min(longest, leastLabel);
  return left < minBar ? 0 : Math.min(columns, left);
}

/** A column that has no text anywhere is left out. */
function numberWidths(rows: readonly RowCells[], least: readonly number[]): number[] {
  const count = maximum(rows.map(({ numbers }) => numbers.length));
  const widths = Array.from({ length: count }, (_, index) =>
    maximum([least[index], ...rows.map(({ numbers }) => textWidth(numbers[index]?.text ?? label``))]),
  );
  return widths.slice(0, widths.findLastIndex(columns => columns > 0) + 1);
}

function barsOf(rows: readonly RowCells[], width: number, look: RowLook): readonly ChartRow[] {
  const { ascii, family, zeroAt } = look;
  if (family !== undefined)
    return rows.map(({ value, before }) =>
      withLine(
        [thinBar(value, look.most ?? 0, width, family, { ascii })],
        beforeColumn(before, look.most ?? 0, width),
        {
          ascii,
        },
      ),
    );
  const values = rows.map(({ value }) => value);
  return signedBars(values, width, {
    ascii,
    zeroAt,
    words: rows.map(({ word = label`` }) => word),
    dim: rows.map(({ numbers }) => numbers[0]?.tone === 'dim'),
  });
}

/** A thin bar in the hue of a family, exactly so many columns wide. Characters are thin enough without being quiet. */
export function thinBar(
  count: number,
  most: number,
  width: number,
  family: Family,
  options: BarOptions,
): Run {
  const tone = options.ascii === true ? family : (`${family}Fill` as const);
  return { text: safeText(bar(count, most, width, options)), tone };
}

interface RowBar {
  readonly columns: number;
  readonly on: Run['on'];
  /** A line at their foot in place of a background, in this hue; undefined where the theme has tints. */
  readonly line?: Family | undefined;
}

/** The runs of a row on its bar and, where it is selected, on the background of the selection, from which its name stands out. */
export function rowOn(
  runs: readonly Run[],
  { bar, isSelected }: { readonly bar?: RowBar | undefined; isSelected: boolean },
): Run[] {
  const name = isSelected ? runs.findIndex(({ text }) => text.trim() !== '') : -1;
  const named = runs.map((run, index): Run =>
    index === name ? { ...run, tone: 'accent', bold: true } : run,
  );
  const barred = bar === undefined ? named : onBar(named, bar);
  return isSelected ? barred.map(run => ({ ...run, on: run.on ?? 'selection' })) : barred;
}

/** The first columns of the runs on a background, for themes with tints (`hasTints`), or on a line: a bar behind its label. */
export function onBar(runs: readonly Run[], { columns, on, line }: RowBar): Run[] {
  let left = columns;
  return runs.flatMap((run): Run[] => {
    const under = head(run.text, left);
    left -= textWidth(under);
    const beyond = sliceSafe(run.text, under.length);
    if (beyond !== '') left = 0;
    const barred = line === undefined ? [{ ...run, text: under, on: run.on ?? on }] : lined(run, under, line);
    return [...barred, { ...run, text: beyond }].filter(({ text }) => text !== '');
  });
}

/** Letters are underlined, the blanks behind them are the line itself, as thin: it is seen where a terminal underlines no blanks. */
function lined(run: Run, text: SafeText, family: Family): Run[] {
  const name = sliceSafe(text, 0, text.trimEnd().length);
  const blanks = text.length - name.length;
  return [
    { ...run, text: name, underline: true },
    { text: repeatSafe(label`_`, blanks), tone: family },
  ];
}
