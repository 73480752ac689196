import { type Capabilities, type Counted, countsOf, countsVisits } from '#model/service/capabilities.ts';
import { bytesText, counted, groupThousands, microsecondsText, percent } from '#text/words.ts';
import { sum } from './series.ts';
import { sumOf } from './summary.ts';
import { isTime, type SeriesName, type StatisticName } from './statistics.ts';

/** What the shares of a statistic's rows are parts of. */
export type ShareBasis =
  /** The total the service counted, with or without rows: all page views, all visitors. */
  | { readonly kind: 'measure'; readonly total: number; readonly isSumOfDays?: true }
  /** The sum of all rows of the statistic. */
  | { readonly kind: 'statistic'; readonly total: number }
  /** The sum of so many rows, the most frequent ones: how many more there are is unknown. */
  | { readonly kind: 'top'; readonly total: number; readonly rows: number };

/** At most so many rows are read for the sum of all. */
export const mostShared = 1_000;

/** The series with the total of what the rows count; undefined where there is none (sessions, events). */
export function measureOf(name: StatisticName, capabilities: Capabilities): SeriesName | undefined {
  const counts = countsOf(name, capabilities);
  return counts === 'page views' ? 'pageviews' : counts === 'visitors' ? 'visitors' : undefined;
}

/** Of the total of a measure; undefined where it is smaller than one of the rows, so that it counts something else. */
export function measureBasis(
  rows: readonly { readonly count: number }[],
  total: number | undefined,
  isSumOfDays = false,
): ShareBasis | undefined {
  const most = rows.reduce((highest, { count }) => Math.max(highest, count), 0);
  return total === undefined || total < most
    ? undefined
    : { kind: 'measure', total, ...(isSumOfDays && { isSumOfDays }) };
}

/** Of the rows themselves. `isWhole`: these are all rows of the statistic, else the most frequent ones. */
export function rowsBasis(
  rows: readonly { readonly count: number | undefined }[],
  isWhole = true,
): ShareBasis {
  if (isWhole && rows.length <= mostShared) return { kind: 'statistic', total: sum(rows) };
  const counts = rows.map(({ count = 0 }) => count).toSorted((a, b) => b - a);
  const top = counts.slice(0, mostShared);
  return { kind: 'top', total: top.reduce((total, count) => total + count, 0), rows: top.length };
}

/** 0.25 for a quarter; undefined where the whole is zero. */
export function shareOf(count: number | undefined, { total }: ShareBasis): number | undefined {
  return count !== undefined && count >= 0 && total > 0 ? count / total : undefined;
}

/** "25%". */
export function shareText(count: number, { total }: ShareBasis): string {
  return percent(count, total);
}

/** Names the whole for programs: "page views", "all rows", "the top 100". */
export function basisName(name: StatisticName, basis: ShareBasis, capabilities: Capabilities): string {
  if (basis.kind === 'measure') return countsOf(name, capabilities);
  return basis.kind === 'statistic' ? 'all rows' : `the top ${groupThousands(basis.rows)}`;
}

/** "of 1,203 page views", "of all 1,203 sessions", "of the 1,203 sessions of the top 100", "of 1,203 visitors (sum of days)". */
export function basisText(name: StatisticName, basis: ShareBasis, capabilities: Capabilities): string {
  const counted = totalOf(name, basis, capabilities);
  if (basis.kind === 'measure')
    return `of ${counted}${basis.isSumOfDays === true ? ` (${sumOf('days')})` : ''}`;
  if (basis.kind === 'statistic')
    return `of all ${counted}${isSumOfHours(name, capabilities) ? ` (${sumOf('hours')})` : ''}`;
  return `of the ${counted} of ${basisName(name, basis, capabilities)}`;
}

/** Whether who comes in several hours counts as often in their sum. */
export function isSumOfHours(name: StatisticName, capabilities: Capabilities): boolean {
  return name === 'visitors_hours' && !countsVisits(capabilities);
}

/** "1,203 sessions", "1.2 GB". */
function totalOf(name: StatisticName, { total }: ShareBasis, capabilities: Capabilities): string {
  if (unitOf(name) !== undefined) return amountText(name, total);
  return `${groupThousands(total)} ${countsOf(name, capabilities)}`;
}

/** The heading of a column of shares: "Share", "Of top 100". */
export function shareHeading(basis: ShareBasis | undefined): string {
  return basis?.kind === 'top' ? `Of top ${groupThousands(basis.rows)}` : 'Share';
}

/** What the numbers of a statistic are; undefined for counts. */
export function unitOf(name: StatisticName): 'bytes' | 'microseconds' | undefined {
  if (name === 'bytes') return 'bytes';
  return isTime(name) ? 'microseconds' : undefined;
}

/** "12,345", "1.2 GB", "230 ms". A dash for what is not known. */
export function amountText(name: StatisticName, amount: number | undefined): string {
  if (amount === undefined) return groupThousands(amount);
  switch (unitOf(name)) {
    case 'bytes':
      return bytesText(amount);
    case 'microseconds':
      return microsecondsText(amount);
    default:
      return groupThousands(amount);
  }
}

/** The same with what is counted: "12,345 page views", "1.2 GB", "230 ms". */
export function amountOf(name: StatisticName, amount: number, capabilities: Capabilities): string {
  const counts: Counted = countsOf(name, capabilities);
  return unitOf(name) === undefined ? counted(amount, counts) : amountText(name, amount);
}
