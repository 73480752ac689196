import type { ApiError } from '#api/error.ts';
import { attentionOf, type Attention } from '#model/website/attention.ts';
import { lastResult } from '#model/cachedResult.ts';
import { change, changeRatio, type Change } from '#model/statistics/comparison.ts';
import { addDays } from '#model/period/day.ts';
import type { WebsitesSort } from '#model/text/savedChoices.ts';
import { lastWholeDay } from '#model/statistics/seriesSpan.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { hasExactVisitors, summarise, type Summary } from '#model/statistics/summary.ts';
import { exactVisitors } from '#store/statistics/shownSeries.ts';
import type { Website } from '#model/website/website.ts';
import type { ComparisonState } from '#store/statistics/comparison.ts';
import type { State } from '#store/core/state.ts';
import { measuresWanted, type ListState } from './measuresWanted.ts';
import { earlierDays, numberDays, type NumberDays } from './numberDays.ts';
import { countsReader, type ReadCounts, slotsOf } from './readCounts.ts';

/** A measure of a website over the period. */
export interface RowMeasure {
  /** Daily counts without today, in order; where the period is today alone, today so far. */
  readonly days: readonly number[];
  /** Of every day, today so far included. */
  readonly total: number;
  /** The sum of the whole days, which may be compared with `before`. */
  readonly count: number;
  /** The sum of the compared days; undefined where nothing is compared, or they are not read yet. */
  readonly before: number | undefined;
  /** The service itself counted `total`. */
  readonly isExact: boolean;
}

/** The numbers of one row, as far as they are read. */
export interface RowNumbers {
  readonly visitors: RowMeasure | undefined;
  readonly pageviews: RowMeasure | undefined;
  readonly change: Change;
  readonly attention: readonly Attention[];
  readonly error: ApiError | undefined;
  /** When an earlier session read them, as long as they are to be read again. */
  readonly asOf: number | undefined;
}

/** What the numbers of the list depend on. */
export type NumbersState = Pick<
  State,
  'stats' | 'period' | 'comparison' | 'today' | 'overview' | 'capabilities' | 'scale'
>;

const knownRows = lastResult<WeakMap<Website, RowNumbers>>();

/** The numbers of one website, as far as they are read: the same object until more are, for the rows that every key draws. */
export function rowNumbers(state: NumbersState & ListState, website: Website): RowNumbers {
  const { stats, overview, capabilities, websites } = state;
  const of = [
    numberDays(state),
    stats,
    overview.numbers,
    overview.earlierDay,
    capabilities,
    websites.list.isKept,
    measuresWanted(state),
  ];
  const rows = knownRows(of, () => new WeakMap());
  const known = rows.get(website);
  if (known !== undefined) return known;
  const numbers = numbersReader(state)(website);
  rows.set(website, numbers);
  return numbers;
}

/**
 * Returns a reader of row numbers that computes what rows have in common once. What an earlier session read of a measure that
 * this list does not read again counts as not read.
 */
export function numbersReader(state: NumbersState & ListState): (website: Website) => RowNumbers {
  const days = numberDays(state);
  const { span, today } = days;
  const wanted = measuresWanted(state);
  const read = digestReader(state, days);
  const digestOf = (id: string, name: SeriesName) => {
    const found = read(id, name);
    return found?.asOf === undefined || wanted.includes(name) ? found : undefined;
  };
  const [ofVisitors, ofPageviews] = [slotsOf(state, 'visitors', span), slotsOf(state, 'pageviews', span)];
  return website => {
    const { id } = website;
    const visitors = digestOf(id, 'visitors');
    const pageviews = digestOf(id, 'pageviews');
    const measured = visitors?.measure;
    return {
      visitors: measured,
      pageviews: pageviews?.measure,
      change: change(measured?.count, measured?.before),
      attention: [...(visitors?.attention ?? []), ...attentionOf(website, undefined, today)],
      error: ofVisitors.get(id)?.error ?? ofPageviews.get(id)?.error,
      asOf: visitors?.asOf ?? pageviews?.asOf,
    };
  };
}

/** Returns a reader of why a website needs attention, by the numbers that are read. */
export function attentionReader(state: NumbersState): (website: Website) => readonly Attention[] {
  const days = numberDays(state);
  const digestOf = digestReader(state, days);
  return website => {
    const found = digestOf(website.id, 'visitors')?.attention ?? [];
    const ofSettings = attentionOf(website, undefined, days.today);
    return ofSettings.length === 0 ? found : [...found, ...ofSettings];
  };
}

/** What a website is sorted by, where it is known, and whether the measure of the order is read. */
interface SortValue {
  readonly number: number | undefined;
  readonly isRead: boolean;
}

