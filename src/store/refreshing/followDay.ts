import type { StoreApi } from 'zustand/vanilla';
import { everyQuarterHour } from './quarterHours.ts';
import type { State } from '#store/core/state.ts';

/**
 * Reads the screen again when the day changes: the dates move, and yesterday now has all its counts. Checked whenever the
 * state changes, and every quarter of an hour (watchDay).
 */
export function followDay(store: StoreApi<State>): void {
  let day = store.getState().today();
  store.subscribe(({ today, refresh }) => {
    if (today() === day) return;
    day = today();
    refresh(false);
  });
}

/** Makes an idle screen follow the day as well. Returns a function that stops it. */
export function watchDay(store: StoreApi<State>, now: () => number): () => void {
  // An empty change: it makes the subscribers check the day.
  return everyQuarterHour(now, () => store.setState({}));
}
