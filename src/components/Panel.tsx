import { Box } from 'ink';
import { bar } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import { isAscii } from '#terminal/charset.ts';
import { fitMiddle, fitStart, spaces } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { Line } from './Line.tsx';
import { justChanged, type Part } from './style.ts';

export interface PanelRow {
  readonly value: SafeText;
  readonly count: number;
  readonly countText: SafeText;
  /** A refresh has just changed the count. */
  readonly isChanged?: boolean | undefined;
  /** Its change, where rows are compared. */
  readonly mark?: Part | undefined;
}

const indent = 3;

/** A few rows of a statistic: value, bar, count and change. In place of rows a text can say why there are none. */
export function Panel(props: {
  readonly title: SafeText;
  /** The key that focuses it. */
  readonly number?: SafeText | undefined;
  readonly focused: boolean;
  /** At the right of the title. */
  readonly note?: Part | undefined;
  readonly rows: readonly PanelRow[];
  readonly message?: Part | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { title, number, focused, note, rows, message, width, height } = props;
  const shown = rows.slice(0, height - 1);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <PanelTitle
        title={title}
        number={number}
        focused={focused}
        width={width}
        right={note === undefined ? [] : [note]}
      />
      {message !== undefined &&
        wrapSafe(message.text, width - indent - 2)
          .slice(0, height - 1)
          .map((text, index) => (
            <Line key={index} parts={[{ text: spaces(indent) }, { ...message, text }]} width={width} />
          ))}
      {panelLines(shown, width - indent - 1).map((parts, index) => (
        <Line key={index} width={width} parts={[{ text: spaces(indent) }, ...parts]} />
      ))}
    </Box>
  );
}

/** Counts and changes have their columns; a bar only where there is room for it beside the values. */
function panelLines(rows: readonly PanelRow[], room: number): Part[][] {
  const most = maximum(rows.map(({ count }) => count));
  const countWidth = maximum([1, ...rows.map(({ countText }) => textWidth(countText))]);
  const markWidth = maximum(rows.map(({ mark }) => mark && textWidth(mark.text)));
  const right = countWidth + 1 + (markWidth > 0 ? markWidth + 1 : 0);
  const barWidth = room - right >= 22 ? Math.floor((room - right) * 0.35) : 0;
  const valueWidth = Math.max(0, room - right - (barWidth > 0 ? barWidth + 1 : 0));
  return rows.map(({ value, count, countText, isChanged, mark }): Part[] => [
    { text: fitMiddle(value, valueWidth) },
    ...(barWidth === 0
      ? []
      : [
          { text: spaces(1) },
          {
            text: safeText(bar(count, most, barWidth, { ascii: isAscii() })),
            tone: 'soft' as const,
          },
        ]),
    { text: spaces(1) },
    { text: fitStart(countText, countWidth), ...(isChanged === true && justChanged) },
    ...(markWidth === 0
      ? []
      : [
          { text: spaces(1) },
          { text: fitStart(mark?.text ?? label``, markWidth), tone: mark?.tone ?? ('dim' as const) },
        ]),
  ]);
}

/** The focused panel has the mark of a selected row, the others the key that focuses them. */
export function PanelTitle(props: {
  readonly title: SafeText;
  readonly number?: SafeText | undefined;
  readonly focused: boolean;
  readonly right?: readonly Part[];
  readonly width: number;
}) {
  const { title, number = label` `, focused, right = [], width } = props;
  return (
    <Line
      width={width}
      right={right}
      parts={
        focused
          ? [{ text: label` > ${title}`, tone: 'accent', bold: true }]
          : [
              { text: label` ${number} `, tone: 'dim' },
              { text: title, bold: true },
            ]
      }
    />
  );
}
