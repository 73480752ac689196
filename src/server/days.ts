import type { Day } from '#model/statistics.ts';

const millisecondsADay = 86_400_000;

/** Days since 1970-01-01 of a date written Y-m-d; undefined when it is none ("2026-02-30", "2026-2-3"). */
export function parseDay(text: string): number | undefined {
  if (!isDay(text)) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  const days = milliseconds / millisecondsADay;
  return formatDay(days) === text ? days : undefined;
}

/** Like parseDay, for a date of our own making: throws a RangeError when it is none. */
export function dayNumber(day: Day): number {
  const days = parseDay(day);
  if (days === undefined) throw new RangeError(`${day} is not a day: write it as 2026-11-20.`);
  return days;
}

/** The date, Y-m-d, that many days after 1970-01-01, in the years 0 to 9999. */
export function formatDay(days: number): Day {
  const text = new Date(days * millisecondsADay).toISOString().slice(0, 10);
  if (!isDay(text)) throw new RangeError(`${days} days after 1970 is no date of four-digit years.`);
  return text;
}

function isDay(text: string): text is Day {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}
