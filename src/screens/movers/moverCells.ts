import type { Part } from '#components/style.ts';
import type { Column } from '#model/text/columnLayout.ts';
import { change, formatChange } from '#model/statistics/comparison.ts';
import type { Mover } from '#model/statistics/movers.ts';
import { groupThousands, percent } from '#model/text/number.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { markTone } from '#screens/changeParts.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

type MoverColumn = 'value' | 'kind' | 'before' | 'now' | 'change' | 'mark' | 'share';

export const moverColumns: readonly Column<MoverColumn>[] = [
  { key: 'value', title: 'WHAT', width: 12, grow: 1, most: 48, priority: 9, cut: 'middle' },
  { key: 'kind', title: 'IN', width: 8, priority: 5 },
  { key: 'before', title: 'BEFORE', width: 9, priority: 3, align: 'right' },
  { key: 'now', title: 'NOW', width: 9, priority: 4, align: 'right' },
  { key: 'change', title: 'CHANGE', width: 10, priority: 8, align: 'right' },
  { key: 'mark', title: '', width: 6, priority: 6, align: 'right' },
  { key: 'share', title: 'SHARE', width: 6, priority: 7, align: 'right' },
];

/** A mover: its value and statistic, both counts, its change and its share of all changes. */
export function moverCells(mover: Mover): Readonly<Record<MoverColumn, Part>> {
  const { name, value, now, before, mark } = mover;
  const tone = mover.change > 0 ? 'good' : 'bad';
  return {
    value: { text: safeText(readableValue(name, value)) },
    kind: { text: safeText(statisticInfo(name).singular), tone: 'dim' },
    before: countPart(before, mover.atMost),
    now: countPart(now, mover.atMost),
    change: { text: changeText(mover), tone },
    mark: { text: markText(mover), tone: mark.kind === 'notInTop' ? 'dim' : markTone(mark) },
    share: { text: safeText(percent(mover.share, 1)) },
  };
}

/** "+1,234"; ">+1,234" where it may be more. */
export function changeText({ change: by, atMost }: Mover): SafeText {
  const sign = by > 0 ? '+' : '-';
  return safeText(`${atMost === undefined ? '' : '>'}${sign}${groupThousands(Math.abs(by))}`);
}

/** "+12%", "new" or "gone"; nothing where one side is not known. */
function markText({ mark, now, before }: Mover): SafeText {
  if (mark.kind === 'change') return safeText(formatChange(change(now, before)));
  return mark.kind === 'notInTop' ? label`` : safeText(mark.kind);
}

/** A count; where the row was not read, the upper bound. */
function countPart(count: number | undefined, atMost: number | undefined): Part {
  if (count !== undefined) return { text: safeText(groupThousands(count)) };
  return { text: atMost === undefined ? label`0` : safeText(`<=${groupThousands(atMost)}`), tone: 'dim' };
}
