import type { Loader } from './remote.ts';
import type { Services } from './services.ts';
import type { Slices, State } from './state.ts';

/** What the actions of a slice work with. */
export interface StoreContext {
  readonly services: Services;
  readonly loader: Loader;
  get(): State;
  /** Changes fields of one slice; all other objects keep their identity, so that selectors see no change. */
  patch<K extends keyof Slices>(slice: K, change: Partial<Slices[K]>): void;
}
