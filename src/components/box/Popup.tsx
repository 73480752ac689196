import { Box } from 'ink';
import { createElement, type ReactNode, useContext } from 'react';
import { clearsBeside } from '#terminal/ink/cellOutput.ts';
import { beneath } from '#terminal/theme/roles.ts';
import { label, type SafeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';
import { CoveredContext, FieldBackground, Framed, TextField } from './Field.tsx';
import { frameRule } from './frame.ts';
import { Line, Lines } from '#components/Line.tsx';
import { dim, type Part, partsWidth, type Tone } from '#components/parts.ts';

/** In cells, from the top left of the screen, with the frame. */
export interface PopupBounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a box stands over, where `on`: the theme draws it faint, whatever it is. */
export function Beneath({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return createElement('ink-box', { style: column, internal_transform: on ? beneath : undefined }, children);
}

const column = { flexDirection: 'column', flexShrink: 0 } as const;

/** Columns that are blank on both sides of a box; all of those that are left there where nothing could be read in them. */
const margin = 2;
const readable = 8;

/** A frame over the screen beneath, whole also above a long notice. Beside it no half of a letter or of a text is left. */
export function Popup(props: {
  readonly place: PopupBounds;
  /** The columns of the box in which it stands, with the frame of that: this stays whole. */
  readonly within?: Pick<PopupBounds, 'left' | 'width'> | undefined;
  readonly title: SafeText;
  /** At the right end of the upper edge. */
  readonly note?: SafeText | undefined;
  readonly noteTone?: Tone | undefined;
  /** At the right end of the lower edge. */
  readonly foot?: SafeText | undefined;
  readonly children: ReactNode;
}) {
  const { place, within, title, note = label``, noteTone = 'dim', foot, children } = props;
  const { left, top, width } = place;
  const height = Math.max(2, Math.min(place.height, useContext(CoveredContext) - top));
  return (
    <>
      <Cleared place={place} within={within} />
      <Box position="absolute" left={left} top={top} width={width} height={height} flexDirection="column">
        <Framed
          tone="accent"
          title={[{ text: title, tone: 'accent', bold: true }]}
          note={note === '' ? [] : [{ text: note, tone: noteTone }]}
          foot={foot === undefined ? [] : [dim(foot)]}
          width={width}
          height={height}
        >
          {children}
        </Framed>
      </Box>
    </>
  );
}

/** What a box covers, and its margins, which are as wide as the screen on both sides: a box stands in the middle. */
function Cleared({ place, within }: Pick<Parameters<typeof Popup>[0], 'place' | 'within'>) {
  const { left, top, width, height } = place;
  const isNarrow = left < readable;
  const from = within !== undefined ? within.left + 1 : isNarrow ? 0 : left - margin;
  // In the middle of an odd number of columns it has one more on its right.
  const columns =
    within !== undefined ? within.width - 2 : isNarrow ? 2 * left + width + 1 : width + 2 * margin;
  const style = { position: 'absolute', left: from, top, width: columns, height, ...column } as const;
  return createElement(
    'ink-box',
    { style, internal_transform: clearsBeside },
    <Lines lines={[]} height={height} width={columns} />,
  );
}

/** A line across a popup; `foot`: the column where a line from above ends on it. */
export function PopupRule({ width, foot }: { readonly width: number; readonly foot?: number | undefined }) {
  return <Line parts={frameRule(width, foot)} width={width} />;
}

export function insideWidth({ width }: PopupBounds): number {
  return width - 2;
}

const fieldMargin = 3;

/** The text field of a popup. `row`: its line inside the popup's frame, from 0. */
export function PopupField(props: {
  readonly place: PopupBounds;
  readonly row: number;
  readonly text: TextValue;
  readonly placeholder: SafeText;
  /** Enter takes what is typed, not a line below. */
  readonly isTaken: boolean;
  /** At the end of its line, which it shortens. */
  readonly right?: readonly Part[];
}) {
  const { place, row, text, placeholder, isTaken, right = [] } = props;
  const width = place.width - 2;
  const end = 1 + partsWidth(right);
  const field = (
    <TextField
      text={text}
      width={width - fieldMargin - end}
      focused
      at={{ x: place.left + 1 + fieldMargin, y: place.top + 1 + row }}
      placeholder={placeholder}
    />
  );
  return (
    <Box width={width} height={1}>
      <Line parts={isTaken ? [{ text: label` > `, tone: 'accent', bold: true }] : []} width={fieldMargin} />
      {isTaken ? <FieldBackground isLit>{field}</FieldBackground> : field}
      <Line parts={right} width={end} />
    </Box>
  );
}

/** Lines of text at the end of a popup, all in one style, set apart by a blank line where there is room for it. */
export function PopupText(props: {
  readonly lines: readonly SafeText[];
  readonly style: Omit<Part, 'text'>;
  readonly spaced: boolean;
  readonly width: number;
}) {
  const { lines, style, spaced, width } = props;
  return (
    <>
      {spaced && <Line parts={[]} width={width} />}
      <Lines lines={lines.map(text => [{ ...style, text }])} before={{ text: label` ` }} width={width} />
    </>
  );
}
