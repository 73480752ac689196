import type { Tone } from '#components/style.ts';
import type { Change } from '#model/comparison.ts';
import type { RowMark } from '#model/rowComparison.ts';

/** The colour that says the same as the words of a change. */
export function changeTone(of: Change): Tone {
  if (of.kind === 'percent') return of.ratio > 0 ? 'good' : 'bad';
  return of.kind === 'new' ? 'good' : 'dim';
}

export function markTone(mark: RowMark): Tone {
  if (mark.kind === 'change') return changeTone(mark.change);
  return mark.kind === 'new' ? 'good' : mark.kind === 'gone' ? 'bad' : 'dim';
}
