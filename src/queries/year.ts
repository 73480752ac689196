import { type Baseline, comparedPeriods } from '#model/comparison/periods.ts';
import { usualDays } from '#model/comparison/usualDay.ts';
import { addDays } from '#model/period/day.ts';
import { type OwnComparisons, seriesCursorPoints } from '#model/statistics/cursor.ts';
import type { CursorPoint } from '#model/statistics/cursor.ts';
import { type YearFacts, yearFacts, yearPeriod } from '#model/statistics/year.ts';
import { lastResult, resultOfEach } from '#text/memo.ts';
import type { Known } from './ask.ts';
import type { Query } from './query.ts';
import { daysOf, type QuestionDays } from './question.ts';
import {
  dataAsks,
  ownComparisons,
  seriesAsks,
  type ShownSeries,
  shownSeries,
  visitorsAsks,
} from './series.ts';

interface YearAsked {
  readonly website: string;
  /** What a day is compared with by itself. */
  readonly baseline: Baseline | undefined;
}

export interface Year extends ShownSeries {
  readonly days: QuestionDays;
  readonly own: OwnComparisons;
}

/**
 * The visitors of the days of a year: one series, from the weeks on that tell the usual day of its first days. On this machine also
 * the year before, which elsewhere would take as many requests again.
 */
export const year: Query<YearAsked, Year> = {
  asks({ website, baseline }, known) {
    const days = yearDays(baseline, known);
    return [
      ...seriesAsks(website, ['visitors'], days),
      ...visitorsAsks(website, days, known.capabilities),
      ...dataAsks(website, ['visitors'], days, known),
    ];
  },
  result({ website, baseline }, known) {
    const days = yearDays(baseline, known);
    return {
      ...shownSeries(website, 'visitors', days, known),
      days,
      own: ownComparisons(website, 'visitors', days, known),
    };
  },
};

const lastDays = lastResult<QuestionDays>(2);

function yearDays(baseline: Baseline | undefined, { today, capabilities }: Known): QuestionDays {
  const { isLocal } = capabilities;
  return lastDays([baseline, today, isLocal], () => {
    const { from, to } = yearPeriod(today);
    const choice = { kind: 'range', from, to } as const;
    const compared = isLocal === true ? comparedPeriods(choice, 'year', today) : undefined;
    return {
      ...daysOf({ choice, baseline: undefined }, today),
      baseline,
      compared,
      isCompared: compared !== undefined,
      before: compared?.before,
      span: { from: compared?.before.from ?? addDays(from, -usualDays), to },
      apart: undefined,
    };
  });
}

const pointsOf = resultOfEach<readonly CursorPoint[]>();
const factsOf = resultOfEach<YearFacts>();

/** The days as a cursor stands on them; none before they are read. */
export function yearPoints({ summary, days, own }: Year): readonly CursorPoint[] {
  if (summary === undefined) return [];
  return pointsOf(summary, [own], () => seriesCursorPoints(summary.points, [], 'day', days.today, own));
}

export function factsOfYear({ summary, days }: Year): YearFacts | undefined {
  return summary && factsOf(summary, [], () => yearFacts(summary.points, days.today));
}
