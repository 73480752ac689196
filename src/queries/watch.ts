import { addDays } from '#model/period/day.ts';
import type { Lack } from '#model/comparison/dataDays.ts';
import { missedDays } from '#model/statistics/series.ts';
import type { SessionMeasure } from '#model/statistics/sessions.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { type Summary, summarise } from '#model/statistics/summary.ts';
import { ask, type Known } from './answers/ask.ts';
import type { Query } from './answers/query.ts';
import { daysOf, type Question, type QuestionDays } from './answers/question.ts';
import { sessionsAsks, sessionsTold, shownSessions } from './days/sessions.ts';
import { dataAsks, seriesAsks, shownSeries, visitorsAsks, websiteDaysOf } from './days/series.ts';

interface WatchAsked extends Question {
  readonly website: string;
  readonly measure: SeriesName;
}

interface WatchedNumbers {
  readonly summary: Summary;
  /** With the usual day of the website. */
  readonly days: QuestionDays;
  /** Compared, and without a count on either side: the first day without, after days with counts. */
  readonly goneSince: Day | undefined;
}

/** A measure of whole days beside what it is compared with; where both are zero a request more says since when. */
export const watchedNumbers: Query<WatchAsked, WatchedNumbers> = {
  asks(asked, known) {
    const { website, measure } = asked;
    const shared = daysOf(asked, known.today);
    const names: SeriesName[] = shared.usualOf === undefined ? [measure] : ['visitors', measure];
    const read = [...new Set(names)];
    const { days, summary } = watchedSummary(asked, known);
    return [
      ...seriesAsks(website, read, shared),
      ...(measure === 'visitors' ? visitorsAsks(website, days, known.capabilities) : []),
      ...dataAsks(website, read, shared, known),
      ...(isZero(asked, days, summary) ? [{ website, ask: longBefore(measure, days) }] : []),
    ];
  },
  result(asked, known) {
    const { days, summary } = watchedSummary(asked, known);
    const points = known.answers.get(asked.website, longBefore(asked.measure, days)).data;
    return {
      summary: summary ?? summarise([], days.period, known.today),
      days,
      goneSince: isZero(asked, days, summary)
        ? goneSince(points ?? [], days.before ?? days.period)
        : undefined,
    };
  },
};

interface WatchedSessions {
  /** Undefined where there was no session. */
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly lack: Lack | undefined;
  readonly days: QuestionDays;
}

/** A measure of the sessions of whole days beside those that it is compared with. */
export const watchedSessions: Query<
  Question & { readonly website: string; readonly measure: SessionMeasure },
  WatchedSessions
> = {
  asks(asked, known) {
    const { website } = asked;
    const shared = daysOf(asked, known.today);
    return [
      ...seriesAsks(website, ['visitors'], shared),
      ...dataAsks(website, ['visitors'], shared, known),
      ...sessionsAsks(website, websiteDaysOf(website, shared, known), known),
    ];
  },
  result(asked, known) {
    const { website, measure } = asked;
    const days = websiteDaysOf(website, daysOf(asked, known.today), known);
    const told = shownSessions(website, days, known);
    const { value, before } = sessionsTold(measure, told);
    return { now: value, before, lack: told?.lack, days };
  },
};

function watchedSummary(asked: WatchAsked, known: Known) {
  const days = websiteDaysOf(asked.website, daysOf(asked, known.today), known);
  return { days, summary: shownSeries(asked.website, asked.measure, days, known).summary };
}

/** Where something is compared it has to be read. */
function isZero({ baseline }: WatchAsked, days: QuestionDays, summary: Summary | undefined): boolean {
  const isRead = days.before === undefined ? days.usual === 'none' : summary?.covered !== undefined;
  return baseline !== undefined && isRead && summary?.count === 0 && (summary.countBefore ?? 0) === 0;
}

/** The 100 days up to the last one watched: a request. */
function longBefore(measure: SeriesName, { period: { to } }: QuestionDays) {
  return ask.series(measure, { from: addDays(to, -99), to });
}

/**
 * The day after the last one with a count, where that was before the days compared with, and a day without is none of a weekday
 * on which nobody comes as a rule; undefined for others.
 */
function goneSince(points: readonly SeriesPoint[], before: Period): Day | undefined {
  const last = points.findLast(({ count }) => count > 0);
  if (last === undefined || last.day >= before.from || missedDays(points).length === 0) return undefined;
  return addDays(last.day, 1);
}
