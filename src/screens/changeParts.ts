import type { Part, Tone } from '#components/style.ts';
import { formatChange, type Change } from '#model/statistics/comparison.ts';
import { formatMark, type RowMark } from '#model/statistics/rowComparison.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** A change in words and colour. */
export function changePart(of: Change): Part {
  return { text: safeText(formatChange(of)), tone: changeTone(of) };
}

function changeTone(of: Change): Tone {
  if (of.kind === 'percent') return of.ratio > 0 ? 'good' : 'bad';
  return of.kind === 'new' ? 'good' : 'dim';
}

/** A row's mark; `isShort`: "below 100" in place of "not in the top 100". */
export function markPart(mark: RowMark, isShort = false): Part {
  switch (mark.kind) {
    case 'change':
      return changePart(mark.change);
    case 'new':
      return { text: label`new`, tone: 'good' };
    case 'gone':
      return { text: label`gone`, tone: 'bad' };
    case 'unknown':
      return { text: label`?`, tone: 'dim' };
    case 'notInTop':
      return { text: isShort ? label`below ${mark.top}` : safeText(formatMark(mark)), tone: 'dim' };
  }
}
