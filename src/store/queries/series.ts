import { samePeriod } from '#model/period/period.ts';
import type { Period, SeriesName } from '#model/statistics/statistics.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import type { ReadOptions } from '#queries/answers.ts';
import { type Answer, ask } from '#queries/ask.ts';
import { seriesAsks, shownSeries as seriesOf, type ShownSeries } from '#queries/series.ts';
import { knownOf, listPeriods, type QueryState, rowsPeriod, shownPeriod, websiteDays } from './question.ts';

/** What a chart and its changes need. The earlier days are part of the span, or read separately. */
export function readSeries(
  state: QueryState,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const asks = seriesAsks(websiteId, names, listPeriods(state));
  for (const asked of asks.slice(0, names.length)) void state.answers.read(websiteId, asked.ask, options);
  if (names.includes('visitors')) readVisitors(state, websiteId, options);
  for (const asked of asks.slice(names.length)) void state.answers.read(websiteId, asked.ask, options);
}

/** The visitors of the period, and of the days that the rows cover, where the service counts them. */
function readVisitors(state: QueryState, websiteId: string, options: ReadOptions): void {
  const [period, covered] = [shownPeriod(state), rowsPeriod(state, websiteId)];
  for (const days of samePeriod(period, covered) ? [period] : [period, covered])
    if (hasExactVisitors(state.capabilities, days))
      void state.answers.read(websiteId, ask.visitors(days), options);
}

/** The visitors of a period as the service counted them; undefined where it does not, or that was not read. */
export function exactVisitors(
  state: Pick<QueryState, 'answers'>,
  websiteId: string,
  period: Period,
): Answer<number> | undefined {
  return state.answers.get(websiteId, ask.visitors(period));
}

/** A measure over the period and over the days compared with, as far as they are read. */
export function shownSeries(state: QueryState, websiteId: string, name: SeriesName): ShownSeries {
  return seriesOf(websiteId, name, websiteDays(state, websiteId), knownOf(state));
}
