import { comparedPeriods, type Baseline } from '#model/comparedPeriods.ts';
import { describePeriod } from '#model/period.ts';
import { shownPeriod } from '#store/comparison.ts';
import type { State } from '#store/state.ts';

export interface ComparisonChoice {
  readonly baseline: Baseline | undefined;
  readonly title: string;
  /** The days it means now. */
  readonly days: string;
  readonly isChosen: boolean;
}

const choices: readonly { baseline: Baseline | undefined; title: string }[] = [
  { baseline: undefined, title: 'Nothing' },
  { baseline: 'previous', title: 'The previous period' },
  { baseline: 'lastYear', title: 'The same weekdays a year ago' },
];

export function comparisonChoices(state: State): ComparisonChoice[] {
  return choices.map(({ baseline, title }) => {
    const compared = baseline && comparedPeriods(shownPeriod(state), baseline, state.today());
    return {
      baseline,
      title,
      days: compared === undefined ? '' : describePeriod(compared.before),
      isChosen: state.comparison.baseline === baseline,
    };
  });
}
