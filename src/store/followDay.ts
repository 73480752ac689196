import type { StoreApi } from 'zustand/vanilla';
import type { State } from './state.ts';

/**
 * Reads what is on screen anew once it is another day: with the first frame of the new day its dates move, and the day
 * that is over has more than it had. Looked at when the state changes: a screen that nobody touches stays as it is.
 */
export function followDay(store: StoreApi<State>): void {
  let day = store.getState().today();
  store.subscribe(({ today, refresh }) => {
    if (today() === day) return;
    day = today();
    refresh(false);
  });
}
