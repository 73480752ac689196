import { Box } from 'ink';
import type { ChartRow } from '#charts/cells.ts';
import { spaces } from '#terminal/fit.ts';
import { Line } from './Line.tsx';
import { chartParts } from './chartParts.ts';

const indent = 3;

/** Columns that are left free beside a chart, on both sides together. */
export const chartMargins = indent + 1;

/** Draws the rows of a chart; a cell's meaning gives its colour. */
export function Chart({ rows, width }: { readonly rows: readonly ChartRow[]; readonly width: number }) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        <Line key={index} parts={[{ text: spaces(indent) }, ...chartParts(row)]} width={width} />
      ))}
    </Box>
  );
}
