import { change, type Change } from '#model/statistics/comparison.ts';
import { coveredMeasure, referenceStatistic } from '#model/statistics/rowReach.ts';
import type { EarlierDays } from '#model/statistics/cursorPoint.ts';
import type { ComparedPeriods } from '#model/period/comparedPeriods.ts';
import { addDays, daysBetween } from '#model/period/day.ts';
import type { Period } from '#model/statistics/statistics.ts';
import type { State } from '#store/core/state.ts';
import { shownComparison } from './comparison.ts';
import type { RowName } from './exactCount.ts';
import { earlierReach, readReference } from './shownReach.ts';
import { readSeries } from './shownSeries.ts';
import { beforeQuery, type ReadOptions } from './stats.ts';

/** The day compared with each day of the period, as far as there is one: not for today, which is not over. */
export function earlierDays(parts: readonly Period[], compared: ComparedPeriods | undefined): Period[] {
  if (compared === undefined) return [];
  const { now, before } = compared;
  return parts
    .filter(({ from }) => from <= now.to)
    .map(({ from }) => addDays(before.from, daysBetween(now.from, from)))
    .filter(day => day <= before.to)
    .map(day => ({ from: day, to: day }));
}

/** What tells whether the row can be compared: the total of its statistic, and the earlier rows. */
export function readReachOf(state: State, { websiteId, name }: RowName, options: ReadOptions): void {
  const before = shownComparison(state)?.before;
  if (before === undefined) return;
  const reference = referenceStatistic(name);
  readSeries(state, websiteId, [coveredMeasure(reference, state.capabilities)], options);
  void state.stats.readRows(websiteId, beforeQuery(reference, before), options);
  readReference(state, websiteId, name, options);
}

/** The change of the row's count; undefined where nothing is compared or not everything is read. */
export function historyChange(state: State): Change | 'unknown' {
  const { sides, websiteId, name } = state.history;
  const reaches = earlierReach(state, websiteId, name);
  return reaches === false ? 'unknown' : change(reaches === true ? sides.now : undefined, sides.before);
}

/** The days compared with, where they are read and their detail reaches as far. */
export function historyBefore(state: State): EarlierDays | undefined {
  const { before, websiteId, name } = state.history;
  return before !== undefined && earlierReach(state, websiteId, name) === true ? before : undefined;
}

/** Whether days have a column for their changes: where the days compared with are read, or are going to be. */
export function historyHasChanges(state: State): boolean {
  const { unit, before } = state.history;
  const isRead = before !== undefined || state.profile.kind !== 'service';
  return unit === 'day' && isRead && shownComparison(state) !== undefined;
}
