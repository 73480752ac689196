import type { StoreApi } from 'zustand/vanilla';
import type { Activity } from '#api/api.ts';
import { type HoursSoFar, type ComparedPeriods, lastWholeDay } from '#model/comparison/periods.ts';
import type { ApiError } from '#model/failure.ts';
import type { DayCount, IsChance } from '#model/comparison/change.ts';
import { addDays, dayCount, dayOfWeek, zoneTime } from '#model/period/day.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import { type Filter, hoursWithin, isWeekdayWithin, noFilter } from '#model/service/filter.ts';
import { type CursorPoint, type OwnComparisons, seriesCursorPoints } from '#model/statistics/cursor.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { spreadOfDays } from '#model/why/facts.ts';
import { standsOut, totalScore } from '#model/why/groups.ts';
import { type DayHours, windows } from '#model/statistics/series.ts';
import type { Day, HoursName, Period, SeriesName } from '#model/statistics/statistics.ts';
import type { Force, ReadOptions } from '#queries/answers/answers.ts';
import { request, isAnswered, keyOf, type QuestionDays } from '#queries/answers/request.ts';
import {
  chanceDays,
  dataRequests,
  hoursDataRequests,
  hoursWithData,
  openDataRequests,
  ownComparisons,
  seriesRequests,
  type ShownSeries,
  seriesOf,
  visitorsRequests,
} from '#queries/days/series.ts';
import { sessionsRequests, type ShownSessions, shownSessions as sessionsOf } from '#queries/days/sessions.ts';
import {
  countsOnce,
  fullHours,
  hoursFromRequests,
  hoursOf,
  hoursSoFarRequests as asksOfHoursSoFar,
  hoursSoFarOf,
  isTodayWithoutData,
  todayCompared as comparedToday,
} from '#queries/days/today.ts';
import { earlierHours } from '#queries/rows/rows.ts';
import { visitorFacts } from '#queries/overview.ts';
import { type Year, year } from '#queries/year.ts';
import { routeKey, websiteIdOf } from '#store/navigation/route.ts';
import type { SliceContext } from '#store/slice.ts';
import {
  type AnsweredState,
  knownOf,
  type QueryState,
  readAll,
  rowsPeriod,
  seenIn,
  shownDays,
  shownPeriod,
  singleDay,
  type ViewState,
  websiteDays,
} from './question.ts';
import { memoizeByObject, memoizeLast } from '#text/memo.ts';
import { statisticOf } from './rows.ts';

/** The hours that show a measure of a single day; undefined of more days, and where the service has no hours. */
export function hoursInstead(
  state: Omit<QueryState, 'answers' | 'timeZone'>,
  name: SeriesName,
): HoursName | undefined {
  const hours = hoursOf[name];
  return singleDay(state) !== undefined && hasStatistic(state.capabilities, hours) ? hours : undefined;
}

const placeDays = 28;
export const seriesOfHours = { visitors_hours: 'visitors', pageviews_hours: 'pageviews' } as const;

export function whereOf({ filter }: AnsweredState): Filter {
  return filter?.where ?? noFilter;
}

/** Where the filter leaves one hour the days that have it, in place of the hours: of a single day with the four weeks that it ends. */
function daysOfHour(state: QueryState, websiteId: string): QuestionDays | undefined {
  if (hoursWithin(whereOf(state)).length > 1) return undefined;
  const single = singleDay(state);
  return single === undefined
    ? websiteDays(state, websiteId)
    : shownDays({ ...seenIn(state, weeksTo(single)), comparison: { baseline: undefined } });
}

export function weeksTo(day: Day): Period {
  return { from: addDays(day, 1 - placeDays), to: day };
}

export function readDaysOfHour(
  state: QueryState,
  websiteId: string,
  name: HoursName,
  options: ReadOptions,
): void {
  const days = daysOfHour(state, websiteId);
  if (days === undefined) return;
  const names = [seriesOfHours[name]];
  readAll(
    state,
    [...seriesRequests(websiteId, names, days), ...dataRequests(websiteId, names, days, knownOf(state))],
    options,
  );
}

export function readDayHours(
  state: QueryState,
  websiteId: string,
  name: HoursName,
  options: ReadOptions,
): void {
  readDaysOfHour(state, websiteId, name, options);
  void state.answers.read(websiteId, request.hours(name, rowsPeriod(state, websiteId)), options);
  const before = websiteDays(state, websiteId).hoursBefore;
  if (before !== undefined) void state.answers.read(websiteId, request.hours(name, before), options);
}

/** What today is compared with, by its hours that are over; undefined where nothing is, or it is not known yet. */
export function todayCompared(state: QueryState, websiteId: string): ComparedPeriods | undefined {
  return comparedToday(websiteId, shownDays(state), knownOf(state));
}

