import type { PeriodChoice } from '#model/period/period.ts';
import type { State } from '#store/core/state.ts';
import type { Route } from './route.ts';

/** The period that comes back when these routes are left, the lowest first; undefined where none was opened for its days. */
export function periodToKeep(routes: readonly Route[]): PeriodChoice | undefined {
  for (const route of routes)
    if (route.screen === 'dashboard' && route.days !== undefined) return route.days.leftPeriod;
  return undefined;
}

/** The period as it was chosen: days that were opened from a chart are looked at, not chosen. */
export function chosenPeriod({ navigation, period }: Pick<State, 'navigation' | 'period'>): PeriodChoice {
  return periodToKeep(navigation.stack) ?? period.choice;
}
