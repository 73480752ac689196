import { isListedSort } from '#model/savedChoices.ts';
import type { Website } from '#model/website.ts';
import { numbersReader, sortNumber } from './overviewNumbers.ts';
import type { State } from './state.ts';

type Known = Pick<State, 'stats' | 'period' | 'comparison' | 'today' | 'websites'>;

/** The page's rows in the order they are shown: the service's, or by their numbers, those not known last. */
export function orderedRows(state: Known): readonly Website[] {
  const { list, sortBy, sort } = state.websites;
  const rows = list.data?.rows ?? [];
  if (isListedSort(sortBy)) return rows;
  const direction = sort === 'asc' ? 1 : -1;
  const numbersOf = numbersReader(state);
  const numbered = rows.map((row, index) => ({
    row,
    index,
    number: sortNumber(numbersOf(row), sortBy),
  }));
  return numbered
    .sort((a, b) => {
      if (a.number === undefined || b.number === undefined)
        return Number(a.number === undefined) - Number(b.number === undefined) || a.index - b.index;
      // Infinity less itself is no number.
      return a.number === b.number ? a.index - b.index : a.number < b.number ? -direction : direction;
    })
    .map(({ row }) => row);
}

/** Whether every row of the page can take its place in an order by numbers. */
export function hasAllNumbers(state: Known): boolean {
  const { list, sortBy } = state.websites;
  const numbersOf = numbersReader(state);
  const measure = sortBy === 'pageviews' ? 'pageviews' : 'visitors';
  return (list.data?.rows ?? []).every(row => numbersOf(row)[measure] !== undefined);
}

/** Of these rows those that need attention: the ones shown before keep their place, what was found since comes behind. */
export function rowsInNeed(
  state: Known,
  rows: readonly Website[],
  before: readonly Website[],
): readonly Website[] {
  const numbersOf = numbersReader(state);
  const inNeed = rows.filter(row => numbersOf(row).attention.length > 0);
  const places = new Map(before.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: Website) => places.get(id) ?? before.length;
  return inNeed.toSorted((a, b) => placeOf(a) - placeOf(b));
}
