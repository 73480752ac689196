import { daysWithData } from '#model/comparison/dataDays.ts';
import { comparedDay, type ComparedPeriods } from '#model/comparison/periods.ts';
import { zoneTime } from '#model/period/zone.ts';
import { resultOfEach } from '#text/memo.ts';
import { ask, type Known } from './ask.ts';
import type { QuestionDays } from './question.ts';
import { knownDataDays } from './series.ts';

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
  if (data === undefined) return undefined;
  return comparedToday(visitors, [today, baseline, data], () =>
    comparedDay(today, baseline, daysWithData(visitors, data)),
  );
}

/** Whether rows of these days, which are today alone, are compared by its hours. */
export function comparesHours(
  { single, today, baseline }: QuestionDays,
  { capabilities }: Pick<Known, 'capabilities'>,
): boolean {
  return single === today && baseline !== undefined && capabilities.rowsByHour === true;
}

/** Whether it is still being read up to which hour, and beside which day. */
export function awaitsHours(website: string, days: QuestionDays, known: Known): boolean {
  const { data, error } = known.answers.get(website, ask.series('visitors', days.span));
  const isRead = data === undefined ? error !== undefined : knownDataDays(website, days, known) !== undefined;
  return comparesHours(days, known) && !isRead;
}

const byHour = resultOfEach<QuestionDays>();

/**
 * The days of rows: of today alone, where the service has rows by the hour, those of its hours that were over when its visitors
 * were read, beside the same hours of the day it is compared with.
 */
export function rowsDays(website: string, days: QuestionDays, known: Known): QuestionDays {
  if (!comparesHours(days, known)) return days;
  const { data, requested } = known.answers.get(website, ask.series('visitors', days.span));
  const compared = todayCompared(website, days, known);
  const until = requested === undefined ? 0 : zoneTime(known.timeZone, requested.at).hour;
  if (data === undefined || compared === undefined || until === 0) return days;
  return byHour(data, [days, compared, until], () => ({
    ...days,
    compared,
    isCompared: true,
    before: { ...compared.before, until },
    rows: { ...days.rows, until },
  }));
}
