import { Box } from 'ink';
import type { ReactNode } from 'react';
import { fitEnd, spaces } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';

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
  const style = focused ? ({ tone: 'accent', bold: true } as const) : {};
  return (
    <Box flexDirection="row" flexShrink={0}>
      <Line
        width={indent}
        parts={[
          { text: focused ? label` > ` : spaces(3), ...style },
          { text: fitEnd(title, indent - 6), ...style },
          { text: changed ? label` *` : spaces(2), tone: 'warn' },
        ]}
      />
      {children}
    </Box>
  );
}
