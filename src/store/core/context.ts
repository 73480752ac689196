import type { Loader } from './remote.ts';
import type { Services } from './services.ts';
import type { Slices, State } from './state.ts';

/** What a slice's actions work with. */
export interface StoreContext {
  readonly services: Services;
  readonly loader: Loader;
  get(): State;
  /** Changes some fields of one slice; everything else keeps its identity, so selectors stay still. */
  patch<K extends keyof Slices>(slice: K, change: Partial<Slices[K]>): void;
}
