import { hasStatistic } from '#model/service/capabilities.ts';
import { windows } from '#model/statistics/series.ts';
import type { Period, StatisticRow } from '#model/statistics/statistics.ts';
import { usualSoFar } from '#model/statistics/usualSoFar.ts';
import { zoneTime } from '#model/period/zoneTime.ts';
import type { State } from '#store/core/state.ts';
import { rowsPeriod, shownPeriod, shownSeriesPeriods } from './comparison.ts';
import { dashboardLayout, tileRows } from './dashboardLayout.ts';
import { heatMapPeriod } from './heatMap.ts';
import type { ReadOptions } from './stats.ts';
import { rowsKey, spanKey } from './statsQueries.ts';

/** The hours that say what is usual by now, and today's own. */
export function readToday(state: State, websiteId: string, options: ReadOptions): void {
  if (!showsToday(state) || !hasStatistic(state.capabilities, 'visitors_hours')) return;
  if (dashboardLayout(state).strip < tileRows) return;
  void state.stats.readHours(websiteId, 'visitors_hours', rowsPeriod(state), options);
  void state.stats.readHours(websiteId, 'visitors_hours', todayOf(state), options);
}

/** Whether today is among the days that are read with the period: not with one that is over. */
export function showsToday(state: State): boolean {
  return shownSeriesPeriods(state).span.to >= state.today();
}

export interface TodayByHour {
  /** Undefined while it is not read. */
  readonly hours: readonly number[] | undefined;
  /** The last hour that has begun. */
  readonly hour: number;
  /** Visitors by this time of a usual day of this weekday. */
  readonly usual: number | undefined;
}

/** Today's visitors beside what is usual, at the time of the request that returned them. */
export function todayByHour(state: State, websiteId: string): TodayByHour | undefined {
  const { span } = shownSeriesPeriods(state);
  const series = state.stats.series[spanKey(websiteId, 'visitors', span)];
  if (series?.data === undefined || series.requested === undefined) return undefined;
  const { hour, minute } = zoneTime(state.timeZone, series.requested.at);
  const { hours } = state.stats;
  const now = hours[spanKey(websiteId, 'visitors_hours', todayOf(state))]?.data;
  // A service whose clock is ahead has counted hours that have not begun here.
  const counted = now?.findLastIndex(count => count > 0) ?? -1;
  const time = counted > hour ? counted + 1 : hour + minute / 60;
  const typical = hours[spanKey(websiteId, 'visitors_hours', rowsPeriod(state))]?.data;
  return {
    hours: now,
    hour: Math.max(hour, counted),
    usual: typical && usualSoFar(series.data, state.today(), typical, time),
  };
}

function todayOf(state: State): Period {
  return { from: state.today(), to: state.today() };
}

/**
 * What the largest terminals show beside the panels: the countries of the map, and weekdays by hours. Those cost a request
 * a day, so they are read by themselves only where no request leaves this machine; else H reads them, once.
 */
export function readWide(state: State, websiteId: string, options: ReadOptions): void {
  const { map, hasWeek } = dashboardLayout(state);
  if (map > 0) void state.stats.readRows(websiteId, worldQuery(state), options);
  if (!hasWeek || !readsWeekItself(state)) return;
  for (const day of windows(heatMapPeriod(shownPeriod(state), state.today()), 1))
    void state.stats.readHours(websiteId, 'visitors_hours', day, { owner: options.owner });
}

export function readsWeekItself({ profile }: State): boolean {
  return profile.kind !== 'service';
}

const worldQuery = (state: State) => ({ name: 'country', period: rowsPeriod(state), perPage: 100 }) as const;

/** The countries of the map; none before they are read. */
export function worldRows(state: State, websiteId: string): readonly StatisticRow[] {
  return state.stats.rows[rowsKey(websiteId, worldQuery(state))]?.data?.rows ?? none;
}

const none: readonly StatisticRow[] = [];
