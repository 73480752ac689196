import type { Answers, Force, Loader } from '#queries/answers/answers.ts';
import type { Route } from '#store/navigation/route.ts';
import type { KeptRead, KeptService, Services } from '#store/profile/services.ts';
import { emptyText, type TextValue } from '#text/textField.ts';

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

/** What people gave of one kind, as far as it can be read, with the box in which one of them is typed. */
export interface LocalDataSlice<T> {
  readonly all: T;
  readonly isKept: boolean;
  /** Why there are none to be had, in one line. */
  readonly problem?: string | undefined;
  readonly typed: TextValue;
  readonly error?: string | undefined;
  /** Another Sitedeck may have changed them. */
  read(): void;
  edit(typed: TextValue): void;
  /** Keeps what is typed; what was there and is emptied is removed. */
  save(): void;
}

type Change<T> = Partial<Pick<LocalDataSlice<T>, 'all' | 'problem' | 'typed' | 'error'>>;

/** Without a service there is `none`. */
export function localDataOf<T>(
  service: KeptService<T> | undefined,
  none: T,
  patch: (change: Change<T>) => void,
) {
  const known = (): KeptRead<T> => service?.read() ?? { value: none };
  /** What is read again, beside the last of it where it cannot be read. */
  const stateOf = (result: KeptRead<T>): Change<T> =>
    'value' in result ? { all: result.value, problem: undefined } : { problem: result.problem };
  const read = () => patch(stateOf(known()));
  return {
    read,
    atStart: {
      all: none,
      isKept: service !== undefined,
      ...stateOf(known()),
      typed: emptyText,
      read,
      edit: (typed: TextValue) => patch({ typed, error: undefined }),
    },
    /** Returns what is kept now; undefined where it cannot be, for the reason that `error` has then. */
    keep(change: (before: T) => T): T | undefined {
      const result = service?.change(change) ?? known();
      patch('problem' in result ? { error: result.problem } : stateOf(result));
      return 'problem' in result ? undefined : result.value;
    },
  };
}
