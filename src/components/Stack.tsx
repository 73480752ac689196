import { Box } from 'ink';
import type { ReactNode } from 'react';

/** Lines below each other, cut to a size: one of the parts that lie side by side. */
export function Stack(props: {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const { width, height, children } = props;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {children}
    </Box>
  );
}
