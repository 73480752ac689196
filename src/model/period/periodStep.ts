import { wholeMonths } from './calendarMonths.ts';
import { addDays, addMonths, dayCount, startOfMonth, startOfWeek } from './day.ts';
import { resolvePeriod, type PeriodChoice, type PlainChoice } from './period.ts';
import { periodUnit, type PeriodUnit } from './periodUnit.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

/**
 * The next or previous period: weeks, months and years step by whole ones, where an unfinished one counts as whole, and
 * other periods by their number of days. Never past today: a range of days then ends yesterday. A step and a step back
 * restore the original choice, so that a preset moves with the calendar again. The same object where there is no step.
 */
export function stepPeriod(choice: PeriodChoice, direction: -1 | 1, today: Day): PeriodChoice {
  const { from: base, by } = stepsOf(choice);
  const steps = by + direction;
  if (steps === 0) return base;
  const now = resolvePeriod(choice, today);
  const range = stepsFrom(base, steps, today);
  const next = resolvePeriod({ kind: 'range', ...range }, today);
  const isMoved = direction < 0 ? next.from < now.from : next.to > now.to;
  return isMoved && range.from <= today
    ? { kind: 'range', ...range, stepped: { from: base, by: steps } }
    : choice;
}

function stepsOf(choice: PeriodChoice): { readonly from: PlainChoice; readonly by: number } {
  return choice.kind === 'range' && choice.stepped !== undefined ? choice.stepped : { from: choice, by: 0 };
}

/** Always counted from where the stepping began, so that ranges clamped at today can be stepped back too. */
function stepsFrom(base: PlainChoice, steps: number, today: Day): Period {
  const period = resolvePeriod(base, today);
  const unit = periodUnit(base, today);
  const yesterday = addDays(today, -1);
  const next = neighbour(period, unit, steps);
  // A single day may be today; a range of days ends with the last complete day.
  const isLate = unit.unit === 'days' && next.to > (period.from === period.to ? today : yesterday);
  return isLate ? { from: addDays(yesterday, 1 - dayCount(period)), to: yesterday } : next;
}

function neighbour(period: Period, { unit, count }: PeriodUnit, steps: number): Period {
  if (unit === 'months') return wholeMonths(addMonths(startOfMonth(period.from), steps * count), count);
  const days = unit === 'weeks' ? count * 7 : count;
  const from = addDays(unit === 'weeks' ? startOfWeek(period.from) : period.from, days * steps);
  return { from, to: addDays(from, days - 1) };
}
