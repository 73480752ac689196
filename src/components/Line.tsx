import { Box } from 'ink';
import { createContext, createElement, memo, type ReactNode, useContext } from 'react';
import { areaFills, type ChartRow, isAreaFill } from '#charts/canvas.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { spaces } from '#text/fit.ts';
import { label } from '#text/safeText.ts';
import { chartIndent, fitParts, isSamePart, type Part, styledText, type Tone } from './parts.ts';

const DimContext = createContext(false);

/** Draws the lines in it dim where `on`: they show what was last seen. */
export function Dimmed({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  const isWithin = useIsDimmed();
  return <DimContext value={on || isWithin}>{children}</DimContext>;
}

/** Draws the lines in it as they are, wherever they stand: they show nothing of what was seen. */
export function Lit({ children }: { readonly children: ReactNode }) {
  return <DimContext value={false}>{children}</DimContext>;
}

function useIsDimmed(): boolean {
  return useContext(DimContext);
}

/** The parts of a line that is drawn dim. What marks a place stays as it is, and columns and the area of a chart have its darkest fill. */
function dimmedParts(parts: readonly Part[], on: Part['on']): Part[] {
  return parts.map(part =>
    part.tone === 'accent' || part.tone === 'frame'
      ? { ...part, on: dimmedBackground(part.on) }
      : { ...part, tone: dimmedTone(part, part.on ?? on), bold: false, on: dimmedBackground(part.on) },
  );
}

function dimmedTone({ text, tone }: Part, on: Part['on']): Part['tone'] {
  const isColumns = hasTints() && /^[ ▁-█]*[▁-█][ ▁-█]*$/.test(text);
  // The darkest fill is not seen on the selection.
  if (isColumns && on === 'selection') return 'dim';
  return dimmedFill(tone) ?? (isColumns ? areaFills.at(-1) : 'dim');
}

function dimmedBackground(on: Part['on']): Part['on'] {
  if (on === 'selection' || on === 'selectionBar') return on;
  // Bars stay, all of one grey: without theirs the selected row would be the only one with one.
  return on?.endsWith('Bar') === true ? 'dimBar' : dimmedFill(on);
}

function dimmedFill(tone: Part['tone']): Part['tone'] {
  // The shade of a country is its number.
  if (tone !== undefined && /^(?:map|land)/.test(tone)) return tone;
  return tone !== undefined && isAreaFill(tone) ? areaFills.at(-1) : undefined;
}

interface LineProps {
  readonly parts: readonly Part[];
  readonly right?: readonly Part[];
  readonly width: number;
  /** What all of it stands on, to the last column, except parts with a background of their own. */
  readonly on?: Tone | undefined;
  /** What it says is to be read again. */
  readonly isDim?: boolean | undefined;
}

/**
 * One row of exactly `width` columns, cut or padded, so that it covers what it is drawn over. Parts at the right end
 * keep their place. Most lines stay as they are from one frame to the next: those are not drawn again.
 */
export const Line = memo(function Line(props: LineProps) {
  const { on, isDim } = props;
  const isDimmed = useIsDimmed() || isDim === true;
  const all = fitParts(props.parts, props.right ?? [], props.width);
  const parts = isDimmed ? dimmedParts(all, on) : all;
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

/** One below the other, each behind the same part; so many of them where their number is given. */
export function Lines(props: {
  readonly lines: readonly (readonly Part[])[];
  readonly before?: Part;
  readonly height?: number;
  readonly width: number;
}) {
  const { lines, before, width, height = lines.length } = props;
  const first = before === undefined ? [] : [before];
  return Array.from({ length: height }, (_, index) => (
    <Line key={index} parts={[...first, ...(lines[index] ?? [])]} width={width} />
  ));
}

export function SideBySide({ children }: { readonly children: ReactNode }) {
  return <Box flexDirection="row">{children}</Box>;
}

export function Column(props: {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const { width, height, children } = props;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {children}
    </Box>
  );
}

/** Behind an edge that sets it apart from what stands on its left. The same lines are not drawn again. */
export const Aside = memo(function Aside(props: {
  readonly lines: readonly (readonly Part[])[];
  readonly width: number;
  readonly height: number;
  readonly hasEdge?: boolean;
}) {
  const { lines, width, height, hasEdge = true } = props;
  const edge: Part = { text: isAscii() ? label`| ` : label`│ `, tone: 'frame' };
  return (
    <Column width={width} height={height}>
      <Lines {...{ lines, width, height }} before={hasEdge ? edge : { text: spaces(edge.text.length) }} />
    </Column>
  );
});

export function Chart({ rows, width }: { readonly rows: readonly ChartRow[]; readonly width: number }) {
  return (
    <Box flexDirection="column">
      <Lines lines={rows} before={{ text: spaces(chartIndent) }} width={width} />
    </Box>
  );
}

export function LinesAt(props: {
  readonly left?: number;
  readonly top: number;
  readonly width: number;
  readonly lines: readonly (readonly Part[])[];
}) {
  const { left = 0, top, width, lines } = props;
  return (
    <Box position="absolute" left={left} top={top} width={width} height={lines.length} flexDirection="column">
      <Lines lines={lines} width={width} />
    </Box>
  );
}
