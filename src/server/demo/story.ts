import { addMonths, startOfMonth } from '#model/period/day.ts';
import { dayNumber, dayOfNumber } from '#server/days.ts';

const months = 26;

/** The fixed days of the demo's calendar, in days since 1970-01-01. */
export interface Story {
  /** The month's first day: a demo begun on any day of a month tells the same story. */
  readonly storyDay: number;
  /** The first day with statistics, of all names. */
  readonly from: number;
}

/** @param begun the day the demo was begun */
export function storyOf(begun: number): Story {
  const day = dayOfNumber(begun);
  return {
    storyDay: dayNumber(startOfMonth(day)),
    from: dayNumber(addMonths(day, -months)),
  };
}