/** Whether the period is today alone, which has no data yet. */
export function hasNoDataToday(state: AnsweredState, websiteId: string): boolean {
  const days = shownDays(state);
  return days.single === days.today && isTodayWithoutData(websiteId, days, knownOf(state));
}

/** What today by now is made of, once it is known which day it is compared with. */
export function hoursSoFarRequests(state: QueryState, websiteId: string, name: SeriesName = 'visitors') {
  const compared = todayCompared(state, websiteId);
  return asksOfHoursSoFar(websiteId, name, compared, shownDays(state), knownOf(state));
}

/** As far as it is read; undefined too before the first hour of today is over. */
export function todaySoFar(state: QueryState, websiteId: string, name: SeriesName = 'visitors') {
  return hoursSoFarOf(websiteId, name, todayCompared(state, websiteId), shownDays(state), knownOf(state));
}

/** The hours of today, and what it is compared by. */
export function todayRequests(state: QueryState, websiteId: string, name: SeriesName = 'visitors') {
  const hours = todayHours(state, name);
  const key = keyOf(hours);
  return [hours, ...hoursSoFarRequests(state, websiteId, name).filter(each => keyOf(each) !== key)];
}

function todayHours({ today }: Pick<QueryState, 'today'>, name: SeriesName) {
  return request.hours(hoursOf[name], { from: today(), to: today() });
}

/** What today is compared with, and up to which hour; undefined before one is over, and while it is not known. */
export function comparedSoFar(state: QueryState, websiteId: string) {
  const compared = todayCompared(state, websiteId);
  const hours = countsOnce('visitors', state.capabilities)
    ? compared && fullHours(websiteId, compared, shownDays(state), knownOf(state))?.until
    : todaySoFar(state, websiteId)?.hours;
  return compared === undefined || hours === undefined ? undefined : { compared, hours };
}

export interface TodayByHour {
  readonly hours: readonly number[] | undefined;
  /** Those that the filter leaves. */
  readonly shown: readonly number[];
  /** The last hour that has begun. */
  readonly hour: number;
  /** Its hours that are over, beside those they are compared with; undefined while these are not read. */
  readonly hoursSoFar: HoursSoFar | undefined;
}

export function todayByHour(state: QueryState, websiteId: string): TodayByHour | undefined {
  const { data: hours, requested } = state.answers.get(websiteId, todayHours(state, 'visitors'));
  if (hours === undefined || requested === undefined) return undefined;
  const { hour } = zoneTime(state.timeZone, requested.at);
  return {
    hours,
    shown: hoursWithin(whereOf(state)),
    hour: Math.max(
      hour,
      hours.findLastIndex(count => count > 0),
    ),
    hoursSoFar: todaySoFar(state, websiteId),
  };
}

interface HoursState extends QueryState {
  readonly activity: Activity;
}

/** Hours with those beside them, as far as they are read. */
export function shownHours(state: HoursState, websiteId: string, name: HoursName) {
  const period = rowsPeriod(state, websiteId);
  const read = state.answers.get(websiteId, request.hours(name, period));
  const data = hoursWithData(websiteId, read.data, period, knownOf(state));
  const before = earlierHours(statisticOf(state, websiteId, name), knownOf(state));
  const day = singleDay(state);
  const beforeDays = websiteDays(state, websiteId).hoursBefore;
  return {
    slot: data === read.data ? read : { ...read, data },
    hasNoData: data !== read.data,
    before,
    day,
    beforeDay: beforeDays?.from === beforeDays?.to ? beforeDays?.from : undefined,
    openFrom: day === state.today() ? hourNow(state) : undefined,
    hours: hoursWithin(whereOf(state)),
    daysOfHour: shownDaysOfHour(state, websiteId, name),
    isUsual: day !== undefined && state.comparison.baseline === 'usual',
    isChance: day === undefined ? undefined : chanceOfHours(state, websiteId),
  };
}

const chances = memoizeLast<IsChance>(2);

/** As the sentences of the day judge it, of the day and of each of its hours. */
function chanceOfHours(state: HoursState, websiteId: string): IsChance {
  const days = websiteDays(state, websiteId);
  const { read } = visitorFacts(websiteId, days, knownOf(state));
  const { scale = 1 } = state;
  return chances([read, days, scale], () => {
    const spread = spreadOfDays(chanceDays(days, read) ?? [], scale);
    return (now, before) =>
      !standsOut({ score: totalScore((now - before) / scale, (now + before) / scale, spread) });
  });
}

