import { daysWithData } from '#model/comparison/dataDays.ts';
import { lastWholeDay } from '#model/comparison/periods.ts';
import type { Day, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { summarise, type Summary } from '#model/statistics/summary.ts';
import { type Attention, attentionOf } from '#model/website/attention.ts';
import { besideUsual, type BesideUsual } from '#model/website/together.ts';
import type { Website } from '#model/website/website.ts';
import type { Known } from './ask.ts';
import type { Query } from './query.ts';
import { daysOf, type Question, type QuestionDays } from './question.ts';
import {
  dataAsks,
  errorsAsks,
  knownDataDays,
  seriesAsks,
  shownSeries,
  visitorsAsks,
  websiteDaysOf,
} from './series.ts';

export interface NumbersAsked extends Question {
  readonly website: Website;
  /** A later first day, before which it has no counts. */
  readonly from?: Day | undefined;
}

export interface WebsiteNumbers {
  /** The visitors of all days that are read with them. */
  readonly read: readonly SeriesPoint[];
  readonly visitors: Summary;
  readonly pageviews: Summary;
  /** What both are compared with, where anything is: each website has a usual day of its own. */
  readonly days: QuestionDays;
  /** Its last whole day beside the usual one, where both are known. */
  readonly lastDay: BesideUsual | undefined;
  /** Why it needs attention, the most urgent reason first. */
  readonly attention: readonly Attention[];
}

const measures = ['visitors', 'pageviews'] as const satisfies readonly SeriesName[];

/** Both measures of a website, and why it needs attention. */
export const websiteNumbers: Query<NumbersAsked, WebsiteNumbers> = {
  asks(asked, known) {
    const days = daysFrom(asked, known.today);
    const { id } = asked.website;
    return [
      ...seriesAsks(id, measures, days),
      ...visitorsAsks(id, numbersDays(asked, known).days, known.capabilities),
      ...dataAsks(id, measures, days, known),
      ...errorsAsks(id, days, known.capabilities),
    ];
  },
  result(asked, known) {
    const { website } = asked;
    const { days, points } = numbersDays(asked, known);
    const { period, today } = days;
    const [ofErrors] = errorsAsks(website.id, daysFrom(asked, today), known.capabilities);
    const errors = ofErrors && known.answers.get(website.id, ofErrors.ask).data;
    const summaryOf = (name: SeriesName) =>
      shownSeries(website.id, name, days, known).summary ?? summarise([], period, today);
    return {
      read: points ?? [],
      visitors: summaryOf('visitors'),
      pageviews: summaryOf('pageviews'),
      days,
      lastDay: besideUsual(points ?? [], lastWholeDay(period, today)),
      attention: attentionOf(website, points, lastWholeDay(period, today), known.scale, errors),
    };
  },
};

/** The days of a website's numbers as far as they are known, and its visitors of those that have data. */
export function numbersDays(asked: NumbersAsked, known: Known) {
  const { id } = asked.website;
  const days = websiteDaysOf(id, daysFrom(asked, known.today), known);
  const [series] = seriesAsks(id, ['visitors'], days);
  const points = series && known.answers.get(id, series.ask).data;
  return { days, points: points && daysWithData(points, knownDataDays(id, days, known)) };
}

function daysFrom({ from, ...question }: NumbersAsked, today: Day) {
  const days = daysOf(question, today);
  return from === undefined ? days : { ...days, span: { ...days.span, from } };
}
