import { daysWithData, noDataToday } from '#model/comparison/change.ts';
import { type HoursSoFar, hoursSoFar, comparedDay, type ComparedPeriods } from '#model/comparison/periods.ts';
import { formatDay } from '#model/period/format.ts';
import { zoneTime } from '#model/period/day.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import { beforeHour, countConditions, maxConditions } from '#model/service/filter.ts';
import type { Day, Period, SeriesName } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import {
  request,
  type WebsiteRequest,
  type DataRequestOf,
  daysOf,
  isAnswered,
  type QueryContext,
  type Question,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { Query } from '#queries/answers/query.ts';
import { memoizeByObject } from '#text/memo.ts';
import { dataRequests, hoursWithData, knownDataDays, seriesRequests, websiteDaysOf } from './series.ts';

/** Whether today has no data yet: of own logs it may have no line. */
export function isTodayWithoutData(
  website: string,
  days: Pick<QuestionDays, 'today' | 'span'> & Parameters<typeof knownDataDays>[1],
  context: QueryContext,
): boolean {
  const read = context.answers.get(website, request.series('visitors', days.span)).data;
  const point = read?.findLast(({ day }) => day === days.today);
  const data = point && knownDataDays(website, days, context);
  return point !== undefined && data !== undefined && daysWithData([point], data).length === 0;
}

const comparedToday = memoizeByObject<ComparedPeriods | undefined>();

/** What today is compared with, by its hours that are over; undefined where nothing is, or it is not known yet. */
export function todayCompared(
  website: string,
  days: QuestionDays,
  context: QueryContext,
): ComparedPeriods | undefined {
  const { baseline, today, span } = days;
  const visitors = context.answers.get(website, request.series('visitors', span)).data;
  if (visitors === undefined) return undefined;
  const data = knownDataDays(website, days, context);
  if (data === undefined || isTodayWithoutData(website, days, context)) return undefined;
  return comparedToday(visitors, [today, baseline, data], () =>
    comparedDay(today, baseline, daysWithData(visitors, data)),
  );
}

export function comparesHours(
  { single, today, baseline }: QuestionDays,
  { capabilities, where = [] }: Pick<QueryContext, 'capabilities' | 'where'>,
): boolean {
  if (single !== today || baseline === undefined || capabilities.rowsByHour !== true) return false;
  // Where the hours are conditions there has to be room for them.
  return capabilities.filters?.hour === undefined || countConditions(beforeHour(where, 1)) <= maxConditions;
}

/** What tells from which day on there are rows by the hour, where not all days have them. */
export function hoursFromRequests(
  website: string,
  days: QuestionDays,
  context: QueryContext,
): WebsiteRequest<DataRequestOf<'dataDays'>>[] {
  const { capabilities, today } = context;
  if (!comparesHours(days, context) || capabilities.knowsGaps !== true) return [];
  return [{ website, request: request.dataDays(capabilities, today) }];
}

/** The first day that has rows by the hour, where today or the day that it is compared with has none. */
function hoursFrom(website: string, days: QuestionDays, context: QueryContext): Day | undefined {
  const [ofHours] = hoursFromRequests(website, days, context);
  const from = ofHours && context.answers.get(website, ofHours.request).data?.filtersFrom;
  const first = todayCompared(website, days, context)?.before.from;
  return from !== undefined && first !== undefined && from > first ? from : undefined;
}

/** Whether it is still being read up to which hour, and beside which day. */
export function awaitsHours(website: string, days: QuestionDays, context: QueryContext): boolean {
  const { data, error } = context.answers.get(website, request.series('visitors', days.span));
  const isRead =
    data === undefined ? error !== undefined : knownDataDays(website, days, context) !== undefined;
  const requests = hoursFromRequests(website, days, context);
  const isOpen = requests.some(each => !isAnswered(context.answers.get(website, each.request)));
  return comparesHours(days, context) && (!isRead || isOpen);
}

/** Why rows of today have no change by its hours, in words, once it is known beside which day they would be. */
export function whyNoHours(website: string, days: QuestionDays, context: QueryContext): string {
  if (isTodayWithoutData(website, days, context)) return noDataToday;
  if (context.capabilities.rowsByHour !== true) return 'this service has rows by day, not by hour';
  if (!comparesHours(days, context)) return 'with so many conditions there is no room for its hours';
  const from = hoursFrom(website, days, context);
  return from === undefined
    ? 'no hour of today is over yet'
    : `rows are known by the hour from ${formatDay(from)} on`;
}

/** Of today and of another day the hours that were over when its visitors were read; undefined while they are not, and where none was. */
export function fullHours(
  website: string,
  { now, before }: Pick<ComparedPeriods, 'now' | 'before'>,
  { span }: Pick<QuestionDays, 'span'>,
  { answers, timeZone }: Pick<QueryContext, 'answers' | 'timeZone'>,
) {
  const { data, requested } = answers.get(website, request.series('visitors', span));
  const until = requested === undefined ? 0 : zoneTime(timeZone, requested.at).hour;
  if (data === undefined || until === 0) return undefined;
  return { until, now: { ...now, until }, before: { ...before, until } };
}

const byHour = memoizeByObject<QuestionDays>();

/**
 * The days of rows: of today alone, where the service has rows by the hour, those of its hours that were over when its visitors
 * were read, beside the same hours of the day it is compared with.
 */
export function rowsDays(website: string, days: QuestionDays, context: QueryContext): QuestionDays {
  if (!comparesHours(days, context)) return days;
  const { data } = context.answers.get(website, request.series('visitors', days.span));
  const compared = todayCompared(website, days, context);
  const over = compared && fullHours(website, compared, days, context);
  const isKnown = hoursFromRequests(website, days, context).every(
    each => context.answers.get(website, each.request).data !== undefined,
  );
  if (data === undefined || compared === undefined || over === undefined || !isKnown) return days;
  if (hoursFrom(website, days, context) !== undefined) return days;
  return byHour(data, [days, compared, over.until], () => ({
    ...days,
    compared,
    isCompared: true,
    before: over.before,
    rows: { ...days.rows, until: over.until },
  }));
}

/** Of today alone the hours that are over, beside the same hours of the day that it is compared with. */
export interface TodaySoFar extends HoursSoFar {
  readonly compared: Pick<ComparedPeriods, 'now' | 'before' | 'among'>;
}

export function hoursRequests(
  website: string,
  { single, hoursBefore }: Pick<QuestionDays, 'single' | 'hoursBefore'>,
  { capabilities }: Pick<QueryContext, 'capabilities'>,
): WebsiteRequest<DataRequestOf<'hours'>>[] {
  if (single === undefined || !hasStatistic(capabilities, 'visitors_hours')) return [];
  const day = { from: single, to: single };
  const days: Period[] =
    hoursBefore === undefined || hoursBefore.from !== hoursBefore.to ? [day] : [day, hoursBefore];
  return days.map(period => ({ website, request: request.hours('visitors_hours', period) }));
}

export const hoursOf = { visitors: 'visitors_hours', pageviews: 'pageviews_hours' } as const;

/** Whether a sum of hours is another number than the service's own: it counts everybody once in all of them. */
export function countsOnce(
  name: SeriesName,
  { rowsByHour, visitors }: Pick<Capabilities, 'rowsByHour' | 'visitors'>,
): boolean {
  return name === 'visitors' && rowsByHour === true && visitors.ofPeriod === 'exact';
}

type Compared = Pick<ComparedPeriods, 'now' | 'before'>;

/** What a measure of today by now is made of, once it is known which day it is compared with. */
export function hoursSoFarRequests(
  website: string,
  name: SeriesName,
  compared: Compared | undefined,
  days: Pick<QuestionDays, 'span'>,
  context: QueryContext,
): (DataRequestOf<'hours'> | DataRequestOf<'visitors'>)[] {
  if (compared === undefined) return [];
  if (countsOnce(name, context.capabilities)) {
    const over = fullHours(website, compared, days, context);
    return over === undefined ? [] : [request.visitors(over.now), request.visitors(over.before)];
  }
  if (!hasStatistic(context.capabilities, hoursOf[name])) return [];
  return [compared.now, compared.before].map(period => request.hours(hoursOf[name], period));
}

/** As far as it is read; undefined too before the first hour is over. */
export function hoursSoFarOf(
  website: string,
  name: SeriesName,
  compared: Compared | undefined,
  days: Pick<QuestionDays, 'span'>,
  context: QueryContext,
): HoursSoFar | undefined {
  if (compared === undefined) return undefined;
  const { answers, capabilities, timeZone } = context;
  if (countsOnce(name, capabilities)) {
    const over = fullHours(website, compared, days, context);
    const now = over && answers.get(website, request.visitors(over.now)).data;
    const before = over && answers.get(website, request.visitors(over.before)).data;
    return over === undefined || now === undefined || before === undefined
      ? undefined
      : { hours: over.until, now, before };
  }
  const [now, before] = [compared.now, compared.before].map(period =>
    answers.get(website, request.hours(hoursOf[name], period)),
  );
  const counts = hoursWithData(website, before?.data, compared.before, context);
  // Of own logs today may have no line yet.
  const ofToday = hoursWithData(website, now?.data, compared.now, context);
  return ofToday && counts && hoursSoFar(ofToday, counts, zoneTime(timeZone, now?.requested?.at ?? 0).hour);
}

/** What today alone is compared with; undefined where nothing is, and while that is not known. */
function periodsOfToday({ single, today, baseline, period, hoursBefore, usual }: QuestionDays) {
  if (single !== today || baseline === undefined || hoursBefore === undefined) return undefined;
  return { now: period, before: hoursBefore, among: typeof usual === 'object' ? usual.among : undefined };
}

/** What a measure of today alone by now is made of, where it is compared. */
export function todayRequests(website: string, name: SeriesName, days: QuestionDays, context: QueryContext) {
  return hoursSoFarRequests(website, name, periodsOfToday(days), days, context).map(each => ({
    website,
    request: each,
  }));
}

/** Whether the days are today alone, and a measure of it is compared by now. */
export function comparesToday(
  { single, today, baseline }: Pick<QuestionDays, 'single' | 'today' | 'baseline'>,
  { capabilities }: Pick<QueryContext, 'capabilities'>,
): boolean {
  const isCounted = countsOnce('visitors', capabilities) || hasStatistic(capabilities, 'visitors_hours');
  return single === today && baseline !== undefined && isCounted;
}

/** Whether all of it is answered, or it is known that there is no day to compare with. */
export function isTodayRead(
  website: string,
  name: SeriesName,
  days: QuestionDays,
  context: QueryContext,
): boolean {
  const requests = todayRequests(website, name, days, context);
  const isRead = requests.every(each => isAnswered(context.answers.get(website, each.request)));
  return days.usual === 'none' || (days.hoursBefore !== undefined && isRead);
}

/** As far as they are read; undefined too before the first hour is over. */
export function todaySoFar(
  website: string,
  name: SeriesName,
  days: QuestionDays,
  context: QueryContext,
): TodaySoFar | undefined {
  const compared = periodsOfToday(days);
  const found = hoursSoFarOf(website, name, compared, days, context);
  return compared && found && { ...found, compared };
}

/** Its change is that of the hours that are over. */
export function withHoursSoFar(summary: Summary, today: TodaySoFar | undefined): Summary {
  if (today === undefined) return summary;
  const day = { days: 1, total: 1 };
  return {
    ...summary,
    count: today.now,
    countBefore: today.before,
    covered: [{ now: day, before: day }],
  };
}

interface TodayRead {
  /** With the usual day of the website. */
  readonly days: QuestionDays;
  readonly hoursSoFar: Readonly<Partial<Record<SeriesName, TodaySoFar | undefined>>>;
}

/** Measures of today alone by its hours that are over. */
export const todayNow: Query<
  Question & { readonly website: string; readonly names: readonly SeriesName[] },
  TodayRead
> = {
  requests({ website, names, ...question }, context) {
    const shared = daysOf(question, context.today);
    const days = websiteDaysOf(website, shared, context);
    const isOfUsual = shared.usualOf !== undefined;
    const isRead = isOfUsual || names.some(name => countsOnce(name, context.capabilities));
    return [
      ...seriesRequests(website, isRead ? ['visitors'] : [], shared),
      ...dataRequests(website, isOfUsual ? ['visitors'] : [], shared, context),
      ...(days.usual === 'unread' ? [] : names.flatMap(name => todayRequests(website, name, days, context))),
    ];
  },
  result({ website, names, ...question }, context) {
    const days = websiteDaysOf(website, daysOf(question, context.today), context);
    const read = names.map(name => [name, todaySoFar(website, name, days, context)] as const);
    return { days, hoursSoFar: Object.fromEntries(read) };
  },
};
