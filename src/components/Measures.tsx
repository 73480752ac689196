import { Box } from 'ink';
import { memo } from 'react';
import type { ChartRow } from '#charts/canvas.ts';
import { textWidth } from '#text/characters.ts';
import { fitEnd, fitting, spaces, total } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';
import { Line } from './Line.tsx';
import { frameBottom, frameColumns, frameRow, frameTop } from './box/frame.ts';
import { columnWidths, dim, justChanged, type Part, type Tone } from './parts.ts';

export interface Measure {
  readonly title: SafeText;
  readonly shortTitle?: SafeText | undefined;
  readonly value: SafeText;
  /** "+12%", or what else belongs beside the value. */
  readonly note?: SafeText | undefined;
  readonly tone?: Tone | undefined;
  readonly isChanged?: boolean | undefined;
  /** Columns it keeps while its value is not read, or short: what follows stays where it is. */
  readonly min?: number | undefined;
  /** The note is left out before a whole measure is. */
  readonly canLoseNote?: boolean | undefined;
  /** Measures of the lowest priority are left out first. */
  readonly priority: number;
}

interface PlacedMeasure extends Measure {
  /** Columns up to the next one. */
  readonly columns: number;
}

const gap = 3;

/** With long titles, else short ones, else without notes that can go, else without the least important, at equal distances. */
export function placeMeasures(
  measures: readonly Measure[],
  room: number,
  widthOf: (measure: Measure) => number,
): PlacedMeasure[] {
  const needed = (some: readonly Measure[]) =>
    some.reduce((sum, measure) => sum + widthOf(measure), gap * (some.length - 1));
  const kept = fitting(measures, some => needed(some.map(shortest)), room, 1);
  const forms = [kept, kept.map(short), kept.map(shortest)];
  const shown = forms.find(form => needed(form) <= room) ?? kept.map(shortest);
  const widths = shown.map(widthOf);
  const equal = Math.floor(room / Math.max(1, shown.length));
  if (Math.max(...widths) + gap <= equal) return shown.map(measure => ({ ...measure, columns: equal }));
  const used = total(widths);
  const between = Math.floor((room - used) / Math.max(1, shown.length - 1));
  return shown.map((measure, index) => {
    const isLast = index === shown.length - 1;
    return { ...measure, columns: (widths[index] ?? 0) + (isLast ? 0 : Math.max(1, between)) };
  });
}

export function widthInTwoLines({ title, value, note, min = 0 }: Measure): number {
  return Math.max(textWidth(title), textWidth(value) + noteWidth(note), min);
}

export function widthInOneLine({ title, value, note }: Measure): number {
  return textWidth(title) + 1 + textWidth(value) + noteWidth(note);
}

function noteWidth(note: SafeText | undefined): number {
  return note === undefined || note === '' ? 0 : textWidth(note) + 1;
}

function short(measure: Measure): Measure {
  return measure.shortTitle === undefined ? measure : { ...measure, title: measure.shortTitle };
}

function shortest(measure: Measure): Measure {
  return measure.canLoseNote === true ? { ...short(measure), note: undefined } : short(measure);
}

const indent = 3;

/** Numbers in a row, their names above them; on one line where there is only one. Those that do not fit are left out. */
export function MeasureStrip(props: {
  readonly measures: readonly Measure[];
  readonly rows: number;
  readonly width: number;
}) {
  const { measures, rows, width } = props;
  if (rows < 2) {
    const parts = placeMeasures(measures, width - 2, widthInOneLine).flatMap(inOneLine);
    return <Line parts={[{ text: spaces(1) }, ...parts]} width={width} />;
  }
  const placed = placeMeasures(measures, width - indent - 1, widthInTwoLines);
  return (
    <Box flexDirection="column">
      <Line
        width={width}
        parts={[
          { text: spaces(indent) },
          ...placed.map(({ title, columns }): Part => dim(fitEnd(title, columns))),
        ]}
      />
      <Line width={width} parts={[{ text: spaces(indent) }, ...placed.flatMap(valueParts)]} />
    </Box>
  );
}

function valueParts({ value, note = label``, tone, isChanged, columns }: PlacedMeasure): Part[] {
  return [
    { text: value, bold: true, ...(isChanged === true && { ...justChanged, underline: true }) },
    { text: spaces(1) },
    { text: fitEnd(note, columns - textWidth(value) - 1), tone: tone ?? 'dim' },
  ];
}

function inOneLine(measure: PlacedMeasure): Part[] {
  const { title, columns } = measure;
  return [dim(label`${title} `), ...valueParts({ ...measure, columns: columns - textWidth(title) - 1 })];
}

export interface TileMeasure extends Measure {
  /** Rounded, where its note has no room beside it. */
  readonly shortValue?: SafeText | undefined;
  /** A chart in one row of so many columns. */
  readonly draw?: ((width: number) => ChartRow | undefined) | undefined;
  /** In its place where there is none. */
  readonly below?: SafeText | undefined;
  /** In the lower edge: what the number is. */
  readonly foot?: SafeText | undefined;
}

const minTile = 16;

/** Measures framed side by side: the number with its change, a small chart below. Those without room are left out. */
export const Tiles = memo(function Tiles(props: {
  readonly measures: readonly TileMeasure[];
  readonly width: number;
  readonly gap: number;
}) {
  const { width, gap } = props;
  const kept = fitting(props.measures, some => some.length * minTile, width, 1);
  const widths = columnWidths(width, kept.length);
  const drawn = kept.map((measure, index) => tile(measure, (widths[index] ?? 0) - gap));
  return Array.from({ length: 4 }, (_, row) => (
    <Line
      key={row}
      width={width}
      parts={drawn.flatMap(lines => [...(lines[row] ?? []), ...(gap > 0 ? [{ text: spaces(gap) }] : [])])}
    />
  ));
});

function tile(measure: TileMeasure, width: number): Part[][] {
  const {
    title,
    shortTitle = title,
    shortValue = measure.value,
    note = label``,
    tone = 'dim',
    isChanged,
    draw,
    below,
    foot,
  } = measure;
  const room = width - frameColumns;
  const hasRoomFor = (text: SafeText) => note === '' || room - textWidth(text) - textWidth(note) >= 1;
  const value = hasRoomFor(measure.value) ? measure.value : shortValue;
  const number: Part = {
    text: value,
    bold: true,
    ...(isChanged === true && { ...justChanged, underline: true }),
  };
  const free = room - textWidth(value) - textWidth(note);
  // A note without room beside its number goes where the chart would be.
  const hasRoom = hasRoomFor(value);
  const chart = hasRoom ? draw?.(room) : undefined;
  const noteParts: Part[] = hasRoom ? [{ text: spaces(Math.min(2, free)) }, { text: note, tone }] : [];
  const rest: Part[] = hasRoom ? [dim(fitEnd(below ?? label``, room))] : [{ text: note, tone }];
  const frame = { tone: 'frame', width } as const;
  const name = textWidth(title) + frameColumns <= width ? title : shortTitle;
  return [
    frameTop({ ...frame, title: [{ text: name, tone: 'dim', bold: true }] }),
    frameRow([number, ...noteParts], frame),
    frameRow(chart === undefined ? rest : chart, frame),
    frameBottom({ ...frame, title: foot === undefined ? [] : [dim(foot)] }),
  ];
}
