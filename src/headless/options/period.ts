import { Option } from 'commander';
import { UsageError } from '#headless/failure.ts';
import { comparedPeriods, type ComparedPeriods } from '#model/comparedPeriods.ts';
import { dayCount, formatDay, isDay } from '#model/day.ts';
import { defaultPeriodChoice, resolvePeriod } from '#model/period.ts';
import { maxPeriodDays, parsePeriod, periodExamples } from '#model/periodGrammar.ts';
import type { Day, Period } from '#model/statistics.ts';
import { safeText } from '#terminal/safeText.ts';

export interface PeriodOptions {
  readonly period?: string;
  readonly from?: string;
  readonly to?: string;
}

export type CompareWith = 'previous' | 'year';

export function periodOptions(): Option[] {
  return [
    new Option('--period <period>', `the days, as the application takes them: ${periodExamples}`).conflicts([
      'from',
      'to',
    ]),
    new Option('--from <day>', 'the first day, as 2026-03-01'),
    new Option('--to <day>', 'the last day'),
  ];
}

export function compareOption(): Option {
  return new Option(
    '--compare <with>',
    'beside what: previous period (also without a value), or year: the same weekdays last year',
  ).choices(['previous', 'year']);
}

/** The days asked for; the last 30 where none were. Throws a UsageError. */
export function periodOf({ period, from, to }: PeriodOptions, today: Day): Period {
  if (period !== undefined) {
    const parsed = parsePeriod(period, today);
    if ('error' in parsed) throw new UsageError(`--period: ${safeText(parsed.error, 300)}`);
    return parsed.period;
  }
  if (from === undefined && to === undefined) return resolvePeriod(defaultPeriodChoice, today);
  if (from === undefined || to === undefined)
    throw new UsageError('--from and --to go together: give both, or --period.');
  const days = { from: dayOf('--from', from), to: dayOf('--to', to) };
  if (days.from > days.to)
    throw new UsageError(
      `${formatDay(days.to)} is before ${formatDay(days.from)}: give the earlier day first.`,
    );
  if (dayCount(days) > maxPeriodDays)
    throw new UsageError('A period has at most 20 years: give a later --from.');
  return days;
}

function dayOf(option: string, text: string): Day {
  const day = text.trim();
  if (isDay(day)) return day;
  throw new UsageError(`${option} ${safeText(text, 60)} is no day: write it as 2026-03-01.`);
}

/** The days compared: those that are over, beside as many before. Throws a UsageError where today is all there is. */
export function comparisonOf(period: Period, compare: CompareWith, today: Day): ComparedPeriods {
  const compared = comparedPeriods(period, compare === 'year' ? 'lastYear' : 'previous', today);
  if (compared === undefined)
    throw new UsageError(
      'Today is not over, so it is compared with nothing: choose a period with whole days.',
    );
  return compared;
}
