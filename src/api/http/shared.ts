import type { Http, Turn } from '#api/api.ts';
import { abortable } from '#api/promises.ts';

interface Kept<T> {
  readonly at: number;
  readonly answer: Promise<T>;
  readonly isBackground: boolean;
  readonly controller: AbortController;
  waiting: number;
  isDone: boolean;
}

/** Milliseconds that an answer is kept, and how many of each read are. */
const longest = 60_000;
const most = 200;

/** `Http.shared`, and what forgets all that such reads keep. `now` is milliseconds since 1970. */
export function createShared(now: () => number): Pick<Http, 'shared'> & { forget(): void } {
  const clearing = new Set<() => void>();
  return {
    forget() {
      for (const clear of clearing) clear();
    },
    shared<A extends readonly string[], T>(read: (turn: Turn, ...asked: A) => Promise<T>) {
      const kept = new Map<string, Kept<T>>();
      clearing.add(() => kept.clear());
      const drop = (name: string, one: Kept<T>) => {
        if (kept.get(name) === one) kept.delete(name);
      };
      const start = (name: string, turn: Turn, asked: A): Kept<T> => {
        const controller = new AbortController();
        const answer = read({ ...turn, signal: controller.signal }, ...asked);
        const isBackground = turn.urgency === 'background';
        const one: Kept<T> = { at: now(), answer, isBackground, controller, waiting: 0, isDone: false };
        answer.then(
          () => (one.isDone = true),
          () => drop(name, one),
        );
        kept.delete(name);
        kept.set(name, one);
        for (const [oldest] of kept) if (kept.size > most) kept.delete(oldest);
        return one;
      };
      return async (turn: Turn, ...asked: A): Promise<T> => {
        turn.signal?.throwIfAborted();
        const name = asked.join(' ');
        const known = kept.get(name);
        const isFresh = known !== undefined && now() - known.at < longest;
        const isInTime = isFresh && (known.isDone || turn.urgency === 'background' || !known.isBackground);
        const one = isInTime ? known : start(name, turn, asked);
        one.waiting += 1;
        try {
          return await abortable(one.answer, turn.signal);
        } finally {
          one.waiting -= 1;
          if (one.waiting === 0 && !one.isDone) {
            drop(name, one);
            one.controller.abort();
          }
        }
      };
    },
  };
}
