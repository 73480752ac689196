import { Box } from 'ink';
import type { ReactNode } from 'react';
import { isAscii } from '#terminal/charset.ts';
import { inkColour } from '#terminal/theme/roles.ts';

/** In cells, from the top left of the screen, with the frame. */
export interface PopupPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A frame over the screen beneath. Its lines must be as wide as its inside, so that they cover what they lie on. */
export function Popup(props: { readonly place: PopupPlace; readonly children: ReactNode }) {
  const { left, top, width, height } = props.place;
  return (
    <Box
      position="absolute"
      left={left}
      top={top}
      width={width}
      height={height}
      borderStyle={isAscii() ? 'classic' : 'round'}
      borderColor={inkColour('accent')}
      flexDirection="column"
      overflow="hidden"
    >
      {props.children}
    </Box>
  );
}

/** Columns inside the frame. */
export function insideWidth({ width }: PopupPlace): number {
  return width - 2;
}
