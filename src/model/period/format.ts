import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { dayCount, dayParts, daysBetween, formatDayShort } from './day.ts';
import { counted } from '#text/words.ts';
import { describePeriod } from './period.ts';

/**
 * "against 24 Sep - 21 Oct 2026"; with "up to 21 Nov" before it where today is left out, and behind it what differs
 * otherwise: lengths, or weekdays.
 */
export function comparisonWords(compared: ComparedPeriods): string {
  const { now, before, rest } = compared;
  const against = `against ${describePeriod(before)}${differenceWords(compared)}`;
  return rest === undefined ? against : `up to ${formatDayShort(now.to)} ${against}`;
}

/** ", 31 days against 28", ", other weekdays" or nothing. */
export function differenceWords({ now, before }: Pick<ComparedPeriods, 'now' | 'before'>): string {
  const [days, daysBefore] = [dayCount(now), dayCount(before)];
  if (days !== daysBefore) return `, ${counted(days, 'days')} against ${daysBefore}`;
  return daysBetween(before.from, now.from) % 7 === 0 ? '' : ', other weekdays';
}

/** The short form: "vs 24 Sep-21 Oct", with the year of its end where that is another year. */
export function shortComparison({ now, before }: ComparedPeriods): string {
  const { year } = dayParts(before.to);
  const from = before.from === before.to ? '' : `${formatDayShort(before.from)}-`;
  return `vs ${from}${formatDayShort(before.to)}${year === dayParts(now.to).year ? '' : ` ${year}`}`;
}
