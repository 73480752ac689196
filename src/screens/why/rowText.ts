import type { Family } from '#charts/cells.ts';
import type { Tone } from '#components/style.ts';
import { formatDayShort, weekdayName } from '#model/period/day.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { rowMark, signedText } from '#model/why/whyWords.ts';
import type { ShownWhyRow, WhyPart } from '#store/statistics/whyShown.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

export function partTitle(of: WhyPart): SafeText {
  return of === 'days' ? label`Days` : safeText(statisticInfo(of).title);
}

export function partFamily(of: WhyPart): Family {
  return of === 'days' ? 'content' : statisticInfo(of).family;
}

/** "Sun 8 Nov", or the value in readable form. */
export function rowName(of: WhyPart, { value, days }: ShownWhyRow): SafeText {
  if (days !== undefined) return safeText(shortDay(days.now));
  return safeText(of === 'days' ? value : readableValue(of, value));
}

/** "Sun 8 Nov". */
export function shortDay(day: Day): string {
  return `${weekdayName(day).slice(0, 3)} ${formatDayShort(day)}`;
}

/** "+1,234", "-12", "0". */
export function signed(change: number): SafeText {
  return change === 0 ? label`0` : safeText(signedText(change));
}

/** ">+1,234" where it may be more. */
export function rowChange({ change, isAtLeast }: ShownWhyRow): SafeText {
  return safeText(signedText(change, isAtLeast));
}

/** "new", "gone", "x12" from eleven times on, else nothing: days come and go without being new. */
export function rowWord(row: ShownWhyRow): SafeText {
  const mark = rowMark(row);
  return mark.endsWith('%') || (row.days !== undefined && mark === 'new') ? label`` : safeText(mark);
}

export function changeTone(change: number): Tone {
  return change === 0 ? 'dim' : change < 0 ? 'bad' : 'good';
}
