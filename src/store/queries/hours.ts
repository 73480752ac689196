import type { Activity } from '#api/api.ts';
import { ask } from '#queries/ask.ts';
import type { ApiError } from '#model/failure.ts';
import { lastWholeDay } from '#model/comparison/periods.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zone.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import { type DayHours, windows } from '#model/statistics/series.ts';
import type { Day, HoursName, Period, SeriesName } from '#model/statistics/statistics.ts';
import { routeKey } from '#store/navigation/route.ts';
import type { SliceContext } from '#store/slice.ts';
import { daysBeside, type QueryState, rowsPeriod, shownPeriod, singleDay } from './question.ts';
import { hoursBefore } from './rows.ts';
import type { Force, ReadOptions } from '#queries/answers.ts';

/** The hours that show a measure of a single day; undefined of more days, and where the service has no hours. */
export function hoursInstead(
  state: Omit<QueryState, 'answers' | 'timeZone'>,
  name: SeriesName,
): HoursName | undefined {
  const hours = name === 'visitors' ? 'visitors_hours' : 'pageviews_hours';
  return singleDay(state) !== undefined && hasStatistic(state.capabilities, hours) ? hours : undefined;
}

/** Reads the hours of the period, and those beside them. */
export function readDayHours(
  state: QueryState,
  websiteId: string,
  name: HoursName,
  options: ReadOptions,
): void {
  void state.answers.read(websiteId, ask.hours(name, rowsPeriod(state)), options);
  const before = daysBeside(state);
  if (before !== undefined) void state.answers.read(websiteId, ask.hours(name, before), options);
}

interface HoursState extends QueryState {
  readonly activity: Activity;
}

/** Hours with those beside them, as far as they are read. */
export function shownHours(state: HoursState, websiteId: string, name: HoursName) {
  const slot = state.answers.get(websiteId, ask.hours(name, rowsPeriod(state)));
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
export function dayByHour(state: HoursState, websiteId: string) {
  if (singleDay(state) === undefined) return undefined;
  const visitors = shownHours(state, websiteId, 'visitors_hours');
  const pageviews = shownHours(state, websiteId, 'pageviews_hours');
  return { visitors: visitors.slot.data, pageviews: pageviews.slot.data, openFrom: visitors.openFrom };
}

/** The hour in the time zone of the profile when the service last answered. */
function hourNow({ activity, timeZone }: HoursState): number | undefined {
  return activity.lastAnswer === undefined ? undefined : zoneTime(timeZone, activity.lastAnswer).hour;
}

/** Weekdays by hours. A service returns hours summed over all days, so every day takes one request. */
export interface HeatMapSlice {
  load(websiteId: string, name: HoursName, force?: Force): void;
}

export function createHeatMap({
  get,
  services,
}: SliceContext<{ heatMap: HeatMapSlice }, QueryState>): HeatMapSlice {
  return {
    load(websiteId, name, force = false) {
      const owner = routeKey({ screen: 'heatMap', websiteId, name });
      for (const day of windows(heatMapPeriod(shownPeriod(get()), services.today()), 1))
        void get().answers.read(websiteId, ask.hours(name, day), { owner, force });
    },
  };
}

/**
 * The last whole weeks of a period, at most four, so that every weekday counts equally often: 7 to 28 days before today. A
 * shorter period is extended to a week with the days before it.
 */
export function heatMapPeriod(period: Period, today: Day): Period {
  const to = lastWholeDay(period, today);
  const days = period.from > to ? 0 : dayCount({ from: period.from, to });
  const weeks = Math.min(4, Math.max(1, Math.floor(days / 7)));
  return { from: addDays(to, 1 - weeks * 7), to };
}

/** The days of a heat map, as far as they were read. */
export interface HeatMapRead {
  readonly period: Period;
  readonly days: readonly DayHours[];
  /** How many days were read, and how many failed. */
  readonly read: number;
  readonly failed: number;
  readonly loading: boolean;
  readonly error: ApiError | undefined;
}

/** The days of a heat map as far as they are read, by statistic and website. */
export function heatMapRead(state: QueryState, websiteId: string, name: HoursName): HeatMapRead {
  const period = heatMapPeriod(shownPeriod(state), state.today());
  const days = windows(period, 1).map(day => ({
    day: day.from,
    slot: state.answers.get(websiteId, ask.hours(name, day)),
  }));
  const failures = days.flatMap(({ slot }) => slot.error ?? []);
  return {
    period,
    days: days.map(({ day, slot }) => ({ day, hours: slot.data })),
    read: days.filter(({ slot }) => slot.data !== undefined).length,
    failed: failures.length,
    loading: days.some(({ slot }) => slot.loading),
    error: failures[0],
  };
}
