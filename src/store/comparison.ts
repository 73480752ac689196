import { comparedPeriods, type Baseline, type ComparedPeriods } from '#model/comparedPeriods.ts';
import { resolvePeriod } from '#model/period.ts';
import type { Period } from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { loadRoute } from './loadRoute.ts';
import { topView } from './navigation.ts';
import type { State } from './state.ts';

/** What the chart and every row are compared with; one for all screens. */
export interface ComparisonSlice {
  readonly baseline: Baseline | undefined;
  choose(baseline: Baseline | undefined): void;
}

export function createComparison(context: StoreContext): ComparisonSlice {
  const { get, patch } = context;
  return {
    baseline: undefined,
    choose(baseline) {
      patch('comparison', { baseline });
      loadRoute(context, topView(get().navigation.stack));
    },
  };
}

type Known = Pick<State, 'period' | 'comparison' | 'today'>;

export function shownPeriod({ period, today }: Known): Period {
  return resolvePeriod(period.choice, today());
}

/** The days compared; undefined where nothing is, or the period is today alone. */
export function shownComparison(state: Known): ComparedPeriods | undefined {
  const { baseline } = state.comparison;
  return baseline && comparedPeriods(shownPeriod(state), baseline, state.today());
}

/** The days that rows are counted over: only those that are over while they are compared with others. */
export function rowsPeriod(state: Known): Period {
  return shownComparison(state)?.now ?? shownPeriod(state);
}
