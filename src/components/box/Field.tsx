import { Box, Text, useCursor } from 'ink';
import TextInput from 'ink-text-input';
import { createContext, createElement, type ReactNode, useContext } from 'react';
import { textWindow, textWindowLines } from '#terminal/textEdit.ts';
import { inRole } from '#terminal/theme/roles.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { cutMiddle, fitEnd, padEnd, spaces } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';
import { fieldEdges, type FieldStyle, frameBottom, frameSide, frameTop } from './frame.ts';
import { Line, Lines } from '#components/Line.tsx';
import { dim, inkStyle, type Part, partsWidth, type Tone } from '#components/parts.ts';

/** A field of a form, over all of its width and rows: its mark, its title, its value, and what is said beside it. */
export function Field(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly changed?: boolean;
  /** Said below the title, where there is a row for it. */
  readonly note?: SafeText | undefined;
  readonly isWrong: boolean;
  readonly look: FieldStyle;
  /** Columns of the title, and of the value with what surrounds it. */
  readonly indent: number;
  readonly valueWidth: number;
  /** Lines of the value, and rows of all. */
  readonly height: number;
  readonly rows?: number;
  readonly sideLines?: readonly (readonly Part[])[];
  /** Below the value, where there is a row for it. */
  readonly under?: readonly Part[] | undefined;
  readonly sideWidth?: number;
  readonly children: ReactNode;
}) {
  const { title, focused, changed, isWrong, look, indent, valueWidth, height, children } = props;
  const { note = label``, sideLines = [], sideWidth = 1, under = [] } = props;
  const edges = fieldEdges[look].rows;
  const { rows = height + edges } = props;
  const tone = isWrong ? 'bad' : focused ? 'accent' : 'frame';
  return (
    <Box flexDirection="row" flexShrink={0} height={rows}>
      <Box flexDirection="column" width={indent} height={rows}>
        <Blank rows={edges / 2} width={indent} />
        <FieldTitle
          title={title}
          focused={focused}
          isWrong={isWrong}
          note={changed === undefined ? spaces(0) : changed ? label` * ` : spaces(3)}
          width={indent}
        />
        {Array.from({ length: rows - edges / 2 - 1 }, (_, row) => (
          <Line
            key={row}
            parts={
              row === 0 && note !== '' ? [{ text: spaces(markWidth) }, { text: note, tone: 'warn' }] : []
            }
            width={indent - 1}
          />
        ))}
      </Box>
      <Box flexDirection="column" width={valueWidth} height={rows}>
        {look === 'line' ? (
          children
        ) : look === 'frame' && !hasTints() ? (
          <Framed tone={tone} foot={under} width={valueWidth} height={height + edges}>
            <Padded margin={1} height={height}>
              {children}
            </Padded>
          </Framed>
        ) : (
          <>
            <Blank rows={edges / 2} width={valueWidth} />
            <FieldBackground isLit={focused}>
              <Padded margin={fieldEdges[look].columns / 2} height={height}>
                {children}
              </Padded>
            </FieldBackground>
            <Blank rows={edges / 2} width={valueWidth} />
          </>
        )}
        {Array.from({ length: rows - height - edges }, (_, row) => (
          <Line
            key={row}
            parts={row === 0 && look !== 'frame' ? [{ text: spaces(1) }, ...under] : []}
            width={valueWidth}
          />
        ))}
      </Box>
      <Box flexDirection="column" width={sideWidth} height={rows}>
        <Lines lines={sideLines} height={rows} width={sideWidth} />
      </Box>
    </Box>
  );
}

function Blank({ rows, width }: { readonly rows: number; readonly width: number }) {
  return <Lines lines={[]} height={rows} width={width} />;
}

/** With blank columns on both sides. */
function Padded(props: { readonly margin: number; readonly height: number; readonly children: ReactNode }) {
  const { margin, height, children } = props;
  const side = (
    <Box flexDirection="column" width={margin} height={height}>
      <Blank rows={height} width={margin} />
    </Box>
  );
  return (
    <Box flexDirection="row" height={height}>
      {side}
      {children}
      {side}
    </Box>
  );
}

