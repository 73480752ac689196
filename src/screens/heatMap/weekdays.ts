import { addDays, weekdayName } from '#model/period/day.ts';

const someMonday = '2024-01-01';

/** "Monday" to "Sunday". */
export const weekdays: readonly string[] = Array.from({ length: 7 }, (_, place) =>
  weekdayName(addDays(someMonday, place)),
);
