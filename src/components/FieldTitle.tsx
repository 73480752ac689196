import { fitEnd, spaces } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';

/** Columns of the mark of the focused field. */
const markWidth = 3;

/** The title of a field before its value, with the mark of the focused one. */
export function FieldTitle(props: {
  readonly title: SafeText;
  readonly focused: boolean;
  /** Behind the title: that the field was changed. */
  readonly note?: SafeText;
  readonly width: number;
}) {
  const { title, focused, note = spaces(0), width } = props;
  const style = focused ? ({ tone: 'accent', bold: true } as const) : {};
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
