import { comparedPeriods, type Baseline } from '#model/period/comparedPeriods.ts';
import { differenceWords } from '#model/statistics/comparisonWords.ts';
import { describePeriod } from '#model/period/period.ts';
import type { State } from '#store/core/state.ts';

interface ComparisonChoice {
  readonly baseline: Baseline | undefined;
  readonly title: string;
  /** The days it means now. */
  readonly days: string;
  readonly isChosen: boolean;
}

const choices: readonly { baseline: Baseline | undefined; title: string }[] = [
  { baseline: undefined, title: 'Nothing' },
  { baseline: 'previous', title: 'The period before' },
  { baseline: 'weekdays', title: 'The same weekdays before' },
  { baseline: 'year', title: 'The same weekdays last year' },
];

/** What the period can be compared with, comparing with nothing included. */
export function comparisonChoices(state: State): ComparisonChoice[] {
  return choices.map(({ baseline, title }) => {
    const compared = comparedPeriods(state.period.choice, baseline, state.today());
    return {
      baseline,
      title,
      days: compared === undefined ? '' : `${describePeriod(compared.before)}${differenceWords(compared)}`,
      isChosen: state.comparison.baseline === baseline,
    };
  });
}
