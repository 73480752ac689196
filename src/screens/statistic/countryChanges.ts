import { signedBars } from '#charts/signedBars.ts';
import { maximum } from '#charts/spread.ts';
import { chartParts } from '#components/chartLines.ts';
import type { Part } from '#components/style.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { signedText } from '#model/why/whyWords.ts';
import type { TableRowBeside } from '#store/statistics/comparedTable.ts';
import { isAscii } from '#terminal/charset.ts';
import { fitEnd, fitStart, spaces } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';

/** A title and rows: with fewer it says too little. */
const leastHeight = 4;
const nameColumns = 22;

/**
 * The countries whose counts changed most, with bars to the left for falls and to the right for rises: at most so many
 * lines. None before the earlier rows are read. `counts`: what is counted, "visitors".
 */
export function countryChanges(
  rows: readonly TableRowBeside[],
  { width, height, counts }: { readonly width: number; readonly height: number; readonly counts: string },
): Part[][] {
  if (height < leastHeight) return [];
  const changed = rows
    .flatMap(row => {
      const change = changeOf(row);
      return change === 0 ? [] : [{ name: readableValue('country', row.value), change }];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, height - 1);
  if (changed.length === 0) return [];
  const texts = changed.map(({ change }) => signedText(change));
  const changeColumns = maximum(texts.map(({ length }) => length));
  const bars = signedBars(
    changed.map(({ change }) => change),
    width - nameColumns - changeColumns - 2,
    { ascii: isAscii() },
  );
  const lines = changed.map(({ name, change }, place): Part[] => [
    { text: fitEnd(safeText(name), nameColumns) },
    { text: spaces(1) },
    ...chartParts(bars[place] ?? []),
    { text: spaces(1) },
    { text: fitStart(safeText(texts[place] ?? ''), changeColumns), tone: change < 0 ? 'bad' : 'good' },
  ]);
  return [[{ text: safeText(`CHANGE IN ${counts.toUpperCase()}`), tone: 'dim' }], ...lines];
}

/** 0 also where it is not known. */
function changeOf({ count, beside }: TableRowBeside): number {
  const isKnown = beside !== undefined && ['change', 'new', 'gone'].includes(beside.mark.kind);
  return isKnown ? count - (beside.before ?? 0) : 0;
}
