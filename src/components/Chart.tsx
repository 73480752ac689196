import { Box } from 'ink';
import type { ChartRole, ChartRow } from '#charts/cells.ts';
import { spaces } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { Part, Tone } from './style.ts';

const toneOf: Readonly<Record<ChartRole, Tone>> = {
  text: 'plain',
  dim: 'dim',
  accent: 'accent',
  good: 'good',
  bad: 'bad',
  selection: 'plain',
  chart: 'soft',
  chartLine: 'accent',
  chartBefore: 'dim',
  weekend: 'dim',
  content: 'accent',
  sources: 'accent',
  places: 'accent',
  technology: 'accent',
  heat1: 'soft',
  heat2: 'soft',
  heat3: 'soft',
  heat4: 'soft',
  heat5: 'accent',
  heat6: 'accent',
};

const indent = 3;

/** Columns that are left free beside a chart, on both sides together. */
export const chartMargins = indent + 1;

/** Rows of a chart, in the colours of what they mean. */
export function Chart({ rows, width }: { readonly rows: readonly ChartRow[]; readonly width: number }) {
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        <Line key={index} parts={[{ text: spaces(indent) }, ...row.map(chartPart)]} width={width} />
      ))}
    </Box>
  );
}

function chartPart({ text, role, bold, inverse }: ChartRow[number]): Part {
  return { text: safeText(text, text.length), tone: toneOf[role], bold, inverse };
}
