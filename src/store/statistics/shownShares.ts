import type { Page } from '#model/paging/query.ts';
import { sum } from '#model/statistics/series.ts';
import { measureOf, shareBasis, type ShareBasis } from '#model/statistics/share.ts';
import type { SeriesName, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { rowsPeriod } from './comparison.ts';
import { exactVisitors, shownSeries } from './shownSeries.ts';
import type { State } from '#store/core/state.ts';

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats' | 'capabilities'>;

/**
 * What the shares of a page of rows are parts of: the same for panel, table and export. Undefined while the total is being
 * read, so that no share is shown that would change a moment later.
 */
export function rowsBasis(
  state: Known,
  websiteId: string,
  name: StatisticName,
  page: Page<StatisticRow>,
  search = '',
): ShareBasis | undefined {
  const measure = measureOf(name, state.capabilities);
  const series = measure && shownSeries(state, websiteId, measure);
  if (series?.summary === undefined && series?.loading === true) return undefined;
  const isWhole = page.page === 1 && page.next === 'no' && search === '';
  return shareBasis(
    { rows: page.rows, isWhole },
    series?.summary && totalOf(state, websiteId, measure, series.summary),
  );
}

/** The same for the opened statistic; undefined where it has no shares. */
export function tableBasis(state: State): ShareBasis | undefined {
  const { websiteId, name, list, asked, isCut } = state.statistic;
  const page = list.data && isCut ? { ...list.data, next: 'maybe' as const } : list.data;
  return page && rowsBasis(state, websiteId, name, page, asked?.search);
}

/** All days, or all hours, are their own total. */
export function wholeBasis(counts: readonly { readonly count: number | undefined }[]): ShareBasis {
  return shareBasis({ rows: counts.map(({ count = 0 }) => ({ count })), isWhole: true }, undefined);
}

/** The total counts of the days that the rows cover. */
function totalOf(
  state: Known,
  websiteId: string,
  measure: SeriesName | undefined,
  { points }: Summary,
): number {
  const { from, to } = rowsPeriod(state);
  const exact = measure === 'visitors' ? exactVisitors(state, websiteId, { from, to })?.data : undefined;
  return exact ?? sum(points.filter(({ day }) => day >= from && day <= to));
}
