import type { SavedChoices } from '#model/text/savedChoices.ts';
import type { State } from './state.ts';

type Chosen = Pick<State, 'websites' | 'period' | 'comparison' | 'overview'>;

/** The choices to be saved. */
export function choicesOf({ websites, period, comparison, overview }: Chosen): SavedChoices {
  const { sortBy, sort, perPage } = websites;
  return {
    sortBy,
    sort,
    perPage,
    period: period.choice,
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
    a.period.choice === b.period.choice &&
    a.comparison.baseline === b.comparison.baseline &&
    a.overview.on === b.overview.on
  );
}
