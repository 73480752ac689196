import { memo } from 'react';
import type { ChartRow } from '#charts/cells.ts';
import { fitEnd, spaces } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { chartParts } from './chartLines.ts';
import { columnWidths } from './columnWidths.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from './frame.ts';
import { Line } from './Line.tsx';
import type { Measure } from './measureLayout.ts';
import { justChanged, type Part } from './style.ts';

export interface TileMeasure extends Measure {
  /** A chart in one row of so many columns. */
  readonly draw?: ((width: number) => ChartRow | undefined) | undefined;
  /** In its place where there is none. */
  readonly below?: SafeText | undefined;
  /** In the lower edge: what the number is. */
  readonly foot?: SafeText | undefined;
}

const leastTile = 16;

/** Measures framed side by side: the number with its change, a small chart below. Those without room are left out. */
export const Tiles = memo(function Tiles(props: {
  readonly measures: readonly TileMeasure[];
  readonly width: number;
  readonly gap: number;
}) {
  const { width, gap } = props;
  const kept = withRoom(props.measures, width);
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

function withRoom(measures: readonly TileMeasure[], width: number): readonly TileMeasure[] {
  const least = Math.min(...measures.map(({ priority }) => priority));
  if (measures.length <= 1 || Math.floor(width / measures.length) >= leastTile) return measures;
  const dropped = measures.findLast(({ priority }) => priority === least);
  return withRoom(
    measures.filter(measure => measure !== dropped),
    width,
  );
}

function tile(measure: TileMeasure, width: number): Part[][] {
  const {
    title,
    shortTitle = title,
    value,
    note = label``,
    tone = 'dim',
    isChanged,
    draw,
    below,
    foot,
  } = measure;
  const room = width - frameColumns;
  const number: Part = {
    text: value,
    bold: true,
    ...(isChanged === true && { ...justChanged, underline: true }),
  };
  const free = room - textWidth(value) - textWidth(note);
  // A note without room beside its number goes where the chart would be.
  const hasRoom = note === '' || free >= 1;
  const chart = hasRoom ? draw?.(room) : undefined;
  const beside: Part[] = hasRoom ? [{ text: spaces(Math.min(2, free)) }, { text: note, tone }] : [];
  const rest: Part[] = hasRoom
    ? [{ text: fitEnd(below ?? label``, room), tone: 'dim' }]
    : [{ text: note, tone }];
  const frame = { tone: 'frame', width } as const;
  const name = textWidth(title) + frameColumns <= width ? title : shortTitle;
  return [
    frameTop({ ...frame, title: [{ text: name, tone: 'dim', bold: true }] }),
    frameRow([number, ...beside], frame),
    frameRow(chart === undefined ? rest : chartParts(chart), frame),
    frameBottom({ ...frame, title: foot === undefined ? [] : [{ text: foot, tone: 'dim' }] }),
  ];
}
