import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { State } from '#store/core/state.ts';
import type { Store } from '#store/core/createStore.ts';

/** The part of the store that drawing needs. */
export type StoreView = Pick<Store, 'getState' | 'getInitialState' | 'subscribe'>;

/**
 * The store as the screens see it. A key or an answer changes several slices one after the other, and each change would
 * draw a frame: listeners are called once, at the end of the turn of the event loop.
 */
export function batchNotifications(store: StoreView): StoreView {
  const listeners = new Set<Parameters<Store['subscribe']>[0]>();
  let before = store.getState();
  let waiting = false;
  const notify = () => {
    waiting = false;
    const state = store.getState();
    const last = before;
    before = state;
    for (const listener of listeners) listener(state, last);
  };
  store.subscribe(() => {
    if (waiting) return;
    waiting = true;
    setImmediate(notify);
  });
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const StoreContext = createContext<StoreView | undefined>(undefined);

/** Gives the screens below it their store. */
export const StoreProvider = StoreContext.Provider;

/** A part of the state. Select a slice or a primitive: an object made in the selector draws on every change. Throws outside of `StoreProvider`. */
export function useAppState<T>(select: (state: State) => T): T {
  const store = use(StoreContext);
  if (store === undefined) throw new Error('A screen was drawn outside of StoreProvider.');
  return useStore(store, select);
}
