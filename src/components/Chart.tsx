import { Box } from 'ink';
import type { ChartRow, Tone as ChartTone } from '#charts/cells.ts';
import { safeText, label } from '#terminal/safeText.ts';
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

/** Rows of a chart, in the colours of what they mean. */
export function Chart(props: {
  readonly rows: readonly ChartRow[];
  readonly indent: number;
  readonly width: number;
}) {
  const { rows, indent, width } = props;
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        <Line
          key={index}
          parts={[{ text: label`${safeText(' '.repeat(indent))}` }, ...row.map(chartPart)]}
          width={width}
        />
      ))}
    </Box>
  );
}

function chartPart({ text, tone }: ChartRow[number]): Part {
  return { text: safeText(text, text.length), tone: toneOf[tone] };
}
