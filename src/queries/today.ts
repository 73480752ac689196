import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { type ByNow, byNow } from '#model/comparison/usualDay.ts';
import { zoneTime } from '#model/period/zone.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import type { HoursName, Period, SeriesName } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { ask, type Asked, type AskOf, type Known } from './ask.ts';
import { hoursWithData } from './dataDays.ts';
import type { Query } from './query.ts';
import { daysOf, type Question, type QuestionDays } from './question.ts';
import { dataAsks, seriesAsks, websiteDaysOf } from './series.ts';

/** Of today alone the hours that are over, beside the same hours of the day that it is compared with. */
export interface TodayByNow extends ByNow {
  readonly compared: Pick<ComparedPeriods, 'now' | 'before' | 'among'>;
}

/** The hours of a single day, and of the day that it stands beside. */
export function hoursAsks(
  website: string,
  name: HoursName,
  { single, beside }: QuestionDays,
  { capabilities }: Pick<Known, 'capabilities'>,
): Asked<AskOf<'hours'>>[] {
  if (single === undefined || !hasStatistic(capabilities, name)) return [];
  const day = { from: single, to: single };
  const days: Period[] = beside === undefined || beside.from !== beside.to ? [day] : [day, beside];
  return days.map(period => ({ website, ask: ask.hours(name, period) }));
}

/** Those of today alone, where it is compared and the service has hours. */
export function todayAsks(website: string, name: SeriesName, days: QuestionDays, known: Known) {
  const isCompared = days.single === days.today && days.baseline !== undefined;
  return isCompared ? hoursAsks(website, hoursOf[name], days, known) : [];
}

const hoursOf = { visitors: 'visitors_hours', pageviews: 'pageviews_hours' } as const;

/** As far as they are read; undefined too before the first hour is over. */
export function todayByNow(
  website: string,
  name: SeriesName,
  days: QuestionDays,
  known: Known,
): TodayByNow | undefined {
  const asks = todayAsks(website, name, days, known);
  const [now, before] = asks.map(asked => known.answers.get(website, asked.ask));
  const { beside, period, usual } = days;
  if (now?.data === undefined || beside === undefined) return undefined;
  const counts = hoursWithData(website, before?.data, beside, known);
  const found = counts && byNow(now.data, counts, zoneTime(known.timeZone, now.requested?.at ?? 0).hour);
  const among = typeof usual === 'object' ? usual.among : undefined;
  return found && { ...found, compared: { now: period, before: beside, among } };
}

/** Its change is that of the hours that are over. */
export function withByNow(summary: Summary, today: TodayByNow | undefined): Summary {
  if (today === undefined) return summary;
  const day = { days: 1, of: 1 };
  return {
    ...summary,
    count: today.now,
    countBefore: today.before,
    covered: [{ now: day, before: day }],
  };
}

export interface TodayRead {
  /** With the usual day of the website. */
  readonly days: QuestionDays;
  readonly byNow: Readonly<Partial<Record<SeriesName, TodayByNow | undefined>>>;
}

/** Measures of today alone by its hours that are over. */
export const todayNow: Query<
  Question & { readonly website: string; readonly names: readonly SeriesName[] },
  TodayRead
> = {
  asks({ website, names, ...question }, known) {
    const shared = daysOf(question, known.today);
    const days = websiteDaysOf(website, shared, known);
    const ofUsual: readonly SeriesName[] = shared.usualOf === undefined ? [] : ['visitors'];
    return [
      ...seriesAsks(website, ofUsual, shared),
      ...dataAsks(website, ofUsual, shared, known),
      ...(days.usual === 'unread' ? [] : names.flatMap(name => todayAsks(website, name, days, known))),
    ];
  },
  result({ website, names, ...question }, known) {
    const days = websiteDaysOf(website, daysOf(question, known.today), known);
    const read = names.map(name => [name, todayByNow(website, name, days, known)] as const);
    return { days, byNow: Object.fromEntries(read) };
  },
};
