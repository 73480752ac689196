import type { SafeText } from '#terminal/safeText.ts';
import { label } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** Lines of text at the end of a popup, all in one style, set apart by a blank line where there is room for it. */
export function PopupText(props: {
  readonly lines: readonly SafeText[];
  readonly style: Omit<Part, 'text'>;
  readonly air: boolean;
  readonly width: number;
}) {
  const { lines, style, air, width } = props;
  return (
    <>
      {air && <Line parts={[]} width={width} />}
      {lines.map((text, index) => (
        <Line key={index} parts={[{ text: label` ` }, { ...style, text }]} width={width} />
      ))}
    </>
  );
}
