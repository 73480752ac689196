import { Box } from 'ink';
import { fitEnd, spaces } from '#terminal/fit.ts';
import { label } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import {
  placeMeasures,
  widthInOneLine,
  widthInTwoLines,
  type Measure,
  type PlacedMeasure,
} from './measureLayout.ts';
import { justChanged, type Part } from './style.ts';

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
          ...placed.map(({ title, columns }): Part => ({ text: fitEnd(title, columns), tone: 'dim' })),
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

function inOneLine({ title, value, note = label``, tone, isChanged, columns }: PlacedMeasure): Part[] {
  const rest = columns - textWidth(title) - textWidth(value) - 2;
  return [
    { text: label`${title} `, tone: 'dim' },
    { text: value, bold: true, ...(isChanged === true && { ...justChanged, underline: true }) },
    { text: spaces(1) },
    { text: fitEnd(note, rest), tone: tone ?? 'dim' },
  ];
}
