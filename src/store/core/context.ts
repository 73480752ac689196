import type { ScreenOf } from '#store/navigation/screenRules.ts';
import type { Route } from '#store/navigation/route.ts';
import type { Force } from '#store/statistics/stats.ts';
import type { Loader } from './remote.ts';
import type { Services } from './services.ts';
import type { Slices, State } from './state.ts';

/** What the actions of a slice work with. */
export interface StoreContext {
  readonly services: Services;
  readonly loader: Loader;
  readonly screenOf: ScreenOf;
  /** Reads what a view shows, see `ScreenRules.load`. */
  load(route: Route, force?: Force): void;
  get(): State;
  /** Changes fields of one slice; all other objects keep their identity, so that selectors see no change. */
  patch<K extends keyof Slices>(slice: K, change: Partial<Slices[K]>): void;
}
