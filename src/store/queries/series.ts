import type { ApiError } from '#model/failure.ts';
import { samePeriod } from '#model/period/period.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { hasExactVisitors, summarise, type Summary, withExactTotal } from '#model/statistics/summary.ts';
import type { State } from '#store/state.ts';
import { resultOfEach } from '#text/memo.ts';
import { type Answer, ask } from '#queries/ask.ts';
import { rowsPeriod, shownComparison, shownPeriod, shownSeriesPeriods } from './question.ts';
import type { ReadOptions } from '#queries/answers.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'answers' | 'capabilities'>;

/** What a chart and its changes need. The earlier days are part of the span, or read separately. */
export function readSeries(
  state: Known,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const { span, apart } = shownSeriesPeriods(state);
  for (const name of names) void state.answers.read(websiteId, ask.series(name, span), options);
  if (names.includes('visitors')) readVisitors(state, websiteId, options);
  if (apart === undefined) return;
  for (const name of names) void state.answers.read(websiteId, ask.series(name, apart), options);
}

/** The visitors of the period, and of the days that the rows cover, where the service counts them. */
function readVisitors(state: Known, websiteId: string, options: ReadOptions): void {
  const [period, covered] = [shownPeriod(state), rowsPeriod(state)];
  for (const days of samePeriod(period, covered) ? [period] : [period, covered])
    if (hasExactVisitors(state.capabilities, days))
      void state.answers.read(websiteId, ask.visitors(days), options);
}

/** The visitors of a period as the service counted them; undefined where it does not, or that was not read. */
export function exactVisitors(
  state: Pick<State, 'answers'>,
  websiteId: string,
  period: Period,
): Answer<number> | undefined {
  return state.answers.get(websiteId, ask.visitors(period));
}

export interface ShownSeries {
  readonly summary: Summary | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
  readonly isKept?: true | undefined;
}

/** A measure over the period and over the days compared with, as far as they are read. */
export function shownSeries(state: Known, websiteId: string, name: SeriesName): ShownSeries {
  const { span, apart } = shownSeriesPeriods(state);
  const slot = state.answers.get(websiteId, ask.series(name, span));
  const beside = apart && state.answers.get(websiteId, ask.series(name, apart));
  const visitors = name === 'visitors' ? exactVisitors(state, websiteId, shownPeriod(state)) : undefined;
  // No sum that a count replaces a moment later.
  const isCounting = visitors?.loading === true && visitors.data === undefined;
  const summary =
    isCounting || slot.data === undefined
      ? undefined
      : summaryOf(slot.data, shownPeriod(state), state.today(), {
          before: shownComparison(state)?.before,
          points: beside?.data,
          visitors: visitors?.data,
        });
  const loading = slot.loading || beside?.loading === true || visitors?.loading === true;
  return { summary, error: slot.error, loading, isKept: slot.isKept };
}

interface Beside {
  readonly before: Period | undefined;
  /** The earlier counts, where they were read separately. */
  readonly points: readonly SeriesPoint[] | undefined;
  readonly visitors: number | undefined;
}

/** The last result of each series: charts of an unchanged series are not drawn again, so it must keep its identity. */
const summaries = resultOfEach<Summary>();

function summaryOf(
  series: readonly SeriesPoint[],
  period: Period,
  today: Day,
  { before, points, visitors }: Beside,
): Summary {
  const keys = [period.from, period.to, today, before?.from, before?.to, points, visitors];
  return summaries(series, keys, () =>
    withExactTotal(summarise(series, period, today, before && { period: before, points }), visitors),
  );
}
