import { formatDayShort } from '#model/period/day.ts';
import { todayIn } from '#model/period/today.ts';
import { timeOfDay } from '#model/period/zoneTime.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** "today 11:58", "3 Nov", "3 Nov 2024". @param at milliseconds since 1970 */
export function momentText(
  at: number,
  { timeZone, calendarDay }: Pick<State, 'timeZone' | 'calendarDay'>,
): SafeText {
  const [day, today] = [todayIn(timeZone, new Date(at)), calendarDay()];
  if (day === today) return label`today ${safeText(timeOfDay(timeZone, at))}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return safeText(isThisYear ? formatDayShort(day) : `${formatDayShort(day)} ${day.slice(0, 4)}`);
}
