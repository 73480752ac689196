import { type Capabilities, countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { groupThousands, percent } from '#text/words.ts';
import { sum } from './series.ts';
import type { SeriesName, StatisticName } from './statistics.ts';

/** What the shares of a statistic's rows are parts of. */
export type ShareBasis =
  /** The total the service counted, with or without rows: all page views, all visitors. */
  | { readonly kind: 'measure'; readonly total: number }
  /** The sum of all rows of the statistic, all of which were read. */
  | { readonly kind: 'statistic'; readonly total: number }
  /** The sum of the rows at hand: how many more there are is unknown. */
  | { readonly kind: 'shown'; readonly total: number };

/** Rows of a statistic as they were read. */
export interface RowsOfWhole {
  readonly rows: readonly { readonly count: number | undefined }[];
  /** Whether these are all rows of the statistic: neither a search result nor one page. */
  readonly isWhole: boolean;
}

/** The series with the total of what the rows count; undefined where there is none (sessions, events). */
export function measureOf(name: StatisticName, capabilities: Capabilities): SeriesName | undefined {
  const counts = countsOf(name, capabilities);
  return counts === 'page views' ? 'pageviews' : counts === 'visitors' ? 'visitors' : undefined;
}

/** Whether a total has to be read for the shares of these rows: all hours, or all days, are their own total. */
export function needsTotal(
  name: StatisticName,
  { isWhole }: Pick<RowsOfWhole, 'isWhole'>,
  capabilities: Capabilities,
): boolean {
  return measureOf(name, capabilities) !== undefined && !(isWhole && statisticInfo(name).kind !== 'rows');
}

/**
 * The whole that shares are parts of: the measure's total where known, else the whole statistic, else the rows at hand. A
 * total smaller than one of its rows counts something else and is not used; one smaller than their sum is, whatever page of
 * them is at hand, since one visitor may be in several.
 */
export function shareBasis({ rows, isWhole }: RowsOfWhole, measureTotal: number | undefined): ShareBasis {
  const total = sum(rows);
  const most = rows.reduce((highest, { count = 0 }) => Math.max(highest, count), 0);
  if (measureTotal !== undefined && measureTotal >= most) return { kind: 'measure', total: measureTotal };
  return { kind: isWhole ? 'statistic' : 'shown', total };
}

/** 0.25 for a quarter; undefined where the whole is zero. */
export function shareOf(count: number | undefined, { total }: ShareBasis): number | undefined {
  return count !== undefined && count >= 0 && total > 0 ? count / total : undefined;
}

/** "25%". */
export function shareText(count: number, { total }: ShareBasis): string {
  return percent(count, total);
}

/** Names the whole for programs: "page views", "all rows", "rows shown". */
export function basisName(name: StatisticName, { kind }: ShareBasis, capabilities: Capabilities): string {
  return kind === 'measure' ? countsOf(name, capabilities) : kind === 'statistic' ? 'all rows' : 'rows shown';
}

/** "of 1,203 page views", "of all 1,203 sessions", "of the 1,203 sessions of those shown". */
export function basisText(
  name: StatisticName,
  { kind, total }: ShareBasis,
  capabilities: Capabilities,
): string {
  const counted = `${groupThousands(total)} ${countsOf(name, capabilities)}`;
  if (kind === 'measure') return `of ${counted}`;
  return kind === 'statistic' ? `of all ${counted}` : `of the ${counted} of those shown`;
}
