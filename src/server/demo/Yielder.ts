import { setImmediate as nextTurn } from 'node:timers/promises';

const longestWork = 10;

/** Yields to the event loop while the demo is generated, so that keys are handled and the screen is drawn. */
export class Yielder {
  readonly #onYield: () => void;
  #since = performance.now();

  /** @param onYield called before each yield */
  constructor(onYield: () => void) {
    this.#onYield = onYield;
  }

  /** True once this turn of the event loop has worked long enough. */
  get shouldYield(): boolean {
    return performance.now() - this.#since >= longestWork;
  }

  async yieldNow(): Promise<void> {
    this.#onYield();
    await nextTurn();
    this.#since = performance.now();
  }
}
