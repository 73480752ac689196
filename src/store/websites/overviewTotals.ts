import { resultOfEach } from '#model/cachedResult.ts';
import { numberDays } from './numberDays.ts';
import { digestReader, type NumbersState, type RowMeasure } from './overviewNumbers.ts';
import type { State } from '#store/core/state.ts';

/** Sums over the websites of the list, as far as their numbers are read. */
export interface Totals {
  /** How many websites are in the sums: those whose visitors are read, or page views where visitors are not shown. */
  readonly read: number;
  readonly visitors: number | undefined;
  /** Only websites with both counts, so that the change compares like with like. */
  readonly compared: { readonly now: number; readonly before: number } | undefined;
  readonly pageviews: number | undefined;
  /** The service itself counted the visitors of each website: they are no sums of days. */
  readonly isExact: boolean;
  /** Some of them an earlier session read, and they are to be read again. */
  readonly isKept: boolean;
}

type Known = NumbersState & Pick<State, 'websites'>;

// Every key draws the sums, so they are added up once for each set of numbers.
const totalsOf = resultOfEach<Totals>();

/** The sums of visitors and page views over all websites of the list, for the footer of the list. */
export function overviewTotals(state: Known): Totals {
  const { numbers } = state.overview;
  const { data, isKept: isListKept = false } = state.websites.list;
  const rows = data?.rows ?? [];
  const days = numberDays(state);
  return totalsOf(numbers, [rows, days.of, isListKept], () => {
    const digestOf = digestReader(state, days);
    const digestsOf = (name: 'visitors' | 'pageviews') => rows.flatMap(({ id }) => digestOf(id, name) ?? []);
    const [visitors, pageviews] = [digestsOf('visitors'), digestsOf('pageviews')];
    const isKept = isListKept || [...visitors, ...pageviews].some(({ asOf }) => asOf !== undefined);
    return { ...addUp(visitors.map(measureOf), pageviews.map(measureOf)), isKept };
  });
}

const measureOf = ({ measure }: { readonly measure: RowMeasure }) => measure;

function addUp(visitors: readonly RowMeasure[], pageviews: readonly RowMeasure[]): Omit<Totals, 'isKept'> {
  const compared = visitors.filter(({ before }) => before !== undefined);
  return {
    read: Math.max(visitors.length, pageviews.length),
    visitors: visitors.length === 0 ? undefined : sumOf(visitors, ({ total }) => total),
    compared:
      compared.length === 0
        ? undefined
        : {
            now: sumOf(compared, ({ count }) => count),
            before: sumOf(compared, ({ before }) => before ?? 0),
          },
    pageviews: pageviews.length === 0 ? undefined : sumOf(pageviews, ({ total }) => total),
    isExact: visitors.length > 0 && visitors.every(({ isExact }) => isExact),
  };
}

function sumOf(rows: readonly RowMeasure[], numberOf: (row: RowMeasure) => number): number {
  return rows.reduce((sum, row) => sum + numberOf(row), 0);
}
