import { label, type SafeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';

/** The first line inside a popup. */
export function PopupTitle(props: {
  readonly title: SafeText;
  readonly note?: SafeText;
  readonly width: number;
}) {
  const { title, note, width } = props;
  const right = note === undefined ? [] : [{ text: label`${note} `, tone: 'dim' as const }];
  return <Line parts={[{ text: label` ${title}`, bold: true }]} right={right} width={width} />;
}
