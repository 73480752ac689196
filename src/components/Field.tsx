import { Box } from 'ink';
import type { ReactNode } from 'react';
import { spaces } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { FieldTitle } from './FieldTitle.tsx';

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
