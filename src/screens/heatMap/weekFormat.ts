import { maximum } from '#charts/spread.ts';
import { compactNumber } from '#model/text/number.ts';

/** Below it whole numbers would make the averages of a small website alike. */
const wholeFrom = 10;

interface WeekFormat {
  readonly decimals: 0 | 1;
  readonly formatCount: (count: number) => string;
}

/** How the averages of a week are written: with a decimal where all are small; what is not nothing never as a zero. */
export function weekFormat(week: readonly (readonly (number | undefined)[])[]): WeekFormat {
  if (maximum(week.flat()) >= wholeFrom)
    return { decimals: 0, formatCount: count => (count > 0 && count < 0.5 ? '<1' : compactNumber(count)) };
  return { decimals: 1, formatCount: smallAverage };
}

function smallAverage(count: number): string {
  if (count > 0 && count < 0.05) return '<0.1';
  return count === 0 ? '0' : count.toFixed(1);
}
