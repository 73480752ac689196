import { Box } from 'ink';
import { createElement, memo, type ReactNode } from 'react';
import { dimmedParts, useIsDimmed } from './Dimmed.tsx';
import { fitParts } from './parts.ts';
import { isSamePart, styledText, type Part, type Tone } from './style.ts';

interface LineProps {
  readonly parts: readonly Part[];
  readonly right?: readonly Part[];
  readonly width: number;
  /** What all of it stands on, to the last column, except parts with a ground of their own. */
  readonly on?: Tone | undefined;
  /** What it says is to be read again. */
  readonly isDim?: boolean | undefined;
}

/**
 * One row of the screen, exactly `width` columns: longer text is cut, shorter is padded, so that a line drawn over
 * another one covers it. Parts at the right end keep their place; those on the left are cut first. From one frame to the
 * next most lines stay as they are: those are not drawn again.
 */
export const Line = memo(function Line(props: LineProps) {
  const { on, isDim } = props;
  const isDimmed = useIsDimmed() || isDim === true;
  const all = fitParts(props.parts, props.right ?? [], props.width);
  const parts = isDimmed ? dimmedParts(all) : all;
  const fitted = on === undefined ? parts : parts.map(part => ({ ...part, on: part.on ?? on }));
  return createElement('ink-text', { style: lineStyle }, fitted.map(styledText).join(''));
}, isSameLine);

/** What Ink's Text makes of itself, with the same props from frame to frame: its styles are in the text already. */
const lineStyle = { flexGrow: 0, flexShrink: 1, flexDirection: 'row', textWrap: 'truncate-end' } as const;

function isSameLine(before: LineProps, now: LineProps): boolean {
  return (
    before.width === now.width &&
    before.on === now.on &&
    before.isDim === now.isDim &&
    areSameParts(before.parts, now.parts) &&
    areSameParts(before.right ?? [], now.right ?? [])
  );
}

function areSameParts(before: readonly Part[], now: readonly Part[]): boolean {
  return before.length === now.length && before.every((part, index) => isSamePart(part, now[index]));
}

/** Its children side by side. */
export function SideBySide({ children }: { readonly children: ReactNode }) {
  return <Box flexDirection="row">{children}</Box>;
}

/** Lines one below the other, beside others. */
export function Column(props: {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const { width, height, children } = props;
  return (
    <Box flexDirection="column" width={width} height={height}>
      {children}
    </Box>
  );
}