/** Returns a reader of what an order by numbers goes by. */
export function sortReader(state: NumbersState, sortBy: WebsitesSort): (websiteId: string) => SortValue {
  const digestOf = digestReader(state, numberDays(state));
  const name = sortBy === 'pageviews' ? 'pageviews' : 'visitors';
  return id => {
    const measure = digestOf(id, name)?.measure;
    const number =
      sortBy === 'change' ? changeRatio(change(measure?.count, measure?.before)) : measure?.total;
    return { number, isRead: measure !== undefined };
  };
}

/** The sums of a series for a period. */
interface Digest {
  readonly measure: RowMeasure;
  /** Read as if it were of visitors. */
  readonly attention: readonly Attention[];
}

interface ShownDigest extends Digest {
  readonly asOf?: number | undefined;
}

interface MadeDigest extends Digest {
  readonly of: string;
  readonly beside: readonly number[] | undefined;
  readonly exact: number | undefined;
}

// Every key draws the rows, and sorting reads all of them, so each series is summed only once.
const digests = new WeakMap<readonly number[], MadeDigest>();

/**
 * Returns a reader of a website's numbers; undefined for what is not read. Where those of the days are not, it gives what an
 * earlier session read for the same period of another day.
 */
export function digestReader(
  state: Pick<State, 'stats' | 'overview' | 'capabilities' | 'scale'> & ComparisonState,
  days: NumberDays,
): (websiteId: string, name: SeriesName) => ShownDigest | undefined {
  const { numbers, earlierDay } = state.overview;
  const digestOf = readDigests(state, days);
  const before = earlierDay === undefined ? undefined : earlierDays(state, earlierDay);
  const digestBefore = before && readDigests(state, before);
  return (websiteId, name) => {
    const now = digestOf(websiteId, name);
    const found = now ?? digestBefore?.(websiteId, name);
    if (found === undefined) return undefined;
    const { span } = now === undefined && before !== undefined ? before : days;
    const asOf = numbers.asOf(span, websiteId, name);
    return asOf === undefined ? found : { ...found, asOf };
  };
}

function readDigests(
  state: Pick<State, 'stats' | 'overview' | 'capabilities' | 'scale'>,
  days: NumberDays,
): (websiteId: string, name: SeriesName) => Digest | undefined {
  const { of } = days;
  const countsOf = {
    visitors: countsReader(state, days, 'visitors'),
    pageviews: countsReader(state, days, 'pageviews'),
  };
  return (websiteId, name) => {
    const { counts, beside } = countsOf[name](websiteId);
    const exact = name === 'visitors' ? exactCount(state, days, websiteId) : undefined;
    // No sum that a count replaces a moment later.
    if (counts === undefined || exact === 'awaited') return undefined;
    const known = digests.get(counts);
    if (known?.of === of && known.beside === beside && known.exact === exact) return known;
    const made = {
      of,
      beside,
      exact,
      ...digest({ counts, beside }, days, exact, state.scale),
    };
    digests.set(counts, made);
    return made;
  };
}

/** The visitors of the period as the service counts them; undefined where it does not, or failed to. */
export function exactCount(
  state: Pick<State, 'stats' | 'overview' | 'capabilities'>,
  { period }: Pick<NumberDays, 'period'>,
  websiteId: string,
): number | 'awaited' | undefined {
  if (!hasExactVisitors(state.capabilities, period)) return undefined;
  const read = state.overview.numbers.get(period, websiteId, 'exact');
  return read === undefined ? (exactVisitors(state, websiteId, period)?.data ?? 'awaited') : read[0];
}

/** A series by days, and its period summed up. */
export function summaryOfCounts(
  { counts = [], beside }: ReadCounts,
  { period, today, before, span, apart }: NumberDays,
): { readonly points: readonly SeriesPoint[]; readonly summary: Summary } {
  const points = pointsOf(span, counts);
  const compared = before && { period: before, points: apart && beside && pointsOf(apart, beside) };
  return { points, summary: summarise(points, period, today, compared) };
}

function digest(
  read: ReadCounts,
  days: NumberDays,
  exact: number | undefined,
  scale: number | undefined,
): Digest {
  const { period, today } = days;
  const { points, summary } = summaryOfCounts(read, days);
  // Today is unfinished and would read as a fall.
  const over = summary.points.filter(({ day }) => day < today);
  const shown = (over.length === 0 ? summary.points : over).map(({ count }) => count);
  return {
    measure: {
      days: shown,
      total: exact ?? summary.total,
      count: summary.count,
      before: summary.countBefore,
      isExact: exact !== undefined,
    },
    attention: attentionOf({}, points, lastWholeDay(period, today), scale),
  };
}

let lastDays: { readonly from: Day; readonly days: Day[] } | undefined;

function pointsOf({ from }: Period, counts: readonly number[]): SeriesPoint[] {
  if (lastDays?.from !== from) lastDays = { from, days: [] };
  const { days } = lastDays;
  return counts.map((count, place) => ({ day: (days[place] ??= addDays(from, place)), count }));
}