const onField = (text: string) => inRole(text, 'field', 'background');
const onSelection = (text: string) => inRole(text, 'selection', 'background');

/** Behind a value that is typed into. */
export function FieldBackground({
  isLit,
  children,
}: {
  readonly isLit: boolean;
  readonly children: ReactNode;
}) {
  const style = { flexDirection: 'column', flexShrink: 0 } as const;
  return createElement('ink-box', { style, internal_transform: isLit ? onSelection : onField }, children);
}

export function Button(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  /** It does nothing yet, or nothing more. */
  readonly isLater?: boolean;
  readonly indent: number;
  readonly right?: readonly Part[];
  readonly width: number;
}) {
  const { title, focused, isLater = false, indent, right = [], width } = props;
  const style = focused ? ({ tone: 'accent', bold: true } as const) : {};
  // A plate as those of keys, which one that is chosen inverts; without tints it stands in brackets.
  const plate: Part = hasTints()
    ? {
        text: label` ${title} `,
        ...(isLater ? { tone: 'dim' } : { tone: 'accent', bold: true }),
        ...(focused ? { inverse: true } : { on: 'selection' }),
      }
    : { text: label`[ ${title} ]`, ...(isLater ? { tone: 'dim' } : style) };
  const mark: Part = { text: focused ? fitEnd(label` > `, indent) : spaces(indent), ...style };
  return <Line width={width} right={right} parts={[mark, plate]} />;
}

const markWidth = 3;

function FieldTitle(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly isWrong: boolean;
  readonly note?: SafeText;
  readonly width: number;
}) {
  const { title, focused, isWrong, note = spaces(0), width } = props;
  const style: Omit<Part, 'text'> = focused
    ? { tone: isWrong ? 'bad' : 'accent', bold: true }
    : isWrong
      ? { tone: 'bad' }
      : {};
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

/** Which values side by side are shown: the chosen one, and as many as fit behind and before it. At either end a column says so. */
export function shownChoices(
  widths: readonly number[],
  chosen: number,
  columns: number,
): { readonly from: number; readonly to: number } {
  let [from, to] = [chosen, chosen + 1];
  const fits = (first: number, end: number) => {
    if (first < 0 || end > widths.length) return false;
    const marks = Number(first > 0) + Number(end < widths.length);
    return widths.slice(first, end).reduce((sum, width) => sum + width, marks) <= columns;
  };
  for (let tried = 0; tried < widths.length; tried += 1) {
    if (fits(from, to + 1)) to += 1;
    else if (fits(from - 1, to)) from -= 1;
  }
  return { from, to };
}

/** A few values side by side; the one that is chosen is inverse or stands in brackets. */
export function ChoiceLine(props: {
  /** Stands before them. */
  readonly lead?: SafeText;
  readonly choices: readonly { readonly title: SafeText; readonly isChosen: boolean }[];
  readonly focused: boolean;
  /** At the end of the line, where all of them leave room for it. */
  readonly note?: SafeText | undefined;
  readonly width: number;
}) {
  const { lead = label``, choices, focused, note = label``, width } = props;
  const room = width - textWidth(lead);
  const chosen = Math.max(
    0,
    choices.findIndex(({ isChosen }) => isChosen),
  );
  const whole = choices.map(({ title }) => textWidth(title) + 2);
  const isWhole = whole.reduce((sum, columns) => sum + columns, -1) <= room;
  // Where there is no room for all, the others stand closer to the chosen one.
  const { from, to } = isWhole
    ? { from: 0, to: choices.length }
    : shownChoices(
        whole.map((columns, index) => columns - Number(index !== chosen)),
        chosen,
        room,
      );
  const [before, behind] = isAscii() ? [label`<`, label`>`] : [label`‹`, label`›`];
  const parts = choices.slice(from, to).map(({ title, isChosen }, index): Part => {
    const text = isWhole ? label` ${title} ` : from + index < chosen ? label` ${title}` : label`${title} `;
    if (!isChosen) return { text, tone: 'dim', on: 'field' };
    const style = { bold: true, tone: focused ? 'accent' : 'plain' } as const;
    return hasTints()
      ? { text: label` ${title} `, ...style, inverse: true }
      : { text: label`[${title}]`, ...style };
  });
  const all: Part[] = [
    dim(lead),
    ...(from === 0 ? [] : [{ text: before, tone: 'accent' } as const]),
    ...parts,
    ...(to === choices.length ? [] : [{ text: behind, tone: 'accent' } as const]),
  ];
  const hasNote = note !== '' && partsWidth(all) + textWidth(note) + 2 <= width;
  return <Line parts={all} right={hasNote ? [{ text: note, tone: 'warn' }] : []} width={width} />;
}

const ignoreKeys = () => undefined;

/** ink-text-input draws it; keys go to a reducer that knows graphemes and pastes. Scrolled so that the caret is in view. */
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
  const whole = focused || masked ? shown.text : cutMiddle(safeText(text.value), width);
  const isEmpty = shown.text === '' && placeholder !== undefined;
  return (
    <Box width={width} height={1}>
      {isEmpty ? (
        <Text {...inkStyle({ tone: 'dim' })} wrap="truncate-end">
          {fitEnd(placeholder, width)}
        </Text>
      ) : (
        <TextInput value={padEnd(whole, width)} focus={false} showCursor={false} onChange={ignoreKeys} />
      )}
      {focused && at !== undefined && <Caret x={at.x + shown.caretColumn} y={at.y} />}
    </Box>
  );
}

