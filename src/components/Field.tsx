import { Box } from 'ink';
import type { ReactNode } from 'react';
import { isAscii } from '#terminal/charset.ts';
import { spaces, fitEnd } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { inkColour } from '#terminal/theme/roles.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** Columns of a form before its values. */
export const fieldIndent = 26;

/** A field of a form, over all of its width: its mark, its title, its value, which a box of so many columns may frame, and what is wrong beside it. */
export function Field(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  /** Marked behind its title. */
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

/** The last stop of a form: what Enter does on it. */
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

/** Columns of the mark of the focused field. */
const markWidth = 3;

/** The title of a field before its value, with the mark of the focused one. */
function FieldTitle(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  /** Behind the title: that the field was changed. */
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
