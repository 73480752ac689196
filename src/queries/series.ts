import type { ApiError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import { hasExactVisitors, summarise, type Summary, withExactTotal } from '#model/statistics/summary.ts';
import { resultOfEach } from '#text/memo.ts';
import type { Ask, Known } from './ask.ts';
import type { QuestionDays } from './question.ts';

type SeriesDays = Pick<QuestionDays, 'today' | 'period' | 'before' | 'span' | 'apart'>;
type MeasureAsk = Extract<Ask, { kind: 'series' }>;

interface MeasureAsked {
  readonly website: string;
  readonly ask: MeasureAsk;
}

/** The days of measures, and the earlier ones where they are read separately. */
export function seriesAsks(
  website: string,
  names: readonly SeriesName[],
  { span, apart }: SeriesDays,
): MeasureAsked[] {
  const ofNames = (period: SeriesDays['span']) =>
    names.map((name): MeasureAsked => ({ website, ask: { kind: 'series', name, period } }));
  return [...ofNames(span), ...(apart === undefined ? [] : ofNames(apart))];
}

/** The visitors of the period, where the service counts them. */
export function visitorsAsks(website: string, { period }: SeriesDays, capabilities: Capabilities) {
  if (!hasExactVisitors(capabilities, period)) return [];
  return [{ website, ask: { kind: 'visitors', period } as const }];
}

export interface ShownSeries {
  readonly summary: Summary | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
  readonly isKept?: true | undefined;
}

/** A measure over the period and over the days compared with, as far as they are read. */
export function shownSeries(website: string, name: SeriesName, days: SeriesDays, known: Known): ShownSeries {
  const { answers, capabilities } = known;
  const [series, beside] = seriesAsks(website, [name], days).map(({ ask }) => answers.get(website, ask));
  const [exact] = name === 'visitors' ? visitorsAsks(website, days, capabilities) : [];
  const visitors = exact && answers.get(website, exact.ask);
  // No sum that a count replaces a moment later.
  const isCounting = visitors?.loading === true && visitors.data === undefined;
  const loading = [series, beside, visitors].some(answer => answer?.loading === true);
  const points = isCounting ? undefined : series?.data;
  return {
    summary: points && summaryOf(points, days, beside?.data, visitors?.data),
    error: series?.error,
    loading,
    isKept: series?.isKept,
  };
}

/** The last result of each series: charts of an unchanged series are not drawn again, so it must keep its identity. */
const summaries = resultOfEach<Summary>();

/**
 * @param beside the earlier counts, where they are read separately
 * @param visitors those of the period, where the service counts them
 */
function summaryOf(
  points: Summary['points'],
  { period, before, today }: SeriesDays,
  beside: Summary['points'] | undefined,
  visitors: number | undefined,
): Summary {
  const keys = [period.from, period.to, today, before?.from, before?.to, beside, visitors];
  return summaries(points, keys, () =>
    withExactTotal(summarise(points, period, today, before && { period: before, points: beside }), visitors),
  );
}