interface ShownDaysOfHour extends Pick<ShownSeries, 'error'> {
  /** No points before they are read. */
  readonly points: readonly CursorPoint[] | undefined;
}

const hourPoints = memoizeLast<readonly CursorPoint[]>(2);

function shownDaysOfHour(state: HoursState, websiteId: string, name: HoursName): ShownDaysOfHour | undefined {
  const days = daysOfHour(state, websiteId);
  if (days === undefined) return undefined;
  const measure = seriesOfHours[name];
  const { summary, error } = withinWeekdays(seriesOf(websiteId, measure, days, knownOf(state)), state);
  const comparisons = shownComparisons(state, websiteId, measure);
  const today = state.today();
  const points =
    summary &&
    hourPoints([summary, comparisons, today, days.isCompared], () =>
      seriesCursorPoints(summary.points, days.isCompared ? summary.before : [], 'day', today, comparisons),
    );
  return { points, error };
}

/** Of a single day the hours of both measures, as far as they are read; undefined of more days. */
export function dayByHour(state: HoursState, websiteId: string) {
  if (singleDay(state) === undefined) return undefined;
  const visitors = shownHours(state, websiteId, 'visitors_hours');
  const pageviews = shownHours(state, websiteId, 'pageviews_hours');
  const isToday = singleDay(state) === state.today();
  const countsOf = ({ daysOfHour }: typeof visitors) => daysOfHour?.points?.map(({ count }) => count);
  return {
    visitors: visitors.slot.data,
    pageviews: pageviews.slot.data,
    hours: visitors.hours,
    daysOfHour: visitors.daysOfHour && { visitors: countsOf(visitors), pageviews: countsOf(pageviews) },
    openFrom: visitors.openFrom,
    isChance: state.comparison.baseline === undefined ? undefined : visitors.isChance,
    among: isToday ? undefined : daysBefore(state, websiteId),
    hoursSoFar: isToday
      ? {
          visitors: todaySoFar(state, websiteId),
          pageviews: todaySoFar(state, websiteId, 'pageviews'),
        }
      : undefined,
  };
}

/** The visitors of the day shown behind those of the 27 before it, where all are known. */
function daysBefore(state: HoursState, websiteId: string): readonly number[] | undefined {
  const days = websiteDays(state, websiteId);
  const { read } = visitorFacts(websiteId, days, knownOf(state));
  const counts = read.filter(({ day }) => day <= days.period.to).map(({ count }) => count);
  return counts.length < placeDays ? undefined : counts.slice(-placeDays);
}

/** The hour in the time zone of the profile when the service last answered. */
export function hourNow({
  activity,
  timeZone,
}: Pick<HoursState, 'activity' | 'timeZone'>): number | undefined {
  return activity.lastAnswer === undefined ? undefined : zoneTime(timeZone, activity.lastAnswer).hour;
}

/** Weekdays by hours. They are asked for day by day: many a service has hours of several days only as their sum. */
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
      const span = heatMapPeriod(shownPeriod(get()), services.today());
      for (const day of heatMapDays(get(), span))
        void get().answers.read(websiteId, request.hours(name, { ...day, span }), { owner, force });
    },
  };
}

/** At most four whole weeks, so that every weekday counts equally often; a shorter period is extended to a week. */
export function heatMapPeriod(period: Period, today: Day): Period {
  const to = lastWholeDay(period, today);
  const days = period.from > to ? 0 : dayCount({ from: period.from, to });
  const weeks = Math.min(4, Math.max(1, Math.floor(days / 7)));
  return { from: addDays(to, 1 - weeks * 7), to };
}

/** A filter by weekdays leaves nothing of the others. */
function heatMapDays(state: QueryState, span: Period): Period[] {
  return windows(span, 1).filter(({ from }) => isWeekdayWithin(whereOf(state), dayOfWeek(from)));
}

/** Whether its days of zeros have data. */
function heatMapDataRequests(state: QueryState, websiteId: string, name: HoursName) {
  const context = knownOf(state);
  const days = heatMapDays(state, heatMapPeriod(shownPeriod(state), state.today()));
  return days
    .flatMap(day => hoursDataRequests(state.answers.get(websiteId, request.hours(name, day)).data, context))
    .slice(0, 1);
}

export interface HeatMapRead {
  readonly period: Period;
  readonly days: readonly DayHours[];
  readonly read: number;
  readonly failed: number;
  /** From 0 for Monday: those of which no day could be read. */
  readonly unreadWeekdays: readonly number[];
  readonly loading: boolean;
  readonly error: ApiError | undefined;
}

