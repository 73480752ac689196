import { label, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

export interface FooterKey {
  readonly key: SafeText;
  readonly does: SafeText;
}

export interface FooterProps {
  readonly first: readonly FooterKey[];
  readonly keys: readonly FooterKey[];
  readonly last: readonly FooterKey[];
  readonly width: number;
}

/** The keys that work now: those of `first`, then as many of `keys` as fit, and as many of `last` as `first` leaves room for. */
export function Footer(props: FooterProps) {
  const { keys, width } = props;
  const first = firstThatFit(props.first, width);
  // Help is the very last of them.
  const last = firstThatFit(props.last.toReversed(), width - widthOfAll(first)).toReversed();
  const others = firstThatFit(keys, width - widthOfAll(first) - widthOfAll(last));
  const parts = [...first, ...others, ...last].flatMap(({ key, does }): Part[] => [
    { text: label` ` },
    { text: key, tone: 'accent', bold: true },
    { text: label` ${does} `, tone: 'dim' },
  ]);
  return <Line parts={parts} width={width} />;
}

function firstThatFit(keys: readonly FooterKey[], room: number): readonly FooterKey[] {
  let left = room;
  const beyond = keys.findIndex(key => (left -= widthOf(key)) < 0);
  return beyond === -1 ? keys : keys.slice(0, beyond);
}

function widthOfAll(keys: readonly FooterKey[]): number {
  return keys.reduce((sum, key) => sum + widthOf(key), 0);
}

function widthOf({ key, does }: FooterKey): number {
  return textWidth(key) + textWidth(does) + 3;
}
