import { Box } from 'ink';
import type { TextValue } from '#model/text/textValue.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { PopupPlace } from './Popup.tsx';
import { TextField } from './TextField.tsx';

const margin = 3;

/** The text field of a popup. `row`: its line inside the popup's frame, from 0. */
export function PopupField(props: {
  readonly place: PopupPlace;
  readonly row: number;
  readonly text: TextValue;
  readonly placeholder: SafeText;
  /** Enter takes what is typed, not a line below. */
  readonly isTaken: boolean;
}) {
  const { place, row, text, placeholder, isTaken } = props;
  const width = place.width - 2;
  return (
    <Box width={width} height={1}>
      <Line parts={isTaken ? [{ text: label` > `, tone: 'accent', bold: true }] : []} width={margin} />
      <TextField
        text={text}
        width={width - margin - 1}
        focused
        at={{ x: place.left + 1 + margin, y: place.top + 1 + row }}
        placeholder={placeholder}
      />
      <Line parts={[]} width={1} />
    </Box>
  );
}
