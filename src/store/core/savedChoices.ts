import type { SavedChoices } from '#model/text/savedChoices.ts';
import { chosenPeriod } from '#store/navigation/openedDays.ts';
import type { State } from './state.ts';

type Chosen = Pick<State, 'navigation' | 'websites' | 'period' | 'comparison' | 'overview'>;

/** The choices to be saved. */
export function choicesOf(state: Chosen): SavedChoices {
  const { websites, comparison, overview } = state;
  const { sortBy, sort, perPage } = websites;
  return {
    sortBy,
    sort,
    perPage,
    period: chosenPeriod(state),
    baseline: comparison.baseline ?? 'none',
    overview: overview.on,
  };
}

/** Whether both states have the same choices to save. */
export function sameChoices(a: Chosen, b: Chosen): boolean {
  return (
    a.websites.sortBy === b.websites.sortBy &&
    a.websites.sort === b.websites.sort &&
    a.websites.perPage === b.websites.perPage &&
    chosenPeriod(a) === chosenPeriod(b) &&
    a.comparison.baseline === b.comparison.baseline &&
    a.overview.on === b.overview.on
  );
}
