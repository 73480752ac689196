import { Box } from 'ink';
import type { TextValue } from '#model/text/textValue.ts';
import { textWindowLines } from '#terminal/textWindow.ts';
import { label } from '#terminal/safeText.ts';
import { Caret } from './TextField.tsx';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** A field of several lines: as many as fit, the caret's among them. */
export function ManyLines(props: {
  readonly text: TextValue;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly at: { readonly x: number; readonly y: number } | undefined;
}) {
  const { text, width, height, focused, at } = props;
  const shown = textWindowLines(text, width, height);
  const lineAt = (index: number): Part =>
    index === 0 && text.value === '' && !focused
      ? { text: label`-`, tone: 'dim' }
      : { text: shown.lines[index] ?? label`` };
  return (
    <Box flexDirection="column" width={width} height={height}>
      {Array.from({ length: height }, (_, index) => (
        <Line key={index} parts={[lineAt(index)]} width={width} />
      ))}
      {focused && at !== undefined && <Caret x={at.x + shown.caretColumn} y={at.y + shown.caretRow} />}
    </Box>
  );
}
