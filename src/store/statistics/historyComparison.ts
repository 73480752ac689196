import { change, type Change } from '#model/statistics/comparison.ts';
import { coveredMeasure, referenceStatistic } from '#model/statistics/rowReach.ts';
import type { EarlierDays } from '#model/statistics/cursorPoint.ts';
import type { State } from '#store/core/state.ts';
import { shownComparison } from './comparison.ts';
import type { RowName } from './exactCount.ts';
import { shownHistory } from './shownHistory.ts';
import { earlierReach, readReference } from './shownReach.ts';
import { readSeries } from './shownSeries.ts';
import type { ReadOptions } from './stats.ts';
import { beforeQuery } from './statsQueries.ts';

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
  const { sides, websiteId, name } = shownHistory(state);
  const reaches = earlierReach(state, websiteId, name);
  return reaches === false ? 'unknown' : change(reaches === true ? sides.now : undefined, sides.before);
}

/** The days compared with, where they are read and their detail reaches as far. */
export function historyBefore(state: State): EarlierDays | undefined {
  const { before, websiteId, name } = shownHistory(state);
  return before !== undefined && earlierReach(state, websiteId, name) === true ? before : undefined;
}

/** Whether days have a column for their changes: where the days compared with are read, or are going to be. */
export function historyHasChanges(state: State): boolean {
  const { unit, before } = shownHistory(state);
  const isRead = before !== undefined || state.profile.kind !== 'service';
  return unit === 'day' && isRead && shownComparison(state) !== undefined;
}