/** The days of a heat map as far as they are read, by statistic and website. */
export function heatMapRead(state: QueryState, websiteId: string, name: HoursName): HeatMapRead {
  const period = heatMapPeriod(shownPeriod(state), state.today());
  const days = heatMapDays(state, period).map(day => ({
    day: day.from,
    slot: state.answers.get(websiteId, request.hours(name, day)),
  }));
  const failures = days.flatMap(({ slot }) => slot.error ?? []);
  return {
    period,
    days: days.map(({ day, slot }) => ({
      day,
      hours: hoursWithData(websiteId, slot.data, { from: day, to: day }, knownOf(state)),
    })),
    read: days.filter(({ slot }) => slot.data !== undefined).length,
    failed: failures.length,
    unreadWeekdays: [...Map.groupBy(days, ({ day }) => dayOfWeek(day))].flatMap(([weekday, own]) =>
      own.every(({ slot }) => slot.data === undefined && slot.error !== undefined) ? [weekday] : [],
    ),
    loading: days.some(({ slot }) => slot.loading),
    error: failures[0],
  };
}

/** What a chart and its changes need. The earlier days are part of the span, or read separately. */
export function readSeries(
  state: QueryState,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const days = shownDays(state);
  // The visitors say which day is the usual one.
  const needed = [
    ...new Set<SeriesName>([
      ...(days.isCompared && days.usualOf !== undefined ? ['visitors' as const] : []),
      ...names,
    ]),
  ];
  const requests = seriesRequests(websiteId, needed, days);
  readAll(state, requests.slice(0, needed.length), options);
  if (names.includes('visitors'))
    readAll(state, visitorsRequests(websiteId, websiteDays(state, websiteId), state.capabilities), options);
  readAll(state, requests.slice(needed.length), options);
  readAll(state, dataRequests(websiteId, needed, days, knownOf(state)), options);
}

/** Where the days that are read leave open which of them have data, or hours: reads that. */
export function followDataDays(store: Pick<StoreApi<ViewState>, 'subscribe'>): void {
  store.subscribe(state => {
    const { view } = state.navigation;
    const websiteId = websiteIdOf(view);
    if (websiteId === undefined) return;
    const requests = [
      ...openDataRequests(websiteId, measures, shownDays(state), knownOf(state)).map(each => each.request),
      ...hoursFromRequests(websiteId, shownDays(state), knownOf(state)).map(each => each.request),
      ...(view.screen === 'heatMap' ? heatMapDataRequests(state, websiteId, view.name) : []),
      ...(view.screen === 'year' ? yearRequests(state, websiteId).map(each => each.request) : []),
    ];
    for (const request of requests) {
      const answer = state.answers.get(websiteId, request);
      if (!isAnswered(answer) && !answer.loading)
        void state.answers.read(websiteId, request, { owner: routeKey(view) });
    }
  });
}

const measures = ['visitors', 'pageviews'] as const;

export function shownSeries(state: QueryState, websiteId: string, name: SeriesName): ShownSeries {
  return withinWeekdays(seriesOf(websiteId, name, websiteDays(state, websiteId), knownOf(state)), state);
}

const weekdaysOnly = memoizeByObject<Summary>();

/** Of days of other weekdays a filter by weekdays has nothing. */
function withinWeekdays(series: ShownSeries, state: QueryState): ShownSeries {
  const { summary } = series;
  const where = whereOf(state);
  if (summary === undefined || where.every(({ field }) => field !== 'weekday')) return series;
  const isShown = ({ day }: DayCount) => isWeekdayWithin(where, dayOfWeek(day));
  return {
    ...series,
    summary: weekdaysOnly(summary, [where], () => ({
      ...summary,
      points: summary.points.filter(isShown),
      before: summary.before.filter(isShown),
    })),
  };
}

export function readSessions(state: QueryState, websiteId: string, options: ReadOptions): void {
  readAll(state, sessionsRequests(websiteId, websiteDays(state, websiteId), state), options);
}

/** As far as they are read; undefined too where the service does not tell them. */
export function shownSessions(state: QueryState, websiteId: string): ShownSessions | undefined {
  return sessionsOf(websiteId, websiteDays(state, websiteId), knownOf(state));
}

export function shownComparisons(state: QueryState, websiteId: string, name: SeriesName): OwnComparisons {
  return ownComparisons(websiteId, name, shownDays(state), knownOf(state));
}

function yearRequests(state: QueryState, website: string) {
  return year.requests({ website, baseline: state.comparison.baseline }, knownOf(state));
}

export function readYear(state: QueryState, websiteId: string, options: ReadOptions): void {
  readAll(state, yearRequests(state, websiteId), options);
}

/** The days of a year, as far as they are read. */
export function shownYear(state: QueryState, website: string): Year {
  return year.result({ website, baseline: state.comparison.baseline }, knownOf(state));
}
