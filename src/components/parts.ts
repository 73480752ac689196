import type { TextProps } from 'ink';
import type { ChartRow, Run as Part } from '#charts/canvas.ts';
import { type BarHue, type RowCells, type RowOptions, rowRuns } from '#charts/row.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import type { Baseline } from '#model/comparison/periods.ts';
import { type Change, changeTone, formatChange } from '#model/comparison/change.ts';
import { formatMark, type RowMark } from '#model/comparison/rows.ts';
import { inkColour, inRole, type Role } from '#terminal/theme/roles.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import {
  columnGap,
  cutAt,
  cutEnd,
  fitStart,
  gapOf,
  padEnd,
  placeColumns,
  type PlacedColumn,
  spaces,
} from '#text/fit.ts';
import type { Stretch } from '#text/match.ts';
import { label, repeatSafe, safeText, type SafeText, sliceSafe } from '#text/safeText.ts';

export type { Run as Part } from '#charts/canvas.ts';
export type { Role as Tone } from '#terminal/theme/roles.ts';

/** Columns before a chart. */
export const chartIndent = 3;

/** Columns that are left free beside a chart, on both sides together. */
export const chartMargins = chartIndent + 1;

export function dim(text: SafeText): Part {
  return { text, tone: 'dim' };
}

export function heading(title: SafeText, note?: SafeText): Part[] {
  return [
    { text: title, tone: 'accent', bold: true },
    ...(note === undefined ? [] : [dim(label`  ${note}`)]),
  ];
}

/** In place of what is being read: what comes later moves nothing. */
export function dotsOf(width: number): Part {
  return { text: repeatSafe(isAscii() ? label`.` : label`·`, Math.max(0, width)), tone: 'frame' };
}

/** So many columns of the width; the first ones have what is left over. */
export function columnWidths(width: number, count: number): number[] {
  const each = Math.floor(width / count);
  return Array.from({ length: count }, (_, index) => each + (index < width - each * count ? 1 : 0));
}

/** The parts cut and padded to the width, with those on the right moved to the end. */
export function fitParts(left: readonly Part[], right: readonly Part[], width: number): Part[] {
  const kept = cutParts(right, width);
  const forLeft = width - partsWidth(kept);
  const fitted = cutParts(left, kept.length === 0 ? forLeft : forLeft - 1);
  const gap = spaces(forLeft - partsWidth(fitted));
  if (gap !== '') fitted.push({ text: gap });
  fitted.push(...kept);
  return fitted;
}

/** The start of the parts in at most so many columns; those that are whole are the same objects. */
export function cutParts(parts: readonly Part[], width: number): Part[] {
  const cut: Part[] = [];
  let room = width;
  for (const part of parts) {
    const text = cutEnd(part.text, room);
    room -= textWidth(text);
    if (text !== '') cut.push(text === part.text ? part : { ...part, text });
  }
  return cut;
}

/** The same parts, with these stretches of their whole text lit, also where they are bold: why something was found. */
export function litParts(parts: readonly Part[], stretches: readonly Stretch[]): readonly Part[] {
  if (stretches.length === 0) return parts;
  const whole = parts.map(({ text }) => text).join('');
  const edges = stretches.flat().map(edge => behindMarks(whole, edge));
  let at = 0;
  return parts.flatMap((part): Part[] => {
    const [start, end] = [at, (at += part.text.length)];
    const cuts = [start, ...edges.filter(edge => edge > start && edge < end), end];
    return cuts.slice(0, -1).map((from, index) => {
      // Stretches are in order and apart: behind an odd number of edges one of them is.
      const isLit = edges.filter(edge => edge <= from).length % 2 === 1;
      const text = sliceSafe(part.text, from - start, (cuts[index + 1] ?? end) - start);
      return isLit ? { ...part, text, tone: 'accent', bold: true, underline: part.bold } : { ...part, text };
    });
  });
}

/** Not between a letter and its marks. */
function behindMarks(text: string, index: number): number {
  return index + (/^\p{M}*/u.exec(text.slice(index))?.[0].length ?? 0);
}

export function partsWidth(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + textWidth(part.text), 0);
}

/** A number that a refresh has just changed: also without colours. What is bold anyway is underlined too. */
export const justChanged = { tone: 'accent', bold: true } as const;

type Style = Omit<Part, 'text'>;

export function inkStyle({ tone = 'plain', on, bold, inverse, underline }: Style): TextProps {
  const seen = seenTone(tone);
  return {
    ...(seen !== 'plain' && { color: inkColour(seen) }),
    ...(on !== undefined && { backgroundColor: inkColour(on) }),
    ...(bold === true && { bold }),
    ...(inverse === true && { inverse }),
    ...(underline === true && { underline }),
  };
}

/** A part with the escape sequences that a `Text` in that style would put around it. */
export function styledText({ text, tone = 'plain', on, bold, inverse, underline }: Part): string {
  const seen = seenTone(tone);
  let styled: string = text;
  if (seen !== 'plain') styled = inRole(styled, seen, 'letter');
  if (on !== undefined) styled = inRole(styled, on, 'background');
  if (bold === true) styled = `\x1b[1m${styled}\x1b[22m`;
  if (underline === true) styled = `\x1b[4m${styled}\x1b[24m`;
  if (inverse === true) styled = `\x1b[7m${styled}\x1b[27m`;
  return styled;
}

/** Characters are thin enough without being dimmed, and hyphens of a frame in its tint could not be seen. */
function seenTone(tone: Role): Role {
  if (!isAscii()) return tone;
  if (tone === 'soft') return 'accent';
  return tone === 'frame' && hasTints() ? 'dim' : tone;
}

