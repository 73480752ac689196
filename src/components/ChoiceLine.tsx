import { label, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** A few values side by side; the one that is chosen stands in brackets, alone where there is no room for all. */
export function ChoiceLine(props: {
  readonly choices: readonly { readonly title: SafeText; readonly isChosen: boolean }[];
  readonly focused: boolean;
  readonly width: number;
}) {
  const { choices, focused, width } = props;
  const needed = choices.reduce((sum, { title }) => sum + textWidth(title) + 2, -1);
  const shown = needed <= width ? choices : choices.filter(({ isChosen }) => isChosen);
  const parts = shown.map(({ title, isChosen }): Part => {
    if (!isChosen) return { text: label` ${title} `, tone: 'dim' };
    return { text: label`[${title}]`, bold: true, tone: focused ? 'accent' : 'plain' };
  });
  return <Line parts={parts} width={width} />;
}
