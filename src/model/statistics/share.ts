import { groupThousands, percent } from '#model/text/number.ts';
import { sum } from './series.ts';
import { statisticInfo } from './statisticCatalogue.ts';
import type { SeriesName, StatisticName, StatisticRow } from './statistics.ts';

/** What the shares of a statistic's rows are of. */
export type ShareBasis =
  /** All that the service counted of it, rows or not: the page views, the visitors. */
  | { readonly kind: 'measure'; readonly total: number }
  /** Every row of the statistic, all of which were read. */
  | { readonly kind: 'statistic'; readonly total: number }
  /** The rows at hand alone: how many more there are is not known. */
  | { readonly kind: 'shown'; readonly total: number };

/** Rows of a statistic as they were read. */
export interface RowsOfWhole {
  readonly rows: readonly Pick<StatisticRow, 'count'>[];
  /** Whether they are all the rows of the statistic: neither a search nor a page of them. */
  readonly isWhole: boolean;
}

/** The series that counts what the rows of a statistic count; undefined where there is none: of sessions, of events. */
export function measureOf(name: StatisticName): SeriesName | undefined {
  const { counts } = statisticInfo(name);
  return counts === 'page views' ? 'pageviews' : counts === 'visitors' ? 'visitors' : undefined;
}

/** Whether a total has to be read for the shares of these rows: all hours and all days are their own total. */
export function needsTotal(name: StatisticName, { isWhole }: Pick<RowsOfWhole, 'isWhole'>): boolean {
  return measureOf(name) !== undefined && !(isWhole && statisticInfo(name).kind !== 'rows');
}

/**
 * What shares are of: of the measure's total where that is known, else of the whole statistic, else of the rows at hand.
 * A total that is less than its own rows counts something else.
 */
export function shareBasis({ rows, isWhole }: RowsOfWhole, measureTotal: number | undefined): ShareBasis {
  const total = sum(rows);
  if (measureTotal !== undefined && measureTotal >= total) return { kind: 'measure', total: measureTotal };
  return { kind: isWhole ? 'statistic' : 'shown', total };
}

/** 0.25 for a quarter; undefined where there is nothing to take a share of. */
export function shareOf(count: number | undefined, { total }: ShareBasis): number | undefined {
  return count !== undefined && count >= 0 && total > 0 ? count / total : undefined;
}

/** "25%". */
export function shareText(count: number, { total }: ShareBasis): string {
  return percent(count, total);
}

/** What a share is of, by a name that programs read: "page views", "all rows", "rows shown". */
export function basisName(name: StatisticName, { kind }: ShareBasis): string {
  return kind === 'measure' ? statisticInfo(name).counts : kind === 'statistic' ? 'all rows' : 'rows shown';
}

/** "of 1,203 page views", "of all 1,203 sessions", "of the 1,203 sessions of those shown". */
export function basisText(name: StatisticName, { kind, total }: ShareBasis): string {
  const counted = `${groupThousands(total)} ${statisticInfo(name).counts}`;
  if (kind === 'measure') return `of ${counted}`;
  return kind === 'statistic' ? `of all ${counted}` : `of the ${counted} of those shown`;
}
