import { Box, Text, useCursor } from 'ink';
import TextInput from 'ink-text-input';
import type { ReactNode } from 'react';
import { textWindow, textWindowLines } from '#terminal/textWindow.ts';
import { inkColour } from '#terminal/theme/roles.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { fitEnd, padEnd, spaces } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';
import { Line } from './Line.tsx';
import { inkStyle, type Part } from './parts.ts';

export const fieldIndent = 26;

/** A field of a form, over all of its width: its mark, its title, its value, which a box of so many columns may frame, and what is wrong beside it. */
export function Field(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly changed?: boolean;
  readonly isWrong: boolean;
  readonly indent: number;
  /** Lines of the value. */
  readonly height: number;
  /** With its frame; undefined for no box. */
  readonly boxWidth: number | undefined;
  /** What is wrong, in lines beside the box. */
  readonly beside: readonly SafeText[];
  readonly besideWidth: number;
  readonly children: ReactNode;
}) {
  const { title, focused, changed, isWrong, indent, height, boxWidth, beside, besideWidth, children } = props;
  const named = (
    <FieldTitle
      title={title}
      focused={focused}
      note={changed === undefined ? spaces(0) : changed ? label` * ` : spaces(3)}
      width={indent}
    />
  );
  if (boxWidth === undefined)
    return (
      <Box flexDirection="row" flexShrink={0}>
        {named}
        {children}
      </Box>
    );
  const rows = height + 2;
  const frame = isWrong ? 'bad' : focused ? 'accent' : 'frame';
  const first = beside.length < 3 ? 1 : 0;
  return (
    <Box flexDirection="row" flexShrink={0} height={rows}>
      <Box flexDirection="column" width={indent} height={rows}>
        <Line parts={[]} width={indent} />
        {named}
        {Array.from({ length: rows - 2 }, (_, row) => (
          <Line key={row} parts={[]} width={indent} />
        ))}
      </Box>
      <Box
        flexDirection="row"
        width={boxWidth}
        height={rows}
        borderStyle={isAscii() ? 'classic' : 'round'}
        borderColor={inkColour(frame)}
      >
        <Line parts={[]} width={1} />
        {children}
        <Line parts={[]} width={1} />
      </Box>
      <Box flexDirection="column" width={besideWidth} height={rows}>
        {Array.from({ length: rows }, (_, row) => {
          const text = beside[row - first];
          const parts: Part[] = text === undefined ? [] : [{ text: spaces(1) }, { text, tone: 'bad' }];
          return <Line key={row} parts={parts} width={besideWidth} />;
        })}
      </Box>
    </Box>
  );
}

export function Button(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly indent: number;
  readonly width: number;
}) {
  const { title, focused, indent, width } = props;
  const style = focused ? ({ tone: 'accent', bold: true } as const) : {};
  return (
    <Line
      width={width}
      parts={[
        { text: focused ? fitEnd(label` > `, indent) : spaces(indent), ...style },
        { text: label`[ ${title} ]`, ...style, ...(focused && { on: 'selection' as const }) },
      ]}
    />
  );
}

const markWidth = 3;

function FieldTitle(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly note?: SafeText;
  readonly width: number;
}) {
  const { title, focused, note = spaces(0), width } = props;
  const style = focused ? ({ tone: 'accent', bold: true } as const) : {};
  return (
    <Line
      width={width}
      parts={[
        { text: focused ? label` > ` : spaces(markWidth), ...style },
        { text: fitEnd(title, width - markWidth - note.length), ...style },
        { text: note, tone: 'warn' },
      ]}
    />
  );
}

/** A few values side by side; the one that is chosen stands in brackets, alone where there is no room for all. */
export function ChoiceLine(props: {
  readonly choices: readonly { readonly title: SafeText; readonly isChosen: boolean }[];
  readonly focused: boolean;
  readonly width: number;
}) {
  const { choices, focused, width } = props;
  const needed = choices.reduce((sum, { title }) => sum + textWidth(title) + 2, -1);
  const shown = needed <= width ? choices : choices.filter(({ isChosen }) => isChosen);
  const parts = shown.map(({ title, isChosen }): Part => {
    if (!isChosen) return { text: label` ${title} `, tone: 'dim' };
    return { text: label`[${title}]`, bold: true, tone: focused ? 'accent' : 'plain' };
  });
  return <Line parts={parts} width={width} />;
}

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
function Caret(props: { readonly x: number; readonly y: number }) {
  const { setCursorPosition } = useCursor();
  setCursorPosition({ x: props.x, y: props.y });
  return null;
}

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
