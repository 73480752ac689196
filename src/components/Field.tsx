import { Box } from 'ink';
import type { ReactNode } from 'react';
import { spaces, fitEnd } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** Columns of a form before its values. */
export const fieldIndent = 26;

/** A field of a form: its mark, its title, its value. */
export function Field(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly changed: boolean;
  readonly indent: number;
  readonly children: ReactNode;
}) {
  const { title, focused, changed, indent, children } = props;
  return (
    <Box flexDirection="row" flexShrink={0}>
      <FieldTitle title={title} focused={focused} note={changed ? label` * ` : spaces(3)} width={indent} />
      {children}
    </Box>
  );
}

/** Columns of the mark of the focused field. */
const markWidth = 3;

/** The title of a field before its value, with the mark of the focused one. */
export function FieldTitle(props: {
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
