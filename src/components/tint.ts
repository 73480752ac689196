import { head } from '#terminal/fit.ts';
import { sliceSafe } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import type { Part, Tone } from './style.ts';

/**
 * The same parts, the first `columns` columns of them on a ground: a bar behind its label. A part with a ground of its own
 * keeps it. For where the theme has tints (`hasTints`): elsewhere nothing of it is seen.
 */
export function onGround(parts: readonly Part[], columns: number, on: Tone): Part[] {
  let left = columns;
  return parts.flatMap((part): Part[] => {
    const under = head(part.text, left);
    left -= textWidth(under);
    const beyond = sliceSafe(part.text, under.length);
    if (beyond !== '') left = 0;
    return [
      { ...part, text: under, on: part.on ?? on },
      { ...part, text: beyond },
    ].filter(({ text }) => text !== '');
  });
}
