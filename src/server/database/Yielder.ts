import { setImmediate as nextTurn } from 'node:timers/promises';

const longestWork = 10;

/** Yields to the event loop during long work, so that keys are handled and the screen is drawn. */
export class Yielder {
  readonly #onYield: () => void;
  #since = performance.now();

  constructor(onYield: () => void = () => undefined) {
    this.#onYield = onYield;
  }

  /** Where this turn of the event loop has worked long enough. */
  async yieldWhenDue(): Promise<void> {
    if (performance.now() - this.#since < longestWork) return;
    this.#onYield();
    await nextTurn();
    this.#since = performance.now();
  }
}

/** The result of work that yields now and then. Rejects with the signal's reason where that is aborted before its end. */
export async function inTurns<T>(work: Generator<void, T, void>, signal?: AbortSignal): Promise<T> {
  const yielder = new Yielder();
  for (;;) {
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    await yielder.yieldWhenDue();
  }
}
