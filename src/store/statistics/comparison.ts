import {
  comparedPeriods,
  defaultBaseline,
  type Baseline,
  type ComparedPeriods,
} from '#model/period/comparedPeriods.ts';
import { resolvePeriod, type PeriodChoice } from '#model/period/period.ts';
import { seriesPeriods, type SeriesPeriods } from '#model/statistics/seriesSpan.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { StoreContext } from '#store/core/context.ts';
import { loadRoute } from '#store/navigation/loadRoute.ts';
import { topView } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

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

/** What a choice of days comes to on a day. */
interface ShownDays {
  readonly choice: PeriodChoice;
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly period: Period;
  readonly compared: ComparedPeriods | undefined;
  readonly series: SeriesPeriods;
}

let last: ShownDays | undefined;

// Everything that is drawn asks for these days, many times a key: they are worked out once, and stay the same objects.
function shownDays({
  period: { choice },
  comparison: { baseline },
  today: clock,
}: ComparisonState): ShownDays {
  const today = clock();
  if (last?.choice === choice && last.baseline === baseline && last.today === today) return last;
  const period = resolvePeriod(choice, today);
  const compared = comparedPeriods(choice, baseline, today);
  last = { choice, baseline, today, period, compared, series: seriesPeriods(choice, baseline, today) };
  return last;
}

export function shownPeriod(state: ComparisonState): Period {
  return shownDays(state).period;
}

/** The days compared; undefined where nothing is, or the period is today alone. */
export function shownComparison(state: ComparisonState): ComparedPeriods | undefined {
  return shownDays(state).compared;
}

/** The days that a series is asked for. */
export function shownSeriesPeriods(state: ComparisonState): SeriesPeriods {
  return shownDays(state).series;
}

/** The days that rows are counted over: only those that are over while they are compared with others. */
export function rowsPeriod(state: ComparisonState): Period {
  return shownComparison(state)?.now ?? shownPeriod(state);
}
