import type { ApiError } from '#api/error.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { windows } from '#model/statistics/series.ts';
import { lastWholeDay } from '#model/statistics/seriesSpan.ts';
import type { Day, HoursName, Period } from '#model/statistics/statistics.ts';
import type { DayHours } from '#model/period/weekHours.ts';
import { shownPeriod } from './comparison.ts';
import type { StoreContext } from '#store/core/context.ts';
import { routeKey } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import type { Force } from './stats.ts';
import { spanKey } from './statsQueries.ts';

/** Weekdays by hours. A service returns hours summed over all days, so every day takes one request. */
export interface HeatMapSlice {
  load(websiteId: string, name: HoursName, force?: Force): void;
}

export function createHeatMap({ get, services }: StoreContext): HeatMapSlice {
  return {
    load(websiteId, name, force = false) {
      const owner = routeKey({ screen: 'heatMap', websiteId, name });
      for (const day of windows(heatMapPeriod(shownPeriod(get()), services.today()), 1))
        void get().stats.readHours(websiteId, name, day, { owner, force });
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
  /** The first failure. */
  readonly error: ApiError | undefined;
}

/** The days of a heat map as far as they are read, by statistic and website. */
export function heatMapRead(state: State, websiteId: string, name: HoursName): HeatMapRead {
  const period = heatMapPeriod(shownPeriod(state), state.today());
  const days = windows(period, 1).map(day => ({
    day: day.from,
    slot: state.stats.hours[spanKey(websiteId, name, day)],
  }));
  const failures = days.flatMap(({ slot }) => slot?.error ?? []);
  return {
    period,
    days: days.map(({ day, slot }) => ({ day, hours: slot?.data })),
    read: days.filter(({ slot }) => slot?.data !== undefined).length,
    failed: failures.length,
    loading: days.some(({ slot }) => slot?.loading === true),
    error: failures[0],
  };
}
