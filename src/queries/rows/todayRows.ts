import { daysWithData, noDataToday } from '#model/comparison/dataDays.ts';
import { comparedDay, type ComparedPeriods } from '#model/comparison/periods.ts';
import { formatDay } from '#model/period/format.ts';
import { zoneTime } from '#model/period/zone.ts';
import { resultOfEach } from '#text/memo.ts';
import { beforeHour, countConditions, mostConditions } from '#model/service/filter.ts';
import type { FilteredPeriod } from '#model/service/paging.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { ask, type Asked, type AskOf, type Known } from '#queries/answers/ask.ts';
import type { QuestionDays } from '#queries/answers/question.ts';
import { knownDataDays } from '#queries/days/series.ts';

/** Whether today has no data yet: of own logs it may have no line. */
export function isTodayWithoutData(
  website: string,
  days: Pick<QuestionDays, 'today' | 'span'> & Parameters<typeof knownDataDays>[1],
  known: Known,
): boolean {
  const read = known.answers.get(website, ask.series('visitors', days.span)).data;
  const point = read?.findLast(({ day }) => day === days.today);
  const data = point && knownDataDays(website, days, known);
  return point !== undefined && data !== undefined && daysWithData([point], data).length === 0;
}

const comparedToday = resultOfEach<ComparedPeriods | undefined>();

/** What today is compared with, by its hours that are over; undefined where nothing is, or it is not known yet. */
export function todayCompared(
  website: string,
  days: QuestionDays,
  known: Known,
): ComparedPeriods | undefined {
  const { baseline, today, span } = days;
  const visitors = known.answers.get(website, ask.series('visitors', span)).data;
  if (visitors === undefined) return undefined;
  const data = knownDataDays(website, days, known);
  if (data === undefined || isTodayWithoutData(website, days, known)) return undefined;
  return comparedToday(visitors, [today, baseline, data], () =>
    comparedDay(today, baseline, daysWithData(visitors, data)),
  );
}

export function comparesHours(
  { single, today, baseline }: QuestionDays,
  { capabilities, where = [] }: Pick<Known, 'capabilities' | 'where'>,
): boolean {
  if (single !== today || baseline === undefined || capabilities.rowsByHour !== true) return false;
  // Where the hours are conditions there has to be room for them.
  return capabilities.filters?.hour === undefined || countConditions(beforeHour(where, 1)) <= mostConditions;
}

/** What tells from which day on there are rows by the hour, where not all days have them. */
export function hoursFromAsks(website: string, days: QuestionDays, known: Known): Asked<AskOf<'dataDays'>>[] {
  const { capabilities, today } = known;
  if (!comparesHours(days, known) || capabilities.knowsGaps !== true) return [];
  return [{ website, ask: ask.dataDays(capabilities, today) }];
}

/** The first day that has rows by the hour, where today or the day that it is compared with has none. */
function hoursFrom(website: string, days: QuestionDays, known: Known): Day | undefined {
  const [asked] = hoursFromAsks(website, days, known);
  const from = asked && known.answers.get(website, asked.ask).data?.filtersFrom;
  const first = todayCompared(website, days, known)?.before.from;
  return from !== undefined && first !== undefined && from > first ? from : undefined;
}

/** Whether it is still being read up to which hour, and beside which day. */
export function awaitsHours(website: string, days: QuestionDays, known: Known): boolean {
  const { data, error } = known.answers.get(website, ask.series('visitors', days.span));
  const isRead = data === undefined ? error !== undefined : knownDataDays(website, days, known) !== undefined;
  const isOpen = hoursFromAsks(website, days, known).some(asked => {
    const answer = known.answers.get(website, asked.ask);
    return answer.data === undefined && answer.error === undefined;
  });
  return comparesHours(days, known) && (!isRead || isOpen);
}

/** Why rows of today have no change by its hours, in words, once it is known beside which day they would be. */
export function whyNoHours(website: string, days: QuestionDays, known: Known): string {
  if (isTodayWithoutData(website, days, known)) return noDataToday;
  if (known.capabilities.rowsByHour !== true) return 'this service has rows by day, not by hour';
  if (!comparesHours(days, known)) return 'with so many conditions there is no room for its hours';
  const from = hoursFrom(website, days, known);
  return from === undefined
    ? 'no hour of today is over yet'
    : `rows are known by the hour from ${formatDay(from)} on`;
}

/** Of today and of another day the hours that are over on both. */
interface FullHours {
  readonly until: number;
  readonly now: FilteredPeriod;
  readonly before: FilteredPeriod;
}

/** The hours of today that were over when its visitors were read; undefined while they are not, and where none was. */
export function fullHours(
  website: string,
  { now, before }: Pick<ComparedPeriods, 'now' | 'before'>,
  { span }: Pick<QuestionDays, 'span'>,
  { answers, timeZone }: Pick<Known, 'answers' | 'timeZone'>,
): FullHours | undefined {
  const { data, requested } = answers.get(website, ask.series('visitors', span));
  const until = requested === undefined ? 0 : zoneTime(timeZone, requested.at).hour;
  if (data === undefined || until === 0) return undefined;
  return { until, now: { ...now, until }, before: { ...before, until } };
}

const byHour = resultOfEach<QuestionDays>();

/**
 * The days of rows: of today alone, where the service has rows by the hour, those of its hours that were over when its visitors
 * were read, beside the same hours of the day it is compared with.
 */
export function rowsDays(website: string, days: QuestionDays, known: Known): QuestionDays {
  if (!comparesHours(days, known)) return days;
  const { data } = known.answers.get(website, ask.series('visitors', days.span));
  const compared = todayCompared(website, days, known);
  const over = compared && fullHours(website, compared, days, known);
  const isKnown = hoursFromAsks(website, days, known).every(
    asked => known.answers.get(website, asked.ask).data !== undefined,
  );
  if (data === undefined || compared === undefined || over === undefined || !isKnown) return days;
  if (hoursFrom(website, days, known) !== undefined) return days;
  return byHour(data, [days, compared, over.until], () => ({
    ...days,
    compared,
    isCompared: true,
    before: over.before,
    rows: { ...days.rows, until: over.until },
  }));
}
