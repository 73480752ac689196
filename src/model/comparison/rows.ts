import type { SortDirection } from '#model/service/paging.ts';
import type { Day, Period, SeriesName, StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { type Change, change, changeRatio, formatChange, isNoise } from './change.ts';
import { addDays, daysBetween } from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import { type Capabilities, statisticInfo } from '#model/service/capabilities.ts';
import { sum } from '#model/statistics/series.ts';
import { measureOf } from '#model/statistics/summary.ts';
import type { ComparedPeriods } from './periods.ts';

export interface ReadRows {
  readonly rows: readonly StatisticRow[];
  readonly readToEnd: boolean;
}

export type RowMark =
  | { readonly kind: 'change'; readonly change: Change }
  /** `isNoise`: as few may come, or be missing, by chance. */
  | { readonly kind: 'new' | 'gone'; readonly isNoise?: true }
  /** Not among the rows read of the other period, which may still have it at a lower rank. */
  | { readonly kind: 'notInTop'; readonly top: number }
  /** The service has no rows of the earlier days, or not of all of them: the earlier count means nothing. */
  | { readonly kind: 'unknown' };

export interface ComparedRow {
  readonly value: string;
  readonly count: number | undefined;
  readonly before: number | undefined;
  readonly mark: RowMark;
}

/** New only if the earlier rows were read to the end, gone only if the present ones were. `reaches`: they cover all days. */
export function compareRows(now: ReadRows, before: ReadRows, reaches = true) {
  if (!reaches) {
    const mark: RowMark = { kind: 'unknown' };
    return { rows: now.rows.map((row): ComparedRow => ({ ...row, before: undefined, mark })), missing: [] };
  }
  const countsNow = countsOf(now.rows);
  const countsBefore = countsOf(before.rows);
  const rows = now.rows.map(({ value, count }): ComparedRow => {
    const earlier = countsBefore.get(value);
    if (earlier !== undefined) {
      return { value, count, before: earlier, mark: { kind: 'change', change: change(count, earlier) } };
    }
    return {
      value,
      count,
      before: undefined,
      mark: before.readToEnd ? oneSided('new', count) : notInTop(before),
    };
  });
  /** Earlier rows that are not among the present ones, in order. */
  const missing = [...countsBefore]
    .filter(([value]) => !countsNow.has(value))
    .map(([value, earlier]): ComparedRow => {
      const mark: RowMark = now.readToEnd ? oneSided('gone', earlier) : notInTop(now);
      return { value, count: undefined, before: earlier, mark };
    });
  return { rows, missing };
}

function oneSided(kind: 'new' | 'gone', count: number): RowMark {
  return isNoise(count, 0) ? { kind, isNoise: true } : { kind };
}

/** "+12%", "new", "gone", "not in the top 25" or "?". */
export function formatMark(mark: RowMark): string {
  if (mark.kind === 'change') return formatChange(mark.change);
  if (mark.kind === 'unknown') return '?';
  return mark.kind === 'notInTop' ? `not in the top ${mark.top}` : mark.kind;
}

function notInTop({ rows }: ReadRows): RowMark {
  return { kind: 'notInTop', top: rows.length };
}

/** A service may send two rows of one value, as none and empty are. */
export function oncePerValue(rows: readonly StatisticRow[]): StatisticRow[] {
  return Array.from(countsOf(rows), ([value, count]) => ({ value, count }));
}

function countsOf(rows: readonly StatisticRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
}

/** At most this many rows of each period are read to sort by change, the most frequent ones. */
export const maxSorted = 1_000;

/** Rows by change; equal ones by difference. Rows with an unknown change come last in both directions, in their own order. */
export function byChange<T extends ComparedRow>(rows: readonly T[], sort: SortDirection): readonly T[] {
  const sign = sort === 'desc' ? -1 : 1;
  const ranked = rows.map(row => ({
    row,
    rank: rankOf(row.mark),
    difference: (row.count ?? 0) - (row.before ?? 0),
  }));
  return ranked
    .toSorted((a, b) => {
      if (a.rank === undefined || b.rank === undefined)
        return Number(a.rank === undefined) - Number(b.rank === undefined);
      if (a.rank !== b.rank) return a.rank < b.rank ? -sign : sign;
      return (a.difference - b.difference) * sign;
    })
    .map(({ row }) => row);
}

/** 0.5 for half as many more, -1 for gone, Infinity for new; undefined where unknown. */
function rankOf(mark: RowMark): number | undefined {
  if (mark.kind === 'new') return Number.POSITIVE_INFINITY;
  if (mark.kind === 'gone') return -1;
  return mark.kind === 'change' ? changeRatio(mark.change) : undefined;
}

interface CoveredRows {
  readonly rows: readonly { readonly count: number }[];
  readonly readToEnd: boolean;
  /** Undefined where unknown. */
  readonly total: number | undefined;
}

/**
 * A service may keep rows for less long than totals, and rows of some days would read as a rise: they are incomplete
 * where their part of the earlier total is less than half of the present part; without present rows, of all.
 */
export function rowsReach(now: CoveredRows | undefined, before: CoveredRows): boolean {
  const covered = coverage(before);
  // The same number of rows on both sides.
  const rows = before.readToEnd ? now?.rows : now?.rows.slice(0, before.rows.length);
  const expected = now && rows && coverage({ ...now, rows });
  if (covered === undefined) return true;
  return covered >= (expected === undefined ? Number(before.readToEnd) : Math.min(1, expected)) / 2;
}

function coverage({ rows, total }: CoveredRows): number | undefined {
  return total === undefined || total <= 0 ? undefined : sum(rows) / total;
}

/** The series whose total the rows add up to, at least nearly: visits come from visitors. */
export function coveredMeasure(name: StatisticName, capabilities: Capabilities): SeriesName {
  return measureOf(name, capabilities) ?? 'visitors';
}

/** The statistic that tells whether there are rows at all: every visit has a page, most have neither campaign nor event. */
export function referenceStatistic(name: StatisticName): StatisticName {
  return name === 'campaign' || name === 'event' || name.startsWith('utm_') ? 'page' : name;
}

/** The days to search for the first one with rows: from the first compared day to the last of the period. */
export function reachSpan({ now, before }: ComparedPeriods): Period {
  return { from: before.from, to: now.to };
}

/** The first day with rows; undefined where none has, or the very first one. A binary search: ten years take thirteen requests. */
export async function detailBegins(
  days: Period,
  hasRows: (days: Period) => Promise<boolean>,
): Promise<Day | undefined> {
  if (!(await hasRows(days))) return undefined;
  let { from, to } = days;
  while (from < to) {
    const middle = addDays(from, Math.floor(daysBetween(from, to) / 2));
    if (await hasRows({ from, to: middle })) to = middle;
    else from = addDays(middle, 1);
  }
  return from === days.from ? undefined : from;
}

/**
 * Why rows have no change: "changes unknown: detail of countries only since 5 Nov 2026".
 * @param since the first day with rows, where known and not the first of the earlier days
 */
export function noDetailText(name: StatisticName, before: Period, since: Day | undefined): string {
  const title = statisticInfo(name).title.toLowerCase();
  return since === undefined
    ? `changes unknown: there are no or not all ${title} of ${describePeriod(before)}`
    : `changes unknown: detail of ${title} only since ${describePeriod({ from: since, to: since })}`;
}
