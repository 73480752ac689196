import type { Page } from '#model/paging/query.ts';
import {
  coveredMeasure,
  referenceStatistic,
  reachSpan,
  rowsReach,
  type CoveredRows,
} from '#model/statistics/rowReach.ts';
import {
  isHours,
  isSeries,
  type Day,
  type HoursName,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { panelsOf } from '#model/service/capabilities.ts';
import type { StoreApi } from 'zustand/vanilla';
import { daysBeside, rowsPeriod, shownComparison } from './comparison.ts';
import { routeKey, type Route } from '#store/navigation/route.ts';
import { shownSeries } from './shownSeries.ts';
import type { State } from '#store/core/state.ts';
import type { ReadOptions } from './stats.ts';
import { beforeQuery, panelQuery, rowsKey, spanKey } from './statsQueries.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats' | 'capabilities'>;

/** What is needed, beside the rows, to tell whether the earlier rows cover all the earlier days. */
export function readReference(
  state: Known,
  websiteId: string,
  name: StatisticName,
  options: ReadOptions,
): void {
  const before = shownComparison(state)?.before;
  const reference = referenceStatistic(name);
  if (before === undefined || reference === name) return;
  const [known] = panelKeys(state, websiteId, reference).filter(key => state.stats.rows[key] !== undefined);
  if (known === undefined)
    void state.stats.readRows(websiteId, panelQuery(reference, rowsPeriod(state), 1), options);
  void state.stats.readRows(websiteId, beforeQuery(reference, before), options);
}

/**
 * Whether the earlier rows cover all of their days; undefined while unknown. `page`: the present rows, where at hand.
 */
export function earlierReach(
  state: Known,
  websiteId: string,
  name: StatisticName,
  page?: Page<StatisticRow>,
): boolean | undefined {
  const compared = shownComparison(state);
  if (compared === undefined) return true;
  const reference = referenceStatistic(name);
  const { summary, loading } = shownSeries(state, websiteId, coveredMeasure(reference, state.capabilities));
  if (summary?.countBefore === undefined) return loading ? undefined : true;
  const before = covered(state, websiteId, reference, 'before', summary.countBefore);
  if (before === undefined) return isReading(state, websiteId, reference, compared.before) ? undefined : true;
  const first = reference === name && page?.page === 1 ? page : undefined;
  const now = first && { rows: first.rows, readToEnd: first.next === 'no', total: summary.count };
  return rowsReach(now ?? covered(state, websiteId, reference, 'now', summary.count), before);
}

/** Where the earlier rows do not cover all their days: reads since which day the service keeps rows. */
export function followReach(store: StoreApi<State>): void {
  store.subscribe(state => {
    const route = state.navigation.view;
    const shown = shownStatistic(state, route);
    const compared = shownComparison(state);
    if (shown === undefined || isSeries(shown.name) || compared === undefined) return;
    const slot = sinceSlot(state, shown.websiteId, shown.name);
    const isRead = slot?.data !== undefined && slot.isKept !== true;
    if (slot?.loading === true || isRead || slot?.error !== undefined) return;
    if (earlierReach(state, shown.websiteId, shown.name) !== false) return;
    const reference = referenceStatistic(shown.name);
    const options = { owner: routeKey(route) };
    void state.stats.readSince(shown.websiteId, reference, reachSpan(compared), options);
  });
}

/** The first day the service has rows of, where known. */
export function detailSince(state: Known, websiteId: string, name: StatisticName): Day | undefined {
  const found = sinceSlot(state, websiteId, name)?.data;
  return found === 'unknown' ? undefined : found;
}

function sinceSlot(state: Known, websiteId: string, name: StatisticName) {
  const compared = shownComparison(state);
  return compared && state.stats.since[spanKey(websiteId, referenceStatistic(name), reachSpan(compared))];
}

/** The statistic whose comparison the line above the table describes. */
function shownStatistic(
  { dashboard, capabilities }: State,
  route: Route,
): { readonly websiteId: string; readonly name: StatisticName } | undefined {
  if (route.screen === 'statistic' || route.screen === 'history') return route;
  const name = route.screen === 'dashboard' ? panelsOf(capabilities)[dashboard.panel] : undefined;
  return route.screen === 'dashboard' && name !== undefined
    ? { websiteId: route.websiteId, name }
    : undefined;
}

/** The hours compared with; undefined where they do not cover all of their days. */
export function hoursBefore(state: Known, websiteId: string, name: HoursName) {
  const before = daysBeside(state);
  const slot = before && state.stats.hours[spanKey(websiteId, name, before)];
  const reaches = earlierReach(state, websiteId, name);
  return {
    counts: reaches === true ? slot?.data : undefined,
    error: slot?.error,
    isUnknown: slot?.data !== undefined && reaches === false,
    since: detailSince(state, websiteId, name),
  };
}

function covered(
  state: Known,
  websiteId: string,
  name: StatisticName,
  side: 'now' | 'before',
  total: number,
): CoveredRows | undefined {
  const { now, before } = shownComparison(state) ?? {};
  const period = side === 'now' ? now : before;
  if (period === undefined) return undefined;
  if (isHours(name)) {
    const counts = state.stats.hours[spanKey(websiteId, name, period)]?.data;
    return counts && { rows: counts.map(count => ({ count })), readToEnd: true, total };
  }
  const keys =
    side === 'now' ? panelKeys(state, websiteId, name) : [rowsKey(websiteId, beforeQuery(name, period))];
  const page = keys.map(key => state.stats.rows[key]?.data).find(data => data !== undefined);
  return page && { rows: page.rows, readToEnd: page.next === 'no', total };
}

function panelKeys(state: Known, websiteId: string, name: StatisticName): string[] {
  const period = rowsPeriod(state);
  return ([100, 25, 10] as const).map(perPage => rowsKey(websiteId, { name, period, perPage }));
}

function isReading(state: Known, websiteId: string, name: StatisticName, before: Period): boolean {
  if (isHours(name)) return state.stats.hours[spanKey(websiteId, name, before)]?.loading === true;
  return state.stats.rows[rowsKey(websiteId, beforeQuery(name, before))]?.loading === true;
}
