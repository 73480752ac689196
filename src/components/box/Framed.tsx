import { Box } from 'ink';
import type { ReactNode } from 'react';
import { frameBottom, frameSide, frameTop } from './frame.ts';
import { Line } from '#components/Line.tsx';
import type { Part, Tone } from '#components/parts.ts';

/** A frame around what it holds, which is as wide and high as its inside. Of text: beneath a box Ink's own border would not be faint. */
export function Framed(props: {
  readonly tone: Tone;
  readonly title?: readonly Part[];
  /** At the right end of the upper edge. */
  readonly note?: readonly Part[];
  /** At the right end of the lower edge. */
  readonly foot?: readonly Part[];
  /** With the frame. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const { tone, title, note, foot, width, height, children } = props;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Line parts={frameTop({ title, right: note, tone, width })} width={width} />
      <Box flexDirection="row" width={width} height={height - 2}>
        <Side tone={tone} height={height - 2} />
        <Box flexDirection="column" width={width - 2} height={height - 2} overflow="hidden">
          {children}
        </Box>
        <Side tone={tone} height={height - 2} />
      </Box>
      <Line parts={frameBottom({ right: foot, tone, width })} width={width} />
    </Box>
  );
}

function Side({ tone, height }: { readonly tone: Tone; readonly height: number }) {
  return (
    <Box flexDirection="column" width={1} height={height}>
      {Array.from({ length: height }, (_, row) => (
        <Line key={row} parts={[frameSide(tone)]} width={1} />
      ))}
    </Box>
  );
}
