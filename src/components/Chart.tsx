import { Box } from 'ink';
import type { ChartRow, Tone as ChartTone } from '#charts/cells.ts';
import { spaces } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { Part, Tone } from './style.ts';

const toneOf: Readonly<Record<ChartTone, Tone>> = {
  main: 'accent',
  fill: 'soft',
  second: 'dim',
  dim: 'dim',
  axis: 'dim',
  mark: 'dim',
  warn: 'warn',
  plain: 'plain',
};

const indent = 3;

/** Columns that are left free beside a chart, on both sides together. */
export const chartMargins = indent + 1;

/** Draws the rows of a chart; a cell's meaning gives its colour. */
export function Chart({ rows, width }: { readonly rows: readonly ChartRow[]; readonly width: number }) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        <Line key={index} parts={[{ text: spaces(indent) }, ...row.map(chartPart)]} width={width} />
      ))}
    </Box>
  );
}

function chartPart({ text, tone }: ChartRow[number]): Part {
  return { text: safeText(text, text.length), tone: toneOf[tone] };
}
