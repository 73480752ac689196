import { Box } from 'ink';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** Lines over what its parent draws, from a line of it on. */
export function LinesAt(props: {
  readonly top: number;
  readonly width: number;
  readonly lines: readonly (readonly Part[])[];
}) {
  const { top, width, lines } = props;
  return (
    <Box position="absolute" left={0} top={top} width={width} height={lines.length} flexDirection="column">
      {lines.map((parts, index) => (
        <Line key={index} parts={parts} width={width} />
      ))}
    </Box>
  );
}
