import { sum } from '#model/statistics/series.ts';
import type { Day, SeriesPoint, StatisticName } from '#model/statistics/statistics.ts';
import { deviations, spreadOf } from './deviation.ts';
import { byStrength, whyGroup, type WhyDimension, type WhyGroup, type WhyRow } from './whyGroup.ts';

export interface WhyInput {
  /** The days of now and those at the same places before: the same weekdays, where periods are compared so. */
  readonly now: readonly SeriesPoint[];
  readonly before: readonly SeriesPoint[];
  /** What has been read so far. */
  readonly dimensions: readonly WhyDimension[];
}

export interface WhyDay {
  readonly day: Day;
  readonly now: number;
  readonly before: number;
  readonly change: number;
  readonly score: number;
}

/** A day or a row that chance does not explain. */
export type WhyCause =
  | { readonly kind: 'day'; readonly score: number; readonly day: WhyDay }
  | { readonly kind: 'row'; readonly score: number; readonly name: StatisticName; readonly row: WhyRow };

export interface WhyFacts {
  readonly total: { readonly now: number; readonly before: number; readonly change: number };
  /** Days that changed, the largest change first, those that go the way of the total before the others. */
  readonly days: readonly WhyDay[];
  /** The dimension that explains best first. */
  readonly groups: readonly WhyGroup[];
  /** What stands out, the most surprising first; empty where nothing does. */
  readonly causes: readonly WhyCause[];
}

/**
 * From this many standard deviations on something stands out. Among some two hundred rows and days chance alone reaches
 * 3.7 once in twenty times; the rest is for the spread, which is measured on few counts.
 */
const standsOut = 4.2;

/** What explains the change of a total. What moved together may have other causes: it is correlation. */
export function whyFacts({ now, before, dimensions }: WhyInput): WhyFacts {
  const total = { now: sum(now), before: sum(before), change: sum(now) - sum(before) };
  const pairs = now
    .slice(0, before.length)
    .map(({ count }, index) => ({ now: count, before: before[index]?.count ?? 0 }));
  const { scores } = deviations(pairs, 1);
  const days = pairs.flatMap((pair, index): WhyDay[] => {
    const day = now[index]?.day;
    if (day === undefined || pair.now === pair.before) return [];
    return [{ day, ...pair, change: pair.now - pair.before, score: scores[index] ?? 0 }];
  });
  const groups = dimensions
    .map(dimension => whyGroup(dimension, total.change, spreadOf(pairs)))
    .sort(byStrength);
  const causes: WhyCause[] = [
    ...days.map(day => ({ kind: 'day' as const, score: day.score, day })),
    ...groups.flatMap(({ name, rows }) =>
      rows.map(row => ({ kind: 'row' as const, score: row.score, name, row })),
    ),
  ];
  return {
    total,
    days: days.sort(
      (a, b) =>
        Number(against(a.change, total.change)) - Number(against(b.change, total.change)) ||
        Math.abs(b.change) - Math.abs(a.change),
    ),
    groups,
    causes: causes
      .filter(({ score }) => Math.abs(score) >= standsOut)
      .sort((a, b) => Math.abs(b.score) - Math.abs(a.score)),
  };
}

function against(change: number, way: number): boolean {
  return way < 0 ? change > 0 : change < 0;
}
