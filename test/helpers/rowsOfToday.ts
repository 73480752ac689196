import { formatMark } from '#model/comparison/rows.ts';
import { tableComparison } from '#store/queries/rows.ts';
import type { State } from '#store/state.ts';
import { isReading } from './storeFixture.ts';

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
