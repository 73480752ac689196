import type { SeriesPeriods } from '#model/statistics/seriesSpan.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import {
  shownComparison,
  shownPeriod,
  shownSeriesPeriods,
  type ComparisonState,
} from '#store/statistics/comparison.ts';

/** The days the list shows, and the ones that have to be read for them. */
export interface NumberDays extends SeriesPeriods {
  readonly today: Day;
  readonly period: Period;
  /** The days compared with; undefined where nothing is compared. */
  readonly before: Period | undefined;
  /** Identifies these days. */
  readonly of: string;
}

const daysOfSeries = new WeakMap<SeriesPeriods, NumberDays>();

/** The days of the list's numbers: those of the period and of the comparison, and those to read for them. */
export function numberDays(state: ComparisonState): NumberDays {
  const series = shownSeriesPeriods(state);
  const known = daysOfSeries.get(series);
  if (known !== undefined) return known;
  const today = state.today();
  const period = shownPeriod(state);
  const before = shownComparison(state)?.before;
  const of = [today, period.from, period.to, before?.from, before?.to].join(' ');
  const days = { today, period, before, of, ...series };
  daysOfSeries.set(series, days);
  return days;
}

/** The days of the list's numbers as they were on an earlier day. */
export function earlierDays({ period, comparison }: ComparisonState, day: Day): NumberDays {
  return numberDays({ period, comparison, today: () => day });
}
