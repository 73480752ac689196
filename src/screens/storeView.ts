import { createContext, use, useState } from 'react';
import { useStore } from 'zustand';
import { memoizeLast } from '#text/memo.ts';
import type { State } from '#store/state.ts';
import type { Store } from '#store/createStore.ts';

export type StoreView = Pick<Store, 'getState' | 'getInitialState' | 'subscribe'>;

/** A key changes several slices, and each change would draw a frame: listeners are called once, at the end of the turn. */
export function batchNotifications(store: StoreView): StoreView {
  const listeners = new Set<Parameters<Store['subscribe']>[0]>();
  let before = store.getState();
  let waiting = false;
  const notify = () => {
    waiting = false;
    const state = store.getState();
    const last = before;
    if (looksSame(state, last)) return;
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

/** A view of the store that shows this state until it is released. */
export function freezeView(view: StoreView, state: State): StoreView & { readonly release: () => void } {
  const listeners = new Set<Parameters<Store['subscribe']>[0]>();
  let held: State | undefined = state;
  return {
    getState: () => held ?? view.getState(),
    getInitialState: view.getInitialState,
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = view.subscribe(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    release() {
      held = undefined;
      for (const listener of listeners) listener(view.getState(), state);
    },
  };
}

const minute = 60_000;

/** Only background requests have begun or ended: what comes of them is published once a second. */
function looksSame(now: State, before: State): boolean {
  if (now.activity === before.activity) return false;
  const isOther = (name: string) => Reflect.get(now, name) !== Reflect.get(before, name);
  if (Object.keys(now).some(name => name !== 'activity' && isOther(name))) return false;
  const [a, b] = [now.activity, before.activity];
  return (
    a.inFlight + a.queued - a.background === b.inFlight + b.queued - b.background &&
    a.isHeldBack === b.isHeldBack &&
    a.pausedUntil === b.pausedUntil &&
    minuteOf(a.lastAnswer) === minuteOf(b.lastAnswer)
  );
}

function minuteOf(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.floor(time / minute);
}

const StoreContext = createContext<StoreView | undefined>(undefined);

export const StoreProvider = StoreContext.Provider;

/** A part of the state. Select a slice or a primitive: an object made in the selector draws on every change. Throws outside of `StoreProvider`. */
export function useAppState<T>(select: (state: State) => T): T {
  const store = use(StoreContext);
  if (store === undefined) throw new Error('A screen was drawn outside of StoreProvider.');
  return useStore(store, select);
}

/**
 * What `make` makes of the state: the same object until one of the inputs is another, or a slice that it read; so what is
 * drawn of it, in a component with `memo`, is not drawn again for each key. Another theme or another day make it again.
 */
export function useMade<T>(make: (state: State) => T, inputs: readonly unknown[]): T {
  const state = useAppState(whole => whole);
  const [made] = useState(() => createMade<T>());
  return made(state, inputs, make);
}

function createMade<T>() {
  let read = new Map<string | symbol, unknown>();
  const kept = memoizeLast<T>();
  let changes = 0;
  return (state: State, inputs: readonly unknown[], make: (state: State) => T): T => {
    for (const [name, value] of read) {
      if (Reflect.get(state, name) === value) continue;
      changes++;
      break;
    }
    return kept([...inputs, changes, state.theme, state.today()], () => {
      read = new Map();
      return make(new Proxy(state, { get: (target, name) => noted(read, name, Reflect.get(target, name)) }));
    });
  };
}

function noted<T>(read: Map<string | symbol, unknown>, name: string | symbol, value: T): T {
  read.set(name, value);
  return value;
}