export function isSamePart(a: Part | undefined, b: Part | undefined): boolean {
  return (
    a?.text === b?.text &&
    a?.tone === b?.tone &&
    a?.on === b?.on &&
    a?.bold === b?.bold &&
    a?.inverse === b?.inverse &&
    a?.underline === b?.underline
  );
}

export function changePart(change: Change): Part {
  return { text: safeText(formatChange(change)), tone: changeTone(change) };
}

/** A row's mark; `isShort`: "below 100" in place of "not in the top 100". */
export function markPart(mark: RowMark, isShort = false): Part {
  switch (mark.kind) {
    case 'change':
      return changePart(mark.change);
    case 'new':
      return { text: label`new`, tone: mark.isNoise ? 'dim' : 'good' };
    case 'gone':
      return { text: label`gone`, tone: mark.isNoise ? 'dim' : 'bad' };
    case 'unknown':
      return dim(label`?`);
    case 'notInTop':
      return dim(isShort ? label`below ${mark.top}` : safeText(formatMark(mark)));
  }
}

/** Rows with their bars, as the theme has them. */
export function barRows(
  rows: readonly RowCells[],
  look: Omit<RowOptions, 'ascii' | 'isLined'>,
): readonly ChartRow[][] {
  return rowRuns(rows, { ...look, ascii: isAscii(), isLined: !hasTints() });
}

/** The bar of a row of a table, `most` being the longest. */
export interface RowBar {
  readonly count: number;
  readonly max: number;
  readonly hue: BarHue;
  /** On a logarithmic scale. */
  readonly log?: boolean | undefined;
}

/** What stands beside counts: their change, and where there is room what they are compared with. */
export type ShownComparison = 'nothing' | 'change' | 'both';

/** What each day, week or month is compared with by itself, which is not always what the whole of them is compared with. */
export function ownTitle(baseline: Baseline | undefined, unit: BucketUnit): string {
  return baseline === 'usual' && unit === 'day' ? 'USUAL' : 'BEFORE';
}

const roomForDays = 50;

/** Whether days stand without their year, so that their changes have room. */
export function hasShortDays(width: number): boolean {
  return width < roomForDays;
}

/** The columns of days, weeks or months with their counts. */
export function countColumns<K extends string>(
  first: { readonly key: K; readonly title: string },
  counts: { readonly title: string; readonly width: number },
  comparison: ShownComparison,
  width: number,
  own = 'BEFORE',
): PlacedColumn<K | 'before' | 'count' | 'change'>[] {
  return placeColumns<K | 'before' | 'count' | 'change'>(
    [
      { ...first, width: hasShortDays(width) ? 11 : 22, grow: 1, priority: 4 },
      ...(comparison === 'both'
        ? [{ key: 'before', title: own, width: 8, align: 'right', priority: 0 } as const]
        : []),
      { ...counts, key: 'count', align: 'right', priority: 3 },
      ...(comparison !== 'nothing'
        ? [{ key: 'change', title: 'CHANGE', width: 7, align: 'right', priority: 2 } as const]
        : []),
    ],
    width,
  );
}

export function isSameBar(a: RowBar | undefined, b: RowBar | undefined): boolean {
  return a === b || (a?.count === b?.count && a?.max === b?.max && a?.hue === b?.hue && a?.log === b?.log);
}

/** Before what is searched. */
export const searchTitle = label` Search `;

/** Several parts, as those of a chart, are exactly as wide as their column. */
export type TableCell = Part | readonly Part[];
export type TableCells<K extends string, C = TableCell> = Readonly<Partial<Record<K, C>>>;

/** The cells of a row, each in its column. A first one goes on over blanks behind it where it is whole there. */
export function rowParts(cells: TableCells<string>, columns: readonly PlacedColumn[], fit = fitCell): Part[] {
  const first = columns[0] && cells[columns[0].key];
  const over =
    first === undefined || !('text' in first) || fit !== fitCell
      ? 0
      : Math.max(0, textWidth(first.text) - (columns[0]?.columns ?? 0));
  let left = over > 0 && over <= blanksBehindFirst(cells, columns) ? over : 0;
  return columns.flatMap((column, index): Part[] => {
    const cell: TableCell = cells[column.key] ?? { text: label`` };
    if (index === 0 && left > 0) return [cell].flat();
    const gap = index === 0 ? [] : [{ text: spaces(gapOf(column)) }];
    const parts = 'text' in cell ? [...gap, { ...cell, text: fit(cell.text, column) }] : [...gap, ...cell];
    if (left === 0) return parts;
    return parts.map(part => {
      const covered = Math.min(left, part.text.length);
      left -= covered;
      return covered === 0 ? part : { ...part, text: sliceSafe(part.text, covered) };
    });
  });
}

/** But for the gap before what stands there next. */
function blanksBehindFirst(cells: TableCells<string>, columns: readonly PlacedColumn[]): number {
  let blanks = 0;
  for (const column of columns.slice(1)) {
    const cell = cells[column.key] ?? { text: label`` };
    if (!('text' in cell)) return blanks;
    blanks += gapOf(column);
    if (cell.text === '') blanks += column.columns;
    else return blanks - columnGap + (column.align === 'right' ? column.columns - textWidth(cell.text) : 0);
  }
  return 0;
}

export function fitCell(text: Part['text'], { align, cut, columns }: PlacedColumn): Part['text'] {
  if (align === 'right') return fitStart(text, columns);
  const shown = typeof cut === 'function' ? cut(text, columns) : cutAt(text, columns, cut ?? 'end');
  return padEnd(shown, columns);
}
