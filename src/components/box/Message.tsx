import { Box } from 'ink';
import { createContext, useContext } from 'react';
import type { ApiError } from '#model/failure.ts';
import { joinSafe, label, type SafeText } from '#text/safeText.ts';
import { wrapSafe, wrapWithin } from '#text/fit.ts';
import { Line, Lines, Lit } from '#components/Line.tsx';
import { dim, type Part, type Tone } from '#components/parts.ts';
import { ShiftContext } from './Field.tsx';

interface MessageText {
  readonly title: SafeText;
  readonly lines: readonly SafeText[];
  /** What to press, which the footer says too: on few columns that alone does. */
  readonly press?: SafeText | undefined;
  readonly width: number;
}

/** What stands in the room of what was never read: below the box of an outage what may be behind that, else behind this failure. */
export const UnreadContext = createContext<
  ((width: number, height: number, failure: ApiError | undefined) => readonly (readonly Part[])[]) | undefined
>(undefined);

const roomForPress = 50;

/** Lines of a message that is whole, without a blank one above it. */
export function messageRows(text: MessageText) {
  return titleLines(text).length + wrappedLines(text).length;
}

function titleLines({ title, width }: MessageText): SafeText[] {
  return wrapSafe(title, width - 4);
}

function wrappedLines({ lines, press, width }: MessageText): SafeText[] {
  const paragraphs = press === undefined || width < roomForPress ? lines : [...lines, press];
  return paragraphs.flatMap(line => wrapSafe(line, width - 4));
}

/** The message in place of rows: empty, nothing found, failed. It says what happened and what to press. */
export function Message(
  props: MessageText & {
    readonly tone?: Tone;
    readonly failure?: ApiError | undefined;
    readonly height: number;
  },
) {
  const { tone = 'plain', width, height } = props;
  const titles = titleLines(props);
  // The box of an outage above all says why, and the keys.
  const isBelowBox = useContext(ShiftContext) > 0;
  const isFailureBelowBox = isBelowBox && tone === 'bad';
  const factsIn = useContext(UnreadContext);
  // With its facts stand the keys. A kiosk has none.
  const hasFacts = (factsIn?.(width - 6, height - titles.length - 2, props.failure) ?? []).length > 0;
  const isExplainedAbove = isBelowBox || (hasFacts && props.failure !== undefined);
  const own = isExplainedAbove ? { ...props, press: undefined } : props;
  const wrapped = wrappedLines(isFailureBelowBox ? { ...own, lines: [] } : own);
  // What to press comes last: where it would be cut off, all lines become one paragraph.
  const text =
    titles.length + wrapped.length <= height
      ? wrapped
      : wrapWithin(joinSafe(wrapped, label` `), width - 4, height - titles.length);
  const rows = [...titles, ...text];
  const facts = factsIn?.(width - 6, height - rows.length - 2, props.failure);
  const below = (isFailureBelowBox || (tone === 'bad' && !isBelowBox)) && facts !== undefined ? facts : [];
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {height > rows.length + 1 && <Line parts={[]} width={width} />}
      {rows.map((row, index) => (
        <Line
          key={index}
          width={width}
          parts={[
            { text: label`   ` },
            index < titles.length && !isFailureBelowBox ? { text: row, tone, bold: true } : dim(row),
          ]}
        />
      ))}
      {below.length > 0 && (
        <Lit>
          <Lines lines={[[], ...below]} before={{ text: label`   ` }} width={width} />
        </Lit>
      )}
    </Box>
  );
}
