import { hasStatistic } from '#model/service/capabilities.ts';
import { zoneTime } from '#model/period/zoneTime.ts';
import type { HoursName, SeriesName } from '#model/statistics/statistics.ts';
import type { State } from '#store/core/state.ts';
import { daysBeside, rowsPeriod, singleDay, type ComparisonState } from './comparison.ts';
import { hoursBefore } from './shownReach.ts';
import type { ReadOptions } from './stats.ts';
import { spanKey } from './statsQueries.ts';

/** The hours that show a measure of a single day; undefined of more days, and where the service has no hours. */
export function hoursInstead(
  state: ComparisonState & Pick<State, 'capabilities'>,
  name: SeriesName,
): HoursName | undefined {
  const hours = name === 'visitors' ? 'visitors_hours' : 'pageviews_hours';
  return singleDay(state) !== undefined && hasStatistic(state.capabilities, hours) ? hours : undefined;
}

/** Reads the hours of the period, and those beside them. */
export function readDayHours(state: State, websiteId: string, name: HoursName, options: ReadOptions): void {
  void state.stats.readHours(websiteId, name, rowsPeriod(state), options);
  const before = daysBeside(state);
  if (before !== undefined) void state.stats.readHours(websiteId, name, before, options);
}

/** Hours with those beside them, as far as they are read. */
export function shownHours(state: State, websiteId: string, name: HoursName) {
  const slot = state.stats.hours[spanKey(websiteId, name, rowsPeriod(state))];
  const before = hoursBefore(state, websiteId, name);
  const day = singleDay(state);
  const beforeDays = daysBeside(state);
  return {
    slot,
    before,
    day,
    beforeDay: beforeDays?.from === beforeDays?.to ? beforeDays?.from : undefined,
    openFrom: day === state.today() ? hourNow(state) : undefined,
  };
}

/** Of a single day the hours of both measures, as far as they are read; undefined of more days. */
export function dayByHour(state: State, websiteId: string) {
  if (singleDay(state) === undefined) return undefined;
  const visitors = shownHours(state, websiteId, 'visitors_hours');
  const pageviews = shownHours(state, websiteId, 'pageviews_hours');
  return { visitors: visitors.slot?.data, pageviews: pageviews.slot?.data, openFrom: visitors.openFrom };
}

/** The hour in the time zone of the profile when the service last answered. */
function hourNow({ activity, timeZone }: State): number | undefined {
  return activity.lastAnswer === undefined ? undefined : zoneTime(timeZone, activity.lastAnswer).hour;
}
