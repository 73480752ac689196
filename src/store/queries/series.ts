import type { StoreApi } from 'zustand/vanilla';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { ReadOptions } from '#queries/answers/answers.ts';
import { routeKey, websiteIdOf } from '#store/navigation/route.ts';
import type { Answer } from '#queries/answers/ask.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import {
  dataAsks,
  openDataAsks,
  ownComparisons,
  seriesAsks,
  shownSeries as seriesOf,
  type ShownSeries,
  visitorsAsks,
} from '#queries/days/series.ts';
import { sessionsAsks, shownSessions as sessionsOf, type ShownSessions } from '#queries/days/sessions.ts';
import { hoursFromAsks } from '#queries/days/today.ts';
import { heatMapDataAsks } from './hours.ts';
import { knownOf, type QueryState, readAll, shownDays, type ViewState, websiteDays } from './question.ts';
import { type Year, year } from '#queries/year.ts';

/** What a chart and its changes need. The earlier days are part of the span, or read separately. */
export function readSeries(
  state: QueryState,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const days = shownDays(state);
  // The visitors say which day is the usual one.
  const needed = [
    ...new Set<SeriesName>([
      ...(days.isCompared && days.usualOf !== undefined ? ['visitors' as const] : []),
      ...names,
    ]),
  ];
  const asks = seriesAsks(websiteId, needed, days);
  readAll(state, asks.slice(0, needed.length), options);
  if (names.includes('visitors'))
    readAll(state, visitorsAsks(websiteId, websiteDays(state, websiteId), state.capabilities), options);
  readAll(state, asks.slice(needed.length), options);
  readAll(state, dataAsks(websiteId, needed, days, knownOf(state)), options);
}

/** Where the days that are read leave open which of them have data, or hours: reads that. */
export function followDataDays(store: Pick<StoreApi<ViewState>, 'subscribe'>): void {
  store.subscribe(state => {
    const { view } = state.navigation;
    const websiteId = websiteIdOf(view);
    if (websiteId === undefined) return;
    const asks = [
      ...openDataAsks(websiteId, measures, shownDays(state), knownOf(state)).map(asked => asked.ask),
      ...hoursFromAsks(websiteId, shownDays(state), knownOf(state)).map(asked => asked.ask),
      ...(view.screen === 'heatMap' ? heatMapDataAsks(state, websiteId, view.name) : []),
      ...(view.screen === 'year' ? yearAsks(state, websiteId).map(asked => asked.ask) : []),
    ];
    for (const asked of asks)
      if (isOpen(state.answers.get(websiteId, asked)))
        void state.answers.read(websiteId, asked, { owner: routeKey(view) });
  });
}

function isOpen({ data, error, loading }: Answer<unknown>): boolean {
  return data === undefined && error === undefined && !loading;
}

const measures = ['visitors', 'pageviews'] as const;

export function shownSeries(state: QueryState, websiteId: string, name: SeriesName): ShownSeries {
  return seriesOf(websiteId, name, websiteDays(state, websiteId), knownOf(state));
}

export function readSessions(state: QueryState, websiteId: string, options: ReadOptions): void {
  readAll(state, sessionsAsks(websiteId, websiteDays(state, websiteId), state), options);
}

/** As far as they are read; undefined too where the service does not tell them. */
export function shownSessions(state: QueryState, websiteId: string): ShownSessions | undefined {
  return sessionsOf(websiteId, websiteDays(state, websiteId), knownOf(state));
}

export function shownComparisons(state: QueryState, websiteId: string, name: SeriesName): OwnComparisons {
  return ownComparisons(websiteId, name, shownDays(state), knownOf(state));
}

function yearAsks(state: QueryState, website: string) {
  return year.asks({ website, baseline: state.comparison.baseline }, knownOf(state));
}

export function readYear(state: QueryState, websiteId: string, options: ReadOptions): void {
  readAll(state, yearAsks(state, websiteId), options);
}

/** The days of a year, as far as they are read. */
export function shownYear(state: QueryState, website: string): Year {
  return year.result({ website, baseline: state.comparison.baseline }, knownOf(state));
}