/** Rows that all views and boxes stand below where they would. */
export const ShiftContext = createContext(0);

/** Of the screen below what is said above all views: the row from which on a long notice covers it. */
export const CoveredContext = createContext(Infinity);

/** Places the terminal's cursor, in cells from the top left of the screen. Only one field at a time may draw it. */
function Caret(props: { readonly x: number; readonly y: number }) {
  const { setCursorPosition } = useCursor();
  setCursorPosition({ x: props.x, y: props.y + useContext(ShiftContext) });
  return null;
}

export function ManyLines(props: {
  readonly text: TextValue;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  /** The line that is refused, from 0. */
  readonly refused?: number | undefined;
  readonly at: { readonly x: number; readonly y: number } | undefined;
}) {
  const { text, width, height, focused, refused, at } = props;
  const shown = textWindowLines(text, width, height);
  const lineAt = (index: number): Part =>
    index === 0 && text.value === '' && !focused
      ? dim(label`-`)
      : {
          text: shown.lines[index] ?? label``,
          ...(shown.firstLine + index === refused && { tone: 'bad', bold: true }),
        };
  return (
    <Box flexDirection="column" width={width} height={height}>
      {Array.from({ length: height }, (_, index) => (
        <Line key={index} parts={[lineAt(index)]} width={width} />
      ))}
      {focused && at !== undefined && <Caret x={at.x + shown.caretColumn} y={at.y + shown.caretRow} />}
    </Box>
  );
}

/** A frame around what it holds, which is as wide and high as its inside. Of text: beneath a box Ink's own border would not be faint. */
export function Framed(props: {
  readonly tone: Tone;
  readonly title?: readonly Part[];
  /** At the right end of the upper edge. */
  readonly note?: readonly Part[];
  /** At the right end of the lower edge. */
  readonly foot?: readonly Part[];
  /** With the frame. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}) {
  const { tone, title, note, foot, width, height, children } = props;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Line parts={frameTop({ title, right: note, tone, width })} width={width} />
      <Box flexDirection="row" width={width} height={height - 2}>
        <Side tone={tone} height={height - 2} />
        <Box flexDirection="column" width={width - 2} height={height - 2} overflow="hidden">
          {children}
        </Box>
        <Side tone={tone} height={height - 2} />
      </Box>
      <Line parts={frameBottom({ right: foot, tone, width })} width={width} />
    </Box>
  );
}

function Side({ tone, height }: { readonly tone: Tone; readonly height: number }) {
  return (
    <Box flexDirection="column" width={1} height={height}>
      <Lines lines={[]} before={frameSide(tone)} height={height} width={1} />
    </Box>
  );
}
