import type { StoreApi } from 'zustand/vanilla';
import { everyQuarterHour } from './quarterHours.ts';
import type { State } from '#store/core/state.ts';

/**
 * Reads what is on screen anew once it is another day: with the first frame of the new day its dates move, and the day
 * that is over has more than it had. Looked at when the state changes, and every quarter of an hour (watchDay).
 */
export function followDay(store: StoreApi<State>): void {
  let day = store.getState().today();
  store.subscribe(({ today, refresh }) => {
    if (today() === day) return;
    day = today();
    refresh(false);
  });
}

/** Has a screen that nobody touches follow the day, too. Returns how to end it. */
export function watchDay(store: StoreApi<State>, now: () => number): () => void {
  // A change of nothing: whoever looks at the state looks at the day.
  return everyQuarterHour(now, () => store.setState({}));
}
