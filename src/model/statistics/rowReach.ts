import type { ComparedPeriods } from '#model/period/comparedPeriods.ts';
import { addDays, daysBetween } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import { sum } from './series.ts';
import { measureOf } from './share.ts';
import { statisticInfo } from './statisticCatalogue.ts';
import type { Day, Period, SeriesName, StatisticName } from './statistics.ts';

/** Rows of a statistic beside all that was counted on their days. */
export interface CoveredRows {
  readonly rows: readonly { readonly count: number }[];
  readonly readToEnd: boolean;
  /** Undefined where it is not known. */
  readonly total: number | undefined;
}

/**
 * Whether the rows of the earlier days reach as far as the earlier total. A service may keep its detail for less long than
 * its totals: rows of some days only would read as a rise. They are far below where they cover less than half of what the
 * rows of now do, or of everything.
 */
export function rowsReach(now: CoveredRows | undefined, before: CoveredRows): boolean {
  const covered = coverage(before);
  // Beside the first so many rows before stand as many of now.
  const rows = before.readToEnd ? now?.rows : now?.rows.slice(0, before.rows.length);
  const expected = now && rows && coverage({ ...now, rows });
  if (covered === undefined) return true;
  return covered >= (expected === undefined ? Number(before.readToEnd) : Math.min(1, expected)) / 2;
}

function coverage({ rows, total }: CoveredRows): number | undefined {
  return total === undefined || total <= 0 ? undefined : sum(rows) / total;
}

/** The series whose total the rows of a statistic come to, or nearly: visits come from visitors. */
export function coveredMeasure(name: StatisticName): SeriesName {
  return measureOf(name) ?? 'visitors';
}

/**
 * The statistic that tells whether there is detail: most visits have neither campaign nor event, so that none of them may
 * be all there were. A page has every visit.
 */
export function detailWitness(name: StatisticName): StatisticName {
  return name === 'campaign' || name === 'event' ? 'page' : name;
}

/** The days among which the first one with detail is looked for: from the first that is compared with to the last of now. */
export function reachSpan({ now, before }: ComparedPeriods): Period {
  return { from: before.from, to: now.to };
}

/**
 * The first day that has rows; undefined where no day has, or the first of the days does. Found by halving: 28 days
 * beside 28 take seven questions, ten years thirteen.
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
 * @param since the first day that has rows, where it is known and not the first of those before
 */
export function noDetailText(name: StatisticName, before: Period, since: Day | undefined): string {
  const title = statisticInfo(name).title.toLowerCase();
  return since === undefined
    ? `changes unknown: there are no or not all ${title} of ${describePeriod(before)}`
    : `changes unknown: detail of ${title} only since ${describePeriod({ from: since, to: since })}`;
}
