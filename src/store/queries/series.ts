import type { StoreApi } from 'zustand/vanilla';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { ReadOptions } from '#queries/answers/answers.ts';
import { routeKey } from '#store/navigation/route.ts';
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
import { hoursFromAsks } from '#queries/rows/todayRows.ts';
import { heatMapDataAsks } from './hours.ts';
import { knownOf, listPeriods, type QueryState, type ViewState, websiteDays } from './question.ts';
import { type Year, year } from '#queries/year.ts';

/** What a chart and its changes need. The earlier days are part of the span, or read separately. */
export function readSeries(
  state: QueryState,
  websiteId: string,
  names: readonly SeriesName[],
  options: ReadOptions,
): void {
  const days = listPeriods(state);
  // The visitors say which day is the usual one.
  const needed = [
    ...new Set<SeriesName>([
      ...(days.isCompared && days.usualOf !== undefined ? ['visitors' as const] : []),
      ...names,
    ]),
  ];
  const asks = seriesAsks(websiteId, needed, days);
  for (const asked of asks.slice(0, needed.length)) void state.answers.read(websiteId, asked.ask, options);
  if (names.includes('visitors')) readVisitors(state, websiteId, options);
  for (const asked of asks.slice(needed.length)) void state.answers.read(websiteId, asked.ask, options);
  for (const asked of dataAsks(websiteId, needed, days, knownOf(state)))
    void state.answers.read(websiteId, asked.ask, options);
}

/** Where the days that are read leave open which of them have data, or hours: reads that. */
export function followDataDays(store: Pick<StoreApi<ViewState>, 'subscribe'>): void {
  store.subscribe(state => {
    const { view } = state.navigation;
    const websiteId = 'websiteId' in view ? view.websiteId : undefined;
    if (websiteId === undefined) return;
    const asks = [
      ...openDataAsks(websiteId, measures, listPeriods(state), knownOf(state)).map(asked => asked.ask),
      ...hoursFromAsks(websiteId, listPeriods(state), knownOf(state)).map(asked => asked.ask),
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

/** The visitors of the period and of both sides of its comparison, where the service counts them. */
function readVisitors(state: QueryState, websiteId: string, options: ReadOptions): void {
  const days = websiteDays(state, websiteId);
  for (const asked of visitorsAsks(websiteId, days, state.capabilities))
    void state.answers.read(websiteId, asked.ask, options);
}

/** A measure over the period and over the days compared with, as far as they are read. */
export function shownSeries(state: QueryState, websiteId: string, name: SeriesName): ShownSeries {
  return seriesOf(websiteId, name, websiteDays(state, websiteId), knownOf(state));
}

/** The sessions of the period and of what it is compared with, where the service tells them. */
export function readSessions(state: QueryState, websiteId: string, options: ReadOptions): void {
  for (const asked of sessionsAsks(websiteId, websiteDays(state, websiteId), state))
    void state.answers.read(websiteId, asked.ask, options);
}

/** As far as they are read; undefined too where the service does not tell them. */
export function shownSessions(state: QueryState, websiteId: string): ShownSessions | undefined {
  return sessionsOf(websiteId, websiteDays(state, websiteId), knownOf(state));
}

/** What each day, week or month of a measure is compared with by itself, as far as it is read. */
export function shownComparisons(state: QueryState, websiteId: string, name: SeriesName): OwnComparisons {
  return ownComparisons(websiteId, name, listPeriods(state), knownOf(state));
}

function yearAsks(state: QueryState, website: string) {
  return year.asks({ website, baseline: state.comparison.baseline }, knownOf(state));
}

export function readYear(state: QueryState, websiteId: string, options: ReadOptions): void {
  for (const { website, ask } of yearAsks(state, websiteId)) void state.answers.read(website, ask, options);
}

/** The days of a year, as far as they are read. */
export function shownYear(state: QueryState, website: string): Year {
  return year.result({ website, baseline: state.comparison.baseline }, knownOf(state));
}
