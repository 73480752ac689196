import { resolvePeriod, type PeriodChoice } from '#model/period.ts';
import { stepPeriod } from '#model/periodStep.ts';
import type { Period } from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { loadRoute } from './loadRoute.ts';
import { topView } from './navigation.ts';

/** The period is one for all screens. */
export interface PeriodSlice {
  readonly choice: PeriodChoice;
  choose(choice: PeriodChoice): void;
  /** Earlier or later by the period's own length, never past today. */
  step(direction: -1 | 1): void;
}

const defaultChoice: PeriodChoice = { kind: 'preset', preset: 'last30' };

export function createPeriod(context: StoreContext): PeriodSlice {
  const { get, patch, services } = context;
  const choose = (choice: PeriodChoice) => {
    patch('period', { choice });
    const view = topView(get().navigation.stack);
    // The list itself does not depend on the period; its numbers follow.
    if (view.screen !== 'websites') loadRoute(context, view);
  };
  return {
    choice: services.choices?.saved.period ?? defaultChoice,
    choose,
    step(direction) {
      const now = resolvePeriod(get().period.choice, services.today());
      const next: Period = stepPeriod(now, direction, services.today());
      if (next.from !== now.from || next.to !== now.to) choose({ kind: 'range', ...next });
    },
  };
}
