import { Box } from 'ink';
import { bar } from '#charts/bar.ts';
import { isAscii } from '#terminal/charset.ts';
import { fitEnd, fitStart, spaces } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

export interface PanelRow {
  readonly value: SafeText;
  readonly count: number;
  readonly countText: SafeText;
}

/** A few rows of a statistic: value, bar and count. In place of rows a line can say why there are none. */
export function Panel(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly rows: readonly PanelRow[];
  readonly message?: Part | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { title, focused, rows, message, width, height } = props;
  const shown = rows.slice(0, height - 1);
  const most = Math.max(0, ...rows.map(({ count }) => count));
  const countWidth = Math.max(1, ...shown.map(({ countText }) => textWidth(countText)));
  const inner = width - 3;
  const barWidth = inner - countWidth >= 24 ? Math.floor((inner - countWidth) * 0.35) : 0;
  const valueWidth = Math.max(0, inner - countWidth - 1 - (barWidth > 0 ? barWidth + 1 : 0));
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <PanelTitle title={title} focused={focused} width={width} />
      {message !== undefined && <Line parts={[{ text: label`   ` }, message]} width={width} />}
      {shown.map(({ value, count, countText }, index) => (
        <Line
          key={index}
          width={width}
          parts={[
            { text: spaces(3) },
            { text: fitEnd(value, valueWidth) },
            ...(barWidth === 0
              ? []
              : [
                  { text: spaces(1) },
                  {
                    text: safeText(bar(count, most, barWidth, { ascii: isAscii() })),
                    tone: 'accent' as const,
                  },
                ]),
            { text: spaces(1) },
            { text: fitStart(countText, countWidth) },
          ]}
        />
      ))}
    </Box>
  );
}

/** The focused panel carries the same mark as a selected row. */
export function PanelTitle(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  readonly right?: readonly Part[];
  readonly width: number;
}) {
  const { title, focused, right = [], width } = props;
  return (
    <Line
      width={width}
      right={right}
      parts={
        focused
          ? [{ text: label` > ${title}`, tone: 'accent', bold: true }]
          : [{ text: label`   ${title}`, bold: true }]
      }
    />
  );
}
