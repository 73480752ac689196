import { type ByNow, byNow, type ComparedPeriods } from '#model/comparison/periods.ts';
import { zoneTime } from '#model/period/zone.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import type { Period, SeriesName } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { ask, type Asked, type AskOf, type Known } from '#queries/answers/ask.ts';
import { hoursWithData } from './dataDays.ts';
import type { Query } from '#queries/answers/query.ts';
import { daysOf, type Question, type QuestionDays } from '#queries/answers/question.ts';
import { dataAsks, seriesAsks, websiteDaysOf } from './series.ts';
import { fullHours } from '#queries/rows/todayRows.ts';

/** Of today alone the hours that are over, beside the same hours of the day that it is compared with. */
export interface TodayByNow extends ByNow {
  readonly compared: Pick<ComparedPeriods, 'now' | 'before' | 'among'>;
}

/** The visitors of the hours of a single day, and of the day that it stands beside. */
export function hoursAsks(
  website: string,
  { single, beside }: Pick<QuestionDays, 'single' | 'beside'>,
  { capabilities }: Pick<Known, 'capabilities'>,
): Asked<AskOf<'hours'>>[] {
  if (single === undefined || !hasStatistic(capabilities, 'visitors_hours')) return [];
  const day = { from: single, to: single };
  const days: Period[] = beside === undefined || beside.from !== beside.to ? [day] : [day, beside];
  return days.map(period => ({ website, ask: ask.hours('visitors_hours', period) }));
}

const hoursOf = { visitors: 'visitors_hours', pageviews: 'pageviews_hours' } as const;

/** Whether a sum of hours is another number than the service's own: it counts everybody once in all of them. */
export function countsOnce(
  name: SeriesName,
  { rowsByHour, visitors }: Pick<Capabilities, 'rowsByHour' | 'visitors'>,
): boolean {
  return name === 'visitors' && rowsByHour === true && visitors.ofPeriod === 'exact';
}

type Compared = Pick<ComparedPeriods, 'now' | 'before'>;

/** What a measure of today by now is made of, once it is known which day it is compared with. */
export function byNowAsks(
  website: string,
  name: SeriesName,
  compared: Compared | undefined,
  days: Pick<QuestionDays, 'span'>,
  known: Known,
): (AskOf<'hours'> | AskOf<'visitors'>)[] {
  if (compared === undefined) return [];
  if (countsOnce(name, known.capabilities)) {
    const over = fullHours(website, compared, days, known);
    return over === undefined ? [] : [ask.visitors(over.now), ask.visitors(over.before)];
  }
  if (!hasStatistic(known.capabilities, hoursOf[name])) return [];
  return [compared.now, compared.before].map(period => ask.hours(hoursOf[name], period));
}

/** As far as it is read; undefined too before the first hour is over. */
export function byNowOf(
  website: string,
  name: SeriesName,
  compared: Compared | undefined,
  days: Pick<QuestionDays, 'span'>,
  known: Known,
): ByNow | undefined {
  if (compared === undefined) return undefined;
  const { answers, capabilities, timeZone } = known;
  if (countsOnce(name, capabilities)) {
    const over = fullHours(website, compared, days, known);
    const now = over && answers.get(website, ask.visitors(over.now)).data;
    const before = over && answers.get(website, ask.visitors(over.before)).data;
    return over === undefined || now === undefined || before === undefined
      ? undefined
      : { hours: over.until, now, before };
  }
  const [now, before] = [compared.now, compared.before].map(period =>
    answers.get(website, ask.hours(hoursOf[name], period)),
  );
  const counts = hoursWithData(website, before?.data, compared.before, known);
  // Of own logs today may have no line yet.
  const ofToday = hoursWithData(website, now?.data, compared.now, known);
  return ofToday && counts && byNow(ofToday, counts, zoneTime(timeZone, now?.requested?.at ?? 0).hour);
}

/** What today alone is compared with; undefined where nothing is, and while that is not known. */
function todayBeside({ single, today, baseline, period, beside, usual }: QuestionDays) {
  if (single !== today || baseline === undefined || beside === undefined) return undefined;
  return { now: period, before: beside, among: typeof usual === 'object' ? usual.among : undefined };
}

/** What a measure of today alone by now is made of, where it is compared. */
export function todayAsks(website: string, name: SeriesName, days: QuestionDays, known: Known) {
  return byNowAsks(website, name, todayBeside(days), days, known).map(each => ({ website, ask: each }));
}

/** Whether the days are today alone, and a measure of it is compared by now. */
export function comparesToday(
  { single, today, baseline }: Pick<QuestionDays, 'single' | 'today' | 'baseline'>,
  { capabilities }: Pick<Known, 'capabilities'>,
): boolean {
  const isCounted = countsOnce('visitors', capabilities) || hasStatistic(capabilities, 'visitors_hours');
  return single === today && baseline !== undefined && isCounted;
}

/** Whether all of it is answered, or it is known that there is no day to compare with. */
export function isTodayRead(website: string, name: SeriesName, days: QuestionDays, known: Known): boolean {
  const answers = todayAsks(website, name, days, known).map(asked => known.answers.get(website, asked.ask));
  const isAnswered = answers.every(({ data, error }) => data !== undefined || error !== undefined);
  return days.usual === 'none' || (days.beside !== undefined && isAnswered);
}

/** As far as they are read; undefined too before the first hour is over. */
export function todayByNow(
  website: string,
  name: SeriesName,
  days: QuestionDays,
  known: Known,
): TodayByNow | undefined {
  const compared = todayBeside(days);
  const found = byNowOf(website, name, compared, days, known);
  return compared && found && { ...found, compared };
}

/** Its change is that of the hours that are over. */
export function withByNow(summary: Summary, today: TodayByNow | undefined): Summary {
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
    const isOfUsual = shared.usualOf !== undefined;
    const isRead = isOfUsual || names.some(name => countsOnce(name, known.capabilities));
    return [
      ...seriesAsks(website, isRead ? ['visitors'] : [], shared),
      ...dataAsks(website, isOfUsual ? ['visitors'] : [], shared, known),
      ...(days.usual === 'unread' ? [] : names.flatMap(name => todayAsks(website, name, days, known))),
    ];
  },
  result({ website, names, ...question }, known) {
    const days = websiteDaysOf(website, daysOf(question, known.today), known);
    const read = names.map(name => [name, todayByNow(website, name, days, known)] as const);
    return { days, byNow: Object.fromEntries(read) };
  },
};
