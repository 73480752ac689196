import { Box } from 'ink';
import { joinSafe, label, type SafeText } from '#text/safeText.ts';
import { wrapSafe, wrapWithin } from '#text/fit.ts';
import { Line } from '#components/Line.tsx';
import type { Tone } from '#components/parts.ts';

/** Lines of a message that is whole, without a blank one above it. */
export function messageRows({
  lines,
  width,
}: {
  readonly lines: readonly SafeText[];
  readonly width: number;
}) {
  return 1 + wrappedLines(lines, width).length;
}

function wrappedLines(lines: readonly SafeText[], width: number): SafeText[] {
  return lines.flatMap(line => wrapSafe(line, width - 4));
}

/** The message in place of rows: empty, nothing found, failed. It says what happened and what to press. */
export function Message(props: {
  readonly title: SafeText;
  readonly tone?: Tone;
  readonly lines: readonly SafeText[];
  readonly width: number;
  readonly height: number;
}) {
  const { title, tone = 'plain', lines, width, height } = props;
  const wrapped = wrappedLines(lines, width);
  // What to press comes last: where it would be cut off, all lines become one paragraph.
  const text =
    wrapped.length < height ? wrapped : wrapWithin(joinSafe(lines, label` `), width - 4, height - 1);
  const rows = [title, ...text];
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {height > rows.length + 1 && <Line parts={[]} width={width} />}
      {rows.map((row, index) => (
        <Line
          key={index}
          width={width}
          parts={[
            { text: label`   ` },
            index === 0 ? { text: row, tone, bold: true } : { text: row, tone: 'dim' },
          ]}
        />
      ))}
    </Box>
  );
}
