import { describePeriod } from './period.ts';
import { sum } from './series.ts';
import { measureOf } from './share.ts';
import { statisticInfo } from './statisticCatalogue.ts';
import type { Period, SeriesName, StatisticName } from './statistics.ts';

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

/** Why rows have no change: "changes unknown: there are no or not all countries of 25 Sep - 22 Oct 2026". */
export function noDetailText(name: StatisticName, before: Period): string {
  const { title } = statisticInfo(name);
  return `changes unknown: there are no or not all ${title.toLowerCase()} of ${describePeriod(before)}`;
}
