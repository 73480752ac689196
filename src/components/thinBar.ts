import { bar, type BarOptions } from '#charts/bar.ts';
import type { Family } from '#charts/cells.ts';
import { isAscii } from '#terminal/charset.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Part } from './style.ts';

/** A thin bar in the hue of a family, exactly so many columns wide. Characters are thin enough without being quiet. */
export function thinBar(
  count: number,
  most: number,
  width: number,
  family: Family,
  { log }: Pick<BarOptions, 'log'> = {},
): Part {
  const ascii = isAscii();
  return { text: safeText(bar(count, most, width, { log, ascii })), tone: ascii ? family : `${family}Fill` };
}
