import type { Page } from '#model/query.ts';
import { coveredMeasure, detailWitness, rowsReach, type CoveredRows } from '#model/rowReach.ts';
import {
  isHours,
  type HoursName,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics.ts';
import { rowsPeriod, shownComparison } from './comparison.ts';
import { shownSeries } from './shownSeries.ts';
import type { State } from './state.ts';
import { beforeQuery, panelQuery, rowsKey, spanKey, type ReadOptions } from './stats.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats'>;

/** What tells whether the rows before reach as far as their total, beyond the rows themselves. */
export function readWitness(
  state: Known,
  websiteId: string,
  name: StatisticName,
  options: ReadOptions,
): void {
  const before = shownComparison(state)?.before;
  const witness = detailWitness(name);
  if (before === undefined || witness === name) return;
  const [known] = panelKeys(state, websiteId, witness).filter(key => state.stats.rows[key] !== undefined);
  if (known === undefined)
    void state.stats.readRows(websiteId, panelQuery(witness, rowsPeriod(state), 1), options);
  void state.stats.readRows(websiteId, beforeQuery(witness, before), options);
}

/** Whether the rows compared with are of all of their days; undefined while that is read. `page`: rows of now, at hand. */
export function earlierReach(
  state: Known,
  websiteId: string,
  name: StatisticName,
  page?: Page<StatisticRow>,
): boolean | undefined {
  const compared = shownComparison(state);
  if (compared === undefined) return true;
  const witness = detailWitness(name);
  const { summary, loading } = shownSeries(state, websiteId, coveredMeasure(witness));
  if (summary?.countBefore === undefined) return loading ? undefined : true;
  const before = covered(state, websiteId, witness, 'before', summary.countBefore);
  if (before === undefined) return isReading(state, websiteId, witness, compared.before) ? undefined : true;
  const first = witness === name && page?.page === 1 ? page : undefined;
  const now = first && { rows: first.rows, readToEnd: first.next === 'no', total: summary.count };
  return rowsReach(now ?? covered(state, websiteId, witness, 'now', summary.count), before);
}

/** The hours compared with; none where they do not reach as far as their total. */
export function hoursBefore(state: Known, websiteId: string, name: HoursName) {
  const before = shownComparison(state)?.before;
  const slot = before && state.stats.hours[spanKey(websiteId, name, before)];
  const reaches = earlierReach(state, websiteId, name);
  return {
    counts: reaches === true ? slot?.data : undefined,
    error: slot?.error,
    isUnknown: slot?.data !== undefined && reaches === false,
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
