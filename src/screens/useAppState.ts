import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { State } from '#store/core/state.ts';
import type { Watched } from './oncePerTurn.ts';

const StoreContext = createContext<Watched | undefined>(undefined);

/** Gives the screens below it their store. */
export const StoreProvider = StoreContext.Provider;

/** A part of the state. Select a slice or a primitive: an object made in the selector would draw on every change. */
export function useAppState<T>(select: (state: State) => T): T {
  const store = use(StoreContext);
  if (store === undefined) throw new Error('A screen was drawn outside of StoreProvider.');
  return useStore(store, select);
}
