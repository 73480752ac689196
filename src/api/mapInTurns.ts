import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time in milliseconds for which keys and signals wait. */
const longestTurn = 8;
/** Items between two looks at the clock. */
const step = 64;

/** Like `map`, in turns of a few milliseconds: a long list of a service must not keep the program from being ended. */
export async function mapInTurns<T, Result>(
  items: readonly T[],
  map: (item: T) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const [place, item] of items.entries()) {
    if (place % step === 0 && performance.now() - began > longestTurn) {
      await nextTurn();
      began = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
