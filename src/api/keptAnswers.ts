import { abortable } from './abortable.ts';

/** Answers that several reads need: read once, and kept for a while. */
export interface KeptAnswers<T> {
  /**
   * The answer of this name, or what `load` gives. Its signal is aborted once nobody waits any more; a failure is not kept.
   * A read that somebody waits for does not join one in the background.
   */
  read(name: string, load: (signal: AbortSignal) => Promise<T>, turn?: Turn): Promise<T>;
  /** The next reads are new. */
  forget(): void;
}

/** Who waits for a read. */
export interface Turn {
  readonly signal?: AbortSignal | undefined;
  readonly background?: boolean;
}

interface Kept<T> {
  readonly at: number;
  readonly answer: Promise<T>;
  readonly background: boolean;
  readonly controller: AbortController;
  waiting: number;
  isDone: boolean;
}

/** Keeps at most so many answers for so many milliseconds; `now` is milliseconds since 1970. */
export function createKeptAnswers<T>(now: () => number, milliseconds = 60_000, most = 200): KeptAnswers<T> {
  const kept = new Map<string, Kept<T>>();
  const drop = (name: string, one: Kept<T>) => {
    if (kept.get(name) === one) kept.delete(name);
  };
  const start = (name: string, load: (signal: AbortSignal) => Promise<T>, background: boolean): Kept<T> => {
    const controller = new AbortController();
    const answer = load(controller.signal);
    const one: Kept<T> = { at: now(), answer, background, controller, waiting: 0, isDone: false };
    answer.then(
      () => (one.isDone = true),
      () => drop(name, one),
    );
    kept.delete(name);
    kept.set(name, one);
    for (const [oldest] of kept) if (kept.size > most) kept.delete(oldest);
    return one;
  };
  return {
    async read(name, load, turn = {}) {
      const { signal, background = false } = turn;
      signal?.throwIfAborted();
      const known = kept.get(name);
      const isOf = known !== undefined && now() - known.at < milliseconds;
      const isInTime = isOf && (known.isDone || background || !known.background);
      const one = isInTime ? known : start(name, load, background);
      one.waiting += 1;
      try {
        return await abortable(one.answer, signal);
      } finally {
        one.waiting -= 1;
        if (one.waiting === 0 && !one.isDone) {
          drop(name, one);
          one.controller.abort();
        }
      }
    },
    forget: () => kept.clear(),
  };
}
