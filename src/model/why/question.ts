import {
  coveredBy,
  type DataDays,
  type DayCount,
  daysWithData,
  type MissingDays,
  missingDaysOf,
} from '#model/comparison/change.ts';
import { type ComparedPeriods, minDays } from '#model/comparison/periods.ts';
import { coveredMeasure, type ReadRows, referenceStatistic, rowsReach } from '#model/comparison/rows.ts';
import { type Capabilities, countsOf, hasStatistic } from '#model/service/capabilities.ts';
import type { FilteredPeriod, Page } from '#model/service/paging.ts';
import { sum } from '#model/statistics/series.ts';
import type {
  Day,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import { pointsOfAll, type Summary, summaryChange } from '#model/statistics/summary.ts';
import type { WhyDimension } from './groups.ts';
import { addDays, earlierDay } from '#model/period/day.ts';

/** The statistics whose rows may explain a change of the visitors. */
export const whyStatistics = [
  'referrer',
  'campaign',
  'page',
  'landing_page',
  'exit_page',
  'country',
  'device',
  'event',
] as const satisfies readonly StatisticName[];

/** The sentences tell of them before the others, in this order: those that a pane reads say there what `w` begins with. */
export const firstWhyNames = ['referrer', 'page', 'campaign'] as const satisfies readonly StatisticName[];

export function whyNames(capabilities: Capabilities): readonly StatisticName[] {
  return whyStatistics.filter(name => hasStatistic(capabilities, name));
}

/** The days of rows on both sides; of today, and of the other day, up to an hour. */
export function rowSides({
  now,
  before,
  until,
}: Pick<ComparedPeriods, 'now' | 'before' | 'until'>): FilteredPeriod[] {
  return [now, before].map(days => (until === undefined ? days : { ...days, until }));
}

export interface SeriesSides {
  readonly now: readonly SeriesPoint[];
  readonly before: readonly SeriesPoint[];
}

interface WhyPages {
  readonly name: StatisticName;
  readonly now: Page<StatisticRow> | undefined;
  readonly before: Page<StatisticRow> | undefined;
}

/** The points of both periods, from the series that were read; undefined where none of them has every day of a period. */
export function seriesSides(
  read: readonly (readonly SeriesPoint[] | undefined)[],
  { now, before }: { readonly now: Period; readonly before: Period },
): SeriesSides | undefined {
  const pointsOf = (period: Period) =>
    read.map(points => points && pointsOfAll(points, period)).find(points => points !== undefined);
  const sides = { now: pointsOf(now), before: pointsOf(before) };
  return sides.now && sides.before && { now: sides.now, before: sides.before };
}

/** Too few of the days of either side have data. */
export function missingDaysOfSides(sides: SeriesSides | undefined, data: DataDays): MissingDays | undefined {
  if (sides === undefined) return undefined;
  return missingDaysOf([coveredBy(sides.now, sides.before, data)]);
}

export function sidesWithData(sides: SeriesSides | undefined, data: DataDays): SeriesSides | undefined {
  return sides && { now: daysWithData(sides.now, data), before: daysWithData(sides.before, data) };
}

/** The whole days of a summary and those before; undefined where the earlier ones are not read, or no change is told. */
export function summarySides(summary: Summary | undefined, today: Day): SeriesSides | undefined {
  if (summary?.countBefore === undefined || summaryChange(summary).kind === 'missingDays') return undefined;
  return { now: known(summary.points.filter(({ day }) => day < today)), before: known(summary.before) };
}

function known(points: readonly DayCount[]): SeriesPoint[] {
  return points.flatMap(({ day, count }) => (count === undefined ? [] : [{ day, count }]));
}

/**
 * The statistics of which both sides are read, for `whyFacts`; the others wait.
 * @param series undefined where it is not read: whether the earlier rows are of all the earlier days is then taken for true
 */
export function whyDimensions(
  pages: readonly WhyPages[],
  series: Readonly<Record<SeriesName, SeriesSides | undefined>>,
  capabilities: Capabilities,
): WhyDimension[] {
  return pages.flatMap(({ name, now, before }): WhyDimension[] =>
    now === undefined || before === undefined
      ? []
      : [
          {
            name,
            now: readRows(now),
            before: readRows(before),
            reaches: reaches(name, pages, series, capabilities),
            isDistinct: isDistinct(name, series.visitors, capabilities),
          },
        ],
  );
}

function isDistinct(name: StatisticName, days: SeriesSides | undefined, capabilities: Capabilities): boolean {
  const areSeveral = days !== undefined && Math.max(days.now.length, days.before.length) > 1;
  return (
    areSeveral && capabilities.visitors.ofPeriod === 'exact' && countsOf(name, capabilities) === 'visitors'
  );
}

function reaches(
  name: StatisticName,
  pages: readonly WhyPages[],
  series: Readonly<Record<SeriesName, SeriesSides | undefined>>,
  capabilities: Capabilities,
): boolean {
  if (capabilities.keepsAllDetail === true) return true;
  const reference = referenceStatistic(name);
  const read = pages.find(page => page.name === reference);
  if (read?.now === undefined || read.before === undefined) return true;
  const sides = series[coveredMeasure(reference, capabilities)];
  // Every visit has a row of it: none before, where there are some now, is a lack of detail.
  if (sides === undefined) return read.before.rows.length > 0 || read.now.rows.length === 0;
  return rowsReach(
    { ...readRows(read.now), total: sum(sides.now) },
    { ...readRows(read.before), total: sum(sides.before) },
  );
}

function readRows({ rows, next }: Page<StatisticRow>): ReadRows {
  return { rows, readToEnd: next === 'no' };
}

/**
 * The days whose shape is asked for, without a gap: from the first one compared where those before end the day before, at least
 * the weeks that are read anyway, so that a week has a shape too. Of one day it is also asked whether it stayed: there the whole
 * days that are read after it are among them. After more days another change would hide theirs.
 * @param read days that were read, in any order
 */
export function continuousDays(
  read: readonly SeriesPoint[],
  { now, before }: { readonly now: Period; readonly before: Period },
  today: Day,
): SeriesPoint[] {
  const first = addDays(before.to, 1) === now.from ? before.from : now.from;
  const from = earlierDay(first, addDays(now.to, -minDays));
  const points = new Map(read.map(point => [point.day, point]));
  const last = now.from === now.to ? addDays(today, -1) : now.to;
  const days: SeriesPoint[] = [];
  for (let day = from; day <= last; day = addDays(day, 1)) {
    const point = points.get(day);
    if (point !== undefined) days.push(point);
    else if (day <= now.to) days.length = 0;
    else break;
  }
  return days;
}
