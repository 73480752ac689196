import {
  comparedPeriods,
  defaultBaseline,
  type Baseline,
  type ComparedPeriods,
} from '#model/period/comparedPeriods.ts';
import { addDays } from '#model/period/day.ts';
import { resolvePeriod, type PeriodChoice } from '#model/period/period.ts';
import { seriesPeriods, type SeriesPeriods } from '#model/statistics/seriesSpan.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';

/** What every number is compared with; one choice for all screens. */
export interface ComparisonSlice {
  /** Undefined: nothing. */
  readonly baseline: Baseline | undefined;
  choose(baseline: Baseline | undefined): void;
}

export function createComparison({ get, patch, load, services }: StoreContext): ComparisonSlice {
  const saved = services.choices?.saved.baseline ?? defaultBaseline;
  return {
    baseline: saved === 'none' ? undefined : saved,
    choose(baseline) {
      patch('comparison', { baseline });
      const { view } = get().navigation;
      // The list itself does not depend on the comparison; its numbers follow by themselves.
      if (view.screen !== 'websites') load(view);
    },
  };
}

export type ComparisonState = Pick<State, 'period' | 'comparison' | 'today'>;

/** The periods that a choice means on a given day. */
interface ShownDays {
  readonly choice: PeriodChoice;
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly period: Period;
  readonly compared: ComparedPeriods | undefined;
  readonly series: SeriesPeriods;
}

/** Of today, and of the day of an earlier session. */
let known: readonly ShownDays[] = [];

// Every component asks for these periods many times a key: they are computed once and keep their identity.
function shownDays({
  period: { choice },
  comparison: { baseline },
  today: clock,
}: ComparisonState): ShownDays {
  const today = clock();
  const found = known.find(
    days => days.choice === choice && days.baseline === baseline && days.today === today,
  );
  if (found !== undefined) return found;
  const period = resolvePeriod(choice, today);
  const compared = comparedPeriods(choice, baseline, today);
  const made = { choice, baseline, today, period, compared, series: seriesPeriods(choice, baseline, today) };
  known = [made, ...known.slice(0, 1)];
  return made;
}

/** The days of the chosen period, today. */
export function shownPeriod(state: ComparisonState): Period {
  return shownDays(state).period;
}

/** The compared periods; undefined where nothing is compared, or the period is today alone. */
export function shownComparison(state: ComparisonState): ComparedPeriods | undefined {
  return shownDays(state).compared;
}

/** The periods to request of a series. */
export function shownSeriesPeriods(state: ComparisonState): SeriesPeriods {
  return shownDays(state).series;
}

/** The days that rows are counted over: only whole days while they are compared. */
export function rowsPeriod(state: ComparisonState): Period {
  return shownComparison(state)?.now ?? shownPeriod(state);
}

/** The day of a period of one day, whose measures are shown hour by hour. */
export function singleDay(state: ComparisonState): Day | undefined {
  const { from, to } = shownPeriod(state);
  return from === to ? from : undefined;
}

/** The days whose hours stand beside those shown. Today is compared with nothing, but its hours with those of a whole day. */
export function daysBeside(state: ComparisonState): Period | undefined {
  const compared = shownComparison(state);
  const day = singleDay(state);
  if (compared !== undefined || day === undefined) return compared?.before;
  const choice = { kind: 'range', from: day, to: day } as const;
  return comparedPeriods(choice, state.comparison.baseline, addDays(day, 1))?.before;
}
