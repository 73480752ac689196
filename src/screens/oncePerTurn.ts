import type { Store } from '#store/core/createStore.ts';

/** What a screen needs of the store. */
export type Watched = Pick<Store, 'getState' | 'getInitialState' | 'subscribe'>;

/**
 * The store for those who draw. A key, or an answer, changes several parts one after the other, and each would draw a
 * frame of its own: they are told once, when the turn is over.
 */
export function oncePerTurn(store: Watched): Watched {
  const listeners = new Set<Parameters<Store['subscribe']>[0]>();
  let before = store.getState();
  let waiting = false;
  const tell = () => {
    waiting = false;
    const state = store.getState();
    const last = before;
    before = state;
    for (const listener of listeners) listener(state, last);
  };
  store.subscribe(() => {
    if (waiting) return;
    waiting = true;
    setImmediate(tell);
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
