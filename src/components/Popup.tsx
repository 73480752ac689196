import { Box } from 'ink';
import type { ReactNode } from 'react';
import { isAscii } from '#terminal/charset.ts';
import { inkColour } from '#terminal/theme/roles.ts';

export interface PopupPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a popup stands: in the middle of the body, a little above. `rows` are those inside its frame. */
export function placePopup(
  screen: { readonly columns: number; readonly bodyRows: number },
  wanted: { readonly width: number; readonly rows: number },
): PopupPlace {
  const width = Math.min(wanted.width, screen.columns - 2);
  const height = Math.min(wanted.rows + 2, screen.bodyRows);
  return {
    width,
    height,
    left: Math.floor((screen.columns - width) / 2),
    top: 1 + Math.max(0, Math.floor((screen.bodyRows - height) / 3)),
  };
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
