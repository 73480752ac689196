import { farFromUsual, usualCount } from '#model/comparison/usualDay.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { robustDeviation } from '#model/statistics/series.ts';
import type { Day, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';
import { cutEnd } from '#text/fit.ts';
import { safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

/** More answers with an error on a day than on its usual one, by more than chance. */
export interface MoreErrors {
  readonly kind: 'errors';
  readonly day: Day;
  readonly count: number;
  readonly usual: number;
  /** As far as they are read. */
  readonly paths?: ErrorPaths;
}

/** The paths of most errors: those that were not found, and those that failed. */
export type ErrorPaths = readonly {
  readonly name: 'not_found' | 'failed';
  readonly rows: readonly StatisticRow[];
}[];

const pathsNamed = 3;
/** The widest a path gets, in columns. */
const longestPath = 60;

/**
 * "failed: /form 80; not found: /old 9, /x 2", that with most first; empty for none.
 * @param quoted writes a path, which is foreign text
 */
export function pathsText(paths: ErrorPaths, quoted: (value: string) => string = value => value): string {
  const most = ({ rows }: ErrorPaths[number]) => rows[0]?.count ?? 0;
  return paths
    .toSorted((a, b) => most(b) - most(a))
    .map(({ name, rows }) => {
      const named = rows
        .slice(0, pathsNamed)
        .map(
          ({ value, count }) =>
            `${quoted(cutEnd(safeText(value, 300), longestPath))} ${groupThousands(count)}`,
        );
      return `${statisticInfo(name).title.toLowerCase()}: ${named.join(', ')}`;
    })
    .join('; ');
}

/** So many more at least: three errors in place of one are nothing to look at. */
const fewestMore = 20;
/** And so many times as many: twice the visitors ask for twice as many pages that are gone. */
const leastRatio = 2;

/**
 * Whether a website answered with more errors (a status from 500 on, or 404) on a day than is usual. The usual day is that of the
 * same weekday in the four weeks before which is the middle one by errors; only days that have data count.
 * @param visitors of the days that have data
 * @param errors by day, zero where there are none; undefined where they are not known
 * @param scale what the counts have been multiplied by
 */
export function moreErrors(
  visitors: readonly SeriesPoint[],
  errors: readonly SeriesPoint[] | undefined,
  day: Day,
  scale = 1,
): MoreErrors | undefined {
  const count = errors?.find(point => point.day === day)?.count;
  if (errors === undefined || count === undefined) return undefined;
  const days = new Set(visitors.map(point => point.day));
  const known = usualCount(
    errors.filter(point => days.has(point.day)),
    day,
  );
  if (known === undefined) return undefined;
  const { usual, counts } = known;
  const apart = Math.max(robustDeviation(counts, usual), Math.sqrt(usual * scale));
  const least = Math.max(fewestMore * scale, farFromUsual * apart, (leastRatio - 1) * usual);
  return count - usual >= least ? { kind: 'errors', day, count, usual } : undefined;
}
