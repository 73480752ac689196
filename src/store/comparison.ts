import {
  comparedPeriods,
  defaultBaseline,
  type Baseline,
  type ComparedPeriods,
} from '#model/comparedPeriods.ts';
import { resolvePeriod } from '#model/period.ts';
import { seriesPeriods, type SeriesPeriods } from '#model/seriesSpan.ts';
import type { Period } from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { loadRoute } from './loadRoute.ts';
import { topView } from './navigation.ts';
import type { State } from './state.ts';

/** What every number is compared with; one for all screens. */
export interface ComparisonSlice {
  /** Undefined: with nothing. */
  readonly baseline: Baseline | undefined;
  choose(baseline: Baseline | undefined): void;
}

export function createComparison(context: StoreContext): ComparisonSlice {
  const { get, patch, services } = context;
  const saved = services.choices?.saved.baseline ?? defaultBaseline;
  return {
    baseline: saved === 'none' ? undefined : saved,
    choose(baseline) {
      patch('comparison', { baseline });
      const view = topView(get().navigation.stack);
      // The list itself does not depend on it; its numbers follow.
      if (view.screen !== 'websites') loadRoute(context, view);
    },
  };
}

export type ComparisonState = Pick<State, 'period' | 'comparison' | 'today'>;

export function shownPeriod({ period, today }: ComparisonState): Period {
  return resolvePeriod(period.choice, today());
}

/** The days compared; undefined where nothing is, or the period is today alone. */
export function shownComparison(state: ComparisonState): ComparedPeriods | undefined {
  return comparedPeriods(state.period.choice, state.comparison.baseline, state.today());
}

/** The days that a series is asked for. */
export function shownSeriesPeriods(state: ComparisonState): SeriesPeriods {
  return seriesPeriods(state.period.choice, state.comparison.baseline, state.today());
}

/** The days that rows are counted over: only those that are over while they are compared with others. */
export function rowsPeriod(state: ComparisonState): Period {
  return shownComparison(state)?.now ?? shownPeriod(state);
}
