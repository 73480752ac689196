import { compareRows, type ReadRows, type RowMark } from './rowComparison.ts';
import { statisticInfo } from './statisticCatalogue.ts';
import type { StatisticName, StatisticRow } from './statistics.ts';

/** The statistics whose rows are looked at together. */
export const moverNames = [
  'page',
  'referrer',
  'country',
  'campaign',
] as const satisfies readonly StatisticName[];
export type MoverName = (typeof moverNames)[number];

/** One statistic in both periods. */
export interface MoverSides {
  readonly name: MoverName;
  readonly now: ReadRows;
  readonly before: ReadRows;
}

export interface Mover {
  readonly name: MoverName;
  readonly value: string;
  /** Undefined where it is not among the rows read: nowhere, or below `atMost`. */
  readonly now: number | undefined;
  readonly before: number | undefined;
  /** How many more, or fewer; never zero. */
  readonly change: number;
  /** The change is at least that: on the side where the row is not known it has at most so many. */
  readonly atMost: number | undefined;
  readonly mark: RowMark;
  /** 0 to 1: how much of all rises and falls it makes up, of what its statistic counts. */
  readonly share: number;
}

/**
 * What grew, fell, appeared and went away, the greatest share of the change first. Rises and falls are added up, not set
 * off against each other, so that shares mean the same when the sum has not changed. Campaigns are measured by all
 * sessions, as referrers are: a campaign of three visits does not lead for being alone.
 */
export function rankMovers(sides: readonly MoverSides[]): Mover[] {
  const moved = sides.flatMap(moversOf);
  const whole = movedByCounts(moved);
  return moved
    .map(mover => ({ ...mover, share: Math.abs(mover.change) / (whole.get(countsOf(mover)) ?? Infinity) }))
    .sort(
      (a, b) =>
        b.share - a.share ||
        Math.abs(b.change) - Math.abs(a.change) ||
        moverNames.indexOf(a.name) - moverNames.indexOf(b.name) ||
        (a.value < b.value ? -1 : 1),
    );
}

type Moved = Omit<Mover, 'share'>;

function moversOf({ name, now, before }: MoverSides): Moved[] {
  const { rows, missing } = compareRows(now, before);
  const most = { now: mostUnread(now), before: mostUnread(before) };
  return [...rows, ...missing].flatMap(({ value, count, before: earlier, mark }): Moved[] => {
    const atMost = count === undefined ? most.now : earlier === undefined ? most.before : 0;
    // A row may be as great as the smallest one read on the side where it is not known.
    const change = (count ?? Math.min(atMost, earlier ?? 0)) - (earlier ?? Math.min(atMost, count ?? 0));
    if (change === 0) return [];
    return [
      { name, value, now: count, before: earlier, change, atMost: atMost === 0 ? undefined : atMost, mark },
    ];
  });
}

/** The most that a row can have which was not read. */
function mostUnread({ rows, readToEnd }: ReadRows): number {
  if (readToEnd || rows.length === 0) return 0;
  return rows.reduce((least, { count }: StatisticRow) => Math.min(least, count), Infinity);
}

/** All rises and falls, by what is counted: of statistics that count the same, the one where most has moved. */
function movedByCounts(moved: readonly Moved[]): Map<string, number> {
  const whole = new Map<string, number>();
  for (const name of moverNames) {
    const sum = moved
      .filter(mover => mover.name === name)
      .reduce((total, { change }) => total + Math.abs(change), 0);
    const { counts } = statisticInfo(name);
    whole.set(counts, Math.max(whole.get(counts) ?? 0, sum));
  }
  return whole;
}

function countsOf({ name }: Moved): string {
  return statisticInfo(name).counts;
}
