import { expect } from 'vitest';
import type { Store } from '#store/createStore.ts';
import { panelContent } from '#screens/dashboard/panels.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { formatMark } from '#model/comparison/rows.ts';
import { tableComparison } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { isReading, until } from './storeFixture.ts';

export function isSettled(state: State): boolean {
  const { activity, overview } = state;
  const isBusy = activity.inFlight + activity.queued > 0 || overview.progress.isReading;
  return !isBusy && !isReading(state);
}

/** Value, count, count before and mark of each row of the table that is shown; undefined while nothing is compared. */
export const marksOf = (state: State) =>
  tableComparison(state).compared?.map(({ value, count, before: earlier, mark }) => [
    value,
    count,
    earlier,
    formatMark(mark),
  ]);

/** What two services with the same visits say of pages of today by 14:00, beside a week ago. */
export const pagesAt14 = [
  ['/', 3, 2, '+50%'],
  ['/a', 1, undefined, 'new'],
  ['/docs', 1, undefined, 'new'],
];

/** Of its panel on the dashboard. */
export const markIn = (state: State, websiteId: string, name: StatisticName) =>
  panelContent(state, websiteId, name, { values: 5, hasChanges: true }).rows.map(({ value, mark }) => [
    value,
    mark?.text,
  ]);

/** In the next hour what is read again is up to that one: /b is there. */
export async function expectPagesAt15(store: Store): Promise<void> {
  store.getState().refresh('today');
  await until(store, later => marksOf(later)?.length === 4);
  expect(marksOf(await until(store, isSettled))).toEqual([
    ...pagesAt14.slice(0, 2),
    ['/b', 1, undefined, 'new'],
    ...pagesAt14.slice(2),
  ]);
}
