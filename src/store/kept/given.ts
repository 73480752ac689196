import type { KeptRead, KeptService } from '#store/profile/services.ts';

/** What people gave of one kind, as far as it can be read. */
export interface GivenState<T> {
  readonly all: T;
  readonly isKept: boolean;
  /** Why there are none to be had, in one line. */
  readonly problem?: string | undefined;
}

type Change<T> = Partial<GivenState<T>> & { readonly error?: string };

/** Without a service there is `none`. */
export function givenOf<T>(service: KeptService<T> | undefined, none: T, patch: (change: Change<T>) => void) {
  const known = (): KeptRead<T> => service?.read() ?? { value: none };
  /** What is read anew, beside the last of it where it cannot be read. */
  const stateOf = (result: KeptRead<T>): Partial<GivenState<T>> =>
    'value' in result ? { all: result.value, problem: undefined } : { problem: result.problem };
  const atStart: GivenState<T> = { all: none, isKept: service !== undefined, ...stateOf(known()) };
  return {
    atStart,
    /** Another Sitedeck may have changed them. */
    read: () => patch(stateOf(known())),
    /** Returns what is kept now; undefined where it cannot be, for the reason that `error` has then. */
    keep(change: (before: T) => T): T | undefined {
      const result = service?.change(change) ?? known();
      patch('problem' in result ? { error: result.problem } : stateOf(result));
      return 'problem' in result ? undefined : result.value;
    },
  };
}
