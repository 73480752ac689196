import type { Route } from './navigation/route.ts';
import type { Answers, Force } from '#queries/answers/answers.ts';
import type { Loader } from '#queries/answers/loader.ts';
import type { Services } from './profile/services.ts';

/** What the actions of a slice work with: the parts of the state that it changes, and of the others what it needs. */
export interface SliceContext<Own, Needed = unknown> {
  readonly services: Services;
  readonly loader: Loader;
  readonly answers: Answers;
  /** Reads what a view shows, see `ScreenRules.load`. */
  load(route: Route, force?: Force): void;
  get(): Own & Needed;
  /** Changes fields of one slice; all other objects keep their identity, so that selectors see no change. */
  patch<K extends keyof Own>(slice: K, change: Partial<Own[K]>): void;
}
