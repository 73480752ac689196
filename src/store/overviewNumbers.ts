import type { ApiError } from '#api/error.ts';
import { attentionOf, type Attention } from '#model/attention.ts';
import { change, type Change } from '#model/comparison.ts';
import { resolvePeriod } from '#model/period.ts';
import type { WebsitesSort } from '#model/savedChoices.ts';
import { lastWholeDay } from '#model/seriesSpan.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics.ts';
import { summarise } from '#model/summary.ts';
import type { Website } from '#model/website.ts';
import { shownComparison, shownSeriesPeriods } from './comparison.ts';
import type { State } from './state.ts';
import { spanKey } from './stats.ts';

/** A measure of a website over the period. */
export interface RowMeasure {
  /** Its whole days; of the period today alone, today so far. */
  readonly points: readonly SeriesPoint[];
  /** Of every day, today so far included. */
  readonly total: number;
  /** Of the whole days: what may be compared with `before`. */
  readonly count: number;
  /** Of the days compared with; undefined where nothing is compared, or they are not read yet. */
  readonly before: number | undefined;
}

/** The numbers of one row, as far as they were read. */
export interface RowNumbers {
  readonly visitors: RowMeasure | undefined;
  readonly pageviews: RowMeasure | undefined;
  readonly change: Change;
  readonly attention: readonly Attention[];
  readonly error: ApiError | undefined;
}

type Known = Pick<State, 'stats' | 'period' | 'comparison' | 'today'>;

export function rowNumbers(state: Known, website: Website): RowNumbers {
  return numbersReader(state)(website);
}

/** The numbers of one row after the other: what they have in common is worked out once. */
export function numbersReader(state: Known): (website: Website) => RowNumbers {
  const today = state.today();
  const period = resolvePeriod(state.period.choice, today);
  const { span, apart } = shownSeriesPeriods(state);
  const before = shownComparison(state)?.before;
  return website => {
    const slot = (name: SeriesName) => state.stats.series[spanKey(website.id, name, span)];
    const beside = (name: SeriesName): Beside | undefined =>
      before && {
        period: before,
        points: apart && state.stats.series[spanKey(website.id, name, apart)]?.data,
      };
    const visitors = slot('visitors');
    const pageviews = slot('pageviews');
    const ofVisitors = visitors?.data && digest(visitors.data, period, today, beside('visitors'));
    const measured = ofVisitors?.measure;
    return {
      visitors: measured,
      pageviews: pageviews?.data && digest(pageviews.data, period, today, beside('pageviews')).measure,
      change: change(measured?.count, measured?.before),
      attention: [...(ofVisitors?.attention ?? []), ...attentionOf(website, undefined, today)],
      error: visitors?.error ?? pageviews?.error,
    };
  };
}

/** The days compared with; their points where they were read apart. */
interface Beside {
  readonly period: Period;
  readonly points: readonly SeriesPoint[] | undefined;
}

/** What a series says about a period, and on which day it said so. */
interface Digest {
  readonly of: string;
  readonly before: Beside['points'];
  readonly measure: RowMeasure;
  /** As if it were of visitors. */
  readonly attention: readonly Attention[];
}

// Every key draws the rows: a series is looked through once, not for each of them.
const digests = new WeakMap<readonly SeriesPoint[], Digest>();

function digest(
  span: readonly SeriesPoint[],
  period: Period,
  today: Day,
  beside: Beside | undefined,
): Digest {
  const of = `${period.from} ${period.to} ${today} ${beside?.period.from} ${beside?.period.to}`;
  const known = digests.get(span);
  if (known?.of === of && known.before === beside?.points) return known;
  const made = {
    of,
    before: beside?.points,
    measure: rowMeasure(span, period, today, beside),
    attention: attentionOf({}, span, lastWholeDay(period, today)),
  };
  digests.set(span, made);
  return made;
}

function rowMeasure(
  span: readonly SeriesPoint[],
  period: Period,
  today: Day,
  beside: Beside | undefined,
): RowMeasure {
  const { points, total, count, countBefore } = summarise(span, period, today, beside);
  // Today, not over yet, would read as a fall.
  const whole = points.filter(({ day }) => day < today);
  return { points: whole.length === 0 ? points : whole, total, count, before: countBefore };
}

/** What a row is sorted by; undefined where it is not known. */
export function sortNumber(numbers: RowNumbers, sortBy: WebsitesSort): number | undefined {
  if (sortBy === 'pageviews') return numbers.pageviews?.total;
  if (sortBy !== 'change') return numbers.visitors?.total;
  const { change: of } = numbers;
  if (of.kind === 'percent') return of.ratio;
  if (of.kind === 'new') return Number.POSITIVE_INFINITY;
  return of.kind === 'same' ? 0 : undefined;
}
