import { Box } from 'ink';
import { memo } from 'react';
import type { Family } from '#charts/canvas.ts';
import type { RowCells } from '#charts/row.ts';
import { spaces, wrapWithin } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { Line, Lines } from './Line.tsx';
import { frameBottom, frameColumns, frameRow, frameTop } from './box/frame.ts';
import { barRows, dim, justChanged, type Part } from './parts.ts';

export interface PanelRow {
  readonly value: SafeText;
  readonly count: number;
  readonly countText: SafeText;
  readonly isChanged?: boolean | undefined;
  readonly mark?: Part | undefined;
}

export interface PanelProps {
  readonly title: SafeText;
  /** The key that leads to it. */
  readonly number?: SafeText | undefined;
  readonly family: Family;
  readonly focused: boolean;
  readonly note?: Part | undefined;
  readonly rows: readonly PanelRow[];
  readonly selected?: number | undefined;
  /** In place of rows: what is drawn in so many columns and rows. */
  readonly draw?: ((width: number, height: number) => readonly (readonly Part[])[]) | undefined;
  /** In place of both: why there is nothing. */
  readonly message?: Part | undefined;
  readonly isFramed: boolean;
  /** Of the frame only the upper edge. */
  readonly isOpen?: boolean;
  /** Its rows are as high as it has room for: few panels stand beside a chart. */
  readonly isTall?: boolean;
  /** Columns with the free ones behind it. */
  readonly width: number;
  readonly gap?: number;
  readonly height: number;
}

const indent = 3;

export const Panel = memo(function Panel(props: PanelProps) {
  const { width, height, isFramed } = props;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {isFramed ? (
        <Lines lines={framed(props)} width={width} />
      ) : (
        <>
          <PanelTitle {...props} right={props.note === undefined ? [] : [props.note]} />
          {contentLines(props, width - indent - 1, height - 1).map((parts, index) => (
            <Line
              key={index}
              parts={[unframedMark(index === selectedLine(props, height - 1)), ...parts]}
              width={width}
            />
          ))}
        </>
      )}
    </Box>
  );
});

function unframedMark(isSelected: boolean): Part {
  return isSelected ? { text: label` > `, tone: 'accent', bold: true } : { text: spaces(indent) };
}

/** The frame of the panel with the focus has the colour of its family, and the mark of a selected row in its title. */
function framed(props: PanelProps): Part[][] {
  const { title, number, family, focused, note, gap = 0, height, isOpen = false } = props;
  const width = props.width - gap;
  const tone = focused ? family : 'frame';
  const name = focused ? label`> ${title}` : number === undefined ? title : label`${number} ${title}`;
  const rows = height - (isOpen ? 1 : 2);
  const content = contentLines(props, width - frameColumns, rows);
  const right = note === undefined ? [] : [{ ...note, text: safeText(note.text.trimEnd()) }];
  return [
    frameTop({ title: [{ text: name, tone: family, bold: true }], right, tone, width, isOpen }),
    ...Array.from({ length: rows }, (_, index) =>
      frameRow(content[index] ?? [], {
        tone,
        width,
        isOpen,
        mark: index === selectedLine(props, rows) ? framedMark : undefined,
      }),
    ),
    ...(isOpen ? [] : [frameBottom({ tone, width })]),
  ];
}

const framedMark: Part = { text: label`>`, tone: 'accent', bold: true };

function contentLines(props: PanelProps, room: number, height: number): readonly (readonly Part[])[] {
  const { rows, selected, draw, message, family } = props;
  if (message !== undefined)
    return wrapWithin(message.text, room - 1, height).map(text => [{ ...message, text }]);
  if (draw !== undefined) return draw(room, height).slice(0, height);
  const look = { width: room, min: [1], family, selected };
  const step = linesOfRow(props, height);
  const gap = Array.from({ length: step - 2 }, (): Part[] => []);
  return barRows(cellsOf(rows.slice(0, height)), { ...look, lines: step > 1 ? 2 : 1 }).flatMap(lines => [
    ...lines,
    ...gap,
  ]);
}

/** Of two lines, and a blank one below them. */
const mostLines = 3;

function linesOfRow({ rows, isTall = false }: PanelProps, height: number): number {
  return isTall ? Math.max(1, Math.min(mostLines, Math.floor(height / Math.max(1, rows.length)))) : 1;
}

function selectedLine(props: PanelProps, height: number): number | undefined {
  return props.selected === undefined ? undefined : props.selected * linesOfRow(props, height);
}

function cellsOf(rows: readonly PanelRow[]): readonly RowCells[] {
  return rows.map(({ value, count, countText, isChanged, mark }) => ({
    label: { text: value },
    value: count,
    numbers: [
      { text: countText, ...(isChanged === true && justChanged) },
      ...(mark === undefined ? [] : [mark]),
    ],
  }));
}

const titleGap = 3;

/** The focused panel carries the same mark as a selected row, the others the key that leads to them. */
export function PanelTitle(props: {
  readonly title: SafeText;
  readonly number?: SafeText | undefined;
  readonly family?: Family | undefined;
  readonly focused: boolean;
  readonly subtitle?: readonly Part[] | undefined;
  readonly right?: readonly Part[];
  readonly width: number;
}) {
  const { title, number = label` `, family, focused, subtitle = [], right = [], width } = props;
  return (
    <Line
      width={width}
      right={right}
      parts={[
        ...(focused
          ? [{ text: label` > ${title}`, tone: 'accent', bold: true } as const]
          : [dim(label` ${number} `), { text: title, tone: family, bold: true } as const]),
        { text: spaces(subtitle.length === 0 ? 0 : titleGap) },
        ...subtitle,
      ]}
    />
  );
}
