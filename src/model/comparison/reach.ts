import { addDays, daysBetween } from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import { type Capabilities, statisticInfo } from '#model/service/capabilities.ts';
import { sum } from '#model/statistics/series.ts';
import { measureOf } from '#model/statistics/share.ts';
import type { Day, Period, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import type { ComparedPeriods } from './periods.ts';

interface CoveredRows {
  readonly rows: readonly { readonly count: number }[];
  readonly readToEnd: boolean;
  /** Undefined where unknown. */
  readonly total: number | undefined;
}

/**
 * Whether the earlier rows cover all the earlier days. A service may keep rows for less long than totals, and rows of only
 * some days would read as a rise. They are taken as incomplete where their part of the earlier total is less than half of
 * the part that the present rows are of theirs; without present rows, of all (if they were read to the end).
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

/**
 * The statistic that tells whether the service has rows at all: most visits have neither campaign nor event, so zero rows
 * may be correct for those. Every visit has a page.
 */
export function referenceStatistic(name: StatisticName): StatisticName {
  return name === 'campaign' || name === 'event' || name.startsWith('utm_') ? 'page' : name;
}

/** The days to search for the first one with rows: from the first compared day to the last of the period. */
export function reachSpan({ now, before }: ComparedPeriods): Period {
  return { from: before.from, to: now.to };
}

/**
 * The first day with rows; undefined where no day has any, or the very first day has. A binary search: 28 days compared
 * with 28 take seven requests, ten years thirteen.
 */
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
