import { defaultPeriodChoice, type PeriodChoice } from '#model/period/period.ts';
import { stepPeriod } from '#model/period/periodStep.ts';
import type { StoreContext } from '#store/core/context.ts';
import { loadRoute } from '#store/navigation/loadRoute.ts';
import { topView } from '#store/navigation/navigation.ts';

/** The period shown; one for all screens. */
export interface PeriodSlice {
  readonly choice: PeriodChoice;
  choose(choice: PeriodChoice): void;
  /** Moves the period by its own length, never past today; a step forth and back restores it. */
  step(direction: -1 | 1): void;
}

export function createPeriod(context: StoreContext): PeriodSlice {
  const { get, patch, services } = context;
  const choose = (choice: PeriodChoice) => {
    patch('period', { choice });
    const view = topView(get().navigation.stack);
    // The list itself does not depend on the period; its numbers follow by themselves.
    if (view.screen !== 'websites') loadRoute(context, view);
  };
  return {
    choice: services.choices?.saved.period ?? defaultPeriodChoice,
    choose,
    step(direction) {
      const { choice } = get().period;
      const next = stepPeriod(choice, direction, services.today());
      if (next !== choice) choose(next);
    },
  };
}
