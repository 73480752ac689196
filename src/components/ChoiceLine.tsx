import { label, type SafeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** A few values side by side; the one that is chosen stands in brackets. */
export function ChoiceLine(props: {
  readonly choices: readonly { readonly title: SafeText; readonly isChosen: boolean }[];
  readonly focused: boolean;
  readonly width: number;
}) {
  const parts = props.choices.map(({ title, isChosen }): Part => {
    if (!isChosen) return { text: label` ${title} `, tone: 'dim' };
    return { text: label`[${title}]`, bold: true, tone: props.focused ? 'accent' : 'plain' };
  });
  return <Line parts={parts} width={props.width} />;
}
