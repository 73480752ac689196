import type { Page } from '#model/service/query.ts';
import type { SeriesName, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';
import type { Answer } from '#queries/ask.ts';
import type { State } from './state.ts';

/** Once the frame of what happens now is drawn: that is done in the next turn of the event loop. */
export function afterDrawing(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

type Slots<T> = Readonly<Record<string, Answer<T>>>;
type Known = Pick<State, 'stats' | 'statistic'>;

/** Identifies a number on screen by its slot in stats and its day, hour or value. */
export function numberKey(slot: string, place: string | number): string {
  return `${slot} ${place}`;
}

/** The slot of the statistic opened as a table. */
export const tableSlot = 'table';

/** The numbers that have changed. A number that was not there before is new, not changed. */
export function changedNumbers(before: Known, now: Known): ReadonlySet<string> {
  return new Set([
    ...inSlots(before.stats.series, now.stats.series, countsOfSeries),
    ...inSlots(before.stats.rows, now.stats.rows, countsOfRows),
    ...inSlots(before.stats.hours, now.stats.hours, countsOfHours),
    ...inSlots({ [tableSlot]: before.statistic.list }, { [tableSlot]: now.statistic.list }, countsOfRows),
  ]);
}

/** Whether the last refresh changed today's count of a measure. */
export function isTodayChanged(
  { autoRefresh, today }: Pick<State, 'autoRefresh' | 'today'>,
  websiteId: string,
  name: SeriesName,
): boolean {
  if (autoRefresh.changed.size === 0) return false;
  const day = ` ${today()}`;
  return [...autoRefresh.changed].some(key => key.startsWith(`${websiteId} ${name} `) && key.endsWith(day));
}

type Counts = ReadonlyMap<string | number, number>;

function inSlots<T>(before: Slots<T>, now: Slots<T>, countsOf: (data: T) => Counts): string[] {
  return Object.entries(now).flatMap(([slot, { data }]) => {
    const old = before[slot]?.data;
    if (old === undefined || data === undefined || old === data) return [];
    const counts = countsOf(old);
    return [...countsOf(data)]
      .filter(([place, count]) => counts.has(place) && counts.get(place) !== count)
      .map(([place]) => numberKey(slot, place));
  });
}

function countsOfSeries(points: readonly SeriesPoint[]): Counts {
  return new Map(points.map(({ day, count }) => [day, count]));
}

function countsOfRows({ rows }: Page<StatisticRow>): Counts {
  return new Map(rows.map(({ value, count }) => [value, count]));
}

function countsOfHours(hours: readonly number[]): Counts {
  return new Map(hours.map((count, hour) => [hour, count]));
}
