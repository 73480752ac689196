import { Box } from 'ink';
import type { ChartRow } from '#charts/cells.ts';
import { spaces } from '#terminal/fit.ts';
import { chartIndent, chartParts } from './chartLines.ts';
import { Line } from './Line.tsx';

/** Draws the rows of a chart; a cell's meaning gives its colour. */
export function Chart({ rows, width }: { readonly rows: readonly ChartRow[]; readonly width: number }) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        <Line key={index} parts={[{ text: spaces(chartIndent) }, ...chartParts(row)]} width={width} />
      ))}
    </Box>
  );
}
