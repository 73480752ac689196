import { Box } from 'ink';
import { fitEnd, spaces } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part, Tone } from './style.ts';

export interface Measure {
  readonly title: SafeText;
  readonly value: SafeText;
  /** "+12%", or what else belongs beside the value. */
  readonly note?: SafeText | undefined;
  readonly tone?: Tone | undefined;
}

/** Numbers in a row, their names above them; on one line where there is only one. Those that do not fit are left out. */
export function MeasureStrip(props: {
  readonly measures: readonly Measure[];
  readonly rows: number;
  readonly width: number;
}) {
  const { measures, rows, width } = props;
  if (rows < 2) return <Line parts={measures.flatMap(inOneLine)} width={width} />;
  const wanted = Math.max(...measures.map(widthOf)) + 3;
  const count = Math.min(measures.length, Math.max(1, Math.floor((width - 1) / wanted)));
  const column = Math.floor((width - 1) / count);
  const shown = measures.slice(0, count);
  return (
    <Box flexDirection="column">
      <Line
        width={width}
        parts={[
          { text: spaces(3) },
          ...shown.map(({ title }): Part => ({ text: fitEnd(title, column), tone: 'dim' })),
        ]}
      />
      <Line
        width={width}
        parts={[{ text: spaces(3) }, ...shown.flatMap(measure => valueParts(measure, column))]}
      />
    </Box>
  );
}

function widthOf({ title, value, note }: Measure): number {
  return Math.max(textWidth(title), textWidth(value) + (note === undefined ? 0 : textWidth(note) + 1));
}

function valueParts({ value, note = label``, tone }: Measure, column: number): Part[] {
  const room = column - textWidth(value) - 1;
  return [
    { text: value, bold: true },
    { text: spaces(1) },
    { text: fitEnd(note, room), tone: tone ?? 'dim' },
  ];
}

function inOneLine({ title, value, note = label``, tone }: Measure): Part[] {
  return [
    { text: label`   ${title} `, tone: 'dim' },
    { text: value, bold: true },
    { text: note === '' ? note : label` ${note}`, tone: tone ?? 'dim' },
  ];
}
