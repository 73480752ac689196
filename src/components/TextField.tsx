import { Box, Text, useCursor } from 'ink';
import TextInput from 'ink-text-input';
import { fitEnd, padEnd } from '#terminal/fit.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { textWindow } from '#terminal/textWindow.ts';
import type { SafeText } from '#terminal/safeText.ts';
import { inkStyle } from './style.ts';

const ignoreKeys = () => undefined;

/**
 * A one-line text field. ink-text-input draws it; its own key handling stays off, because keys go to a reducer that
 * knows graphemes, pastes and editing keys. Wide text is scrolled sideways, so that the caret is always in view.
 */
export function TextField(props: {
  readonly text: TextValue;
  readonly width: number;
  readonly focused: boolean;
  /** Where the field begins, counted from the top left of the screen: the terminal's cursor shows the caret there. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** Shows the length of a secret, not the secret. */
  readonly masked?: boolean;
  readonly placeholder?: SafeText;
}) {
  const { text, width, focused, at, masked = false, placeholder } = props;
  const shown = textWindow(text, width, { mask: masked });
  const isEmpty = shown.text === '' && placeholder !== undefined;
  return (
    <Box width={width} height={1}>
      {isEmpty ? (
        <Text {...inkStyle({ tone: 'dim' })} wrap="truncate-end">
          {fitEnd(placeholder, width)}
        </Text>
      ) : (
        <TextInput value={padEnd(shown.text, width)} focus={false} showCursor={false} onChange={ignoreKeys} />
      )}
      {focused && at !== undefined && <Caret x={at.x + shown.caretColumn} y={at.y} />}
    </Box>
  );
}

/** Places the terminal's cursor, in cells from the top left of the screen. Only one field at a time may draw it. */
export function Caret(props: { readonly x: number; readonly y: number }) {
  const { setCursorPosition } = useCursor();
  setCursorPosition({ x: props.x, y: props.y });
  return null;
}
