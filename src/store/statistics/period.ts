import { defaultPeriodChoice, type PeriodChoice } from '#model/period/period.ts';
import { stepPeriod } from '#model/period/periodStep.ts';
import { chooseAllDays } from './allDays.ts';
import type { StoreContext } from '#store/core/context.ts';

/** The period shown; one for all screens. */
export interface PeriodSlice {
  readonly choice: PeriodChoice;
  choose(choice: PeriodChoice): void;
  /** All days since the first one of the website in view, or of those listed. */
  chooseAll(): Promise<void>;
  /** Moves the period by its own length, never past today; a step forth and back restores it. */
  step(direction: -1 | 1): void;
}

export function createPeriod(context: StoreContext): PeriodSlice {
  const { get, patch, load, services } = context;
  const choose = (choice: PeriodChoice) => {
    patch('period', { choice });
    const { view } = get().navigation;
    // The list itself does not depend on the period; its numbers follow by themselves.
    if (view.screen !== 'websites') load(view);
  };
  return {
    choice: services.choices?.saved.period ?? defaultPeriodChoice,
    choose,
    chooseAll: async () => await chooseAllDays(context),
    step(direction) {
      const { choice } = get().period;
      const next = stepPeriod(choice, direction, services.today());
      if (next !== choice) choose(next);
    },
  };
}
