import type { Capabilities } from '#model/service/capabilities.ts';
import { compareRows, type ReadRows, type RowMark } from './rowComparison.ts';
import { countsOf } from './statisticCatalogue.ts';
import type { StatisticName, StatisticRow } from './statistics.ts';

/** The statistics whose rows are ranked together. */
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
  /** Undefined where it is not among the rows read: it is zero, or at most `atMost`. */
  readonly now: number | undefined;
  readonly before: number | undefined;
  /** The difference of the counts; never zero. */
  readonly change: number;
  /**
   * The difference is a lower bound: on the side where the row was not read, its count is at most that of the last
   * row.
   */
  readonly atMost: number | undefined;
  readonly mark: RowMark;
  /** 0 to 1: its part of all rises and falls of what its statistic counts. */
  readonly share: number;
}

/**
 * Ranks rows by their part of the change. Rises and falls are added up without sign, so that shares keep their meaning when
 * the total has not changed. Campaigns are measured against all sessions, as referrers are: the only campaign, of three
 * visits, must not come first for being the only one.
 */
export function rankMovers(sides: readonly MoverSides[], capabilities: Capabilities): Mover[] {
  const moved = sides.flatMap(moversOf);
  const whole = movedByCounts(moved, capabilities);
  return moved
    .map(mover => ({
      ...mover,
      share: Math.abs(mover.change) / (whole.get(countsOf(mover.name, capabilities)) ?? Infinity),
    }))
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
    // On the side where the row was not read, it may be as large as the smallest row read.
    const change = (count ?? Math.min(atMost, earlier ?? 0)) - (earlier ?? Math.min(atMost, count ?? 0));
    if (change === 0) return [];
    return [
      { name, value, now: count, before: earlier, change, atMost: atMost === 0 ? undefined : atMost, mark },
    ];
  });
}

/** The largest possible count of a row that was not read. */
function mostUnread({ rows, readToEnd }: ReadRows): number {
  if (readToEnd || rows.length === 0) return 0;
  return rows.reduce((least, { count }: StatisticRow) => Math.min(least, count), Infinity);
}

/** The sum of all rises and falls for each measure: of several statistics of one measure, the largest. */
function movedByCounts(moved: readonly Moved[], capabilities: Capabilities): Map<string, number> {
  const whole = new Map<string, number>();
  for (const name of moverNames) {
    const sum = moved
      .filter(mover => mover.name === name)
      .reduce((total, { change }) => total + Math.abs(change), 0);
    const counts = countsOf(name, capabilities);
    whole.set(counts, Math.max(whole.get(counts) ?? 0, sum));
  }
  return whole;
}
