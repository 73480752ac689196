import { setImmediate as nextTurn } from 'node:timers/promises';

const longestWork = 10;

/** Gives the event loop turns while the demo is generated: keys are handled and the screen is drawn. */
export class Pacer {
  readonly #onRest: () => void;
  #since = performance.now();

  /** @param onRest called before each rest */
  constructor(onRest: () => void) {
    this.#onRest = onRest;
  }

  /** True once this turn of the event loop has worked long enough. */
  get isDue(): boolean {
    return performance.now() - this.#since >= longestWork;
  }

  async rest(): Promise<void> {
    this.#onRest();
    await nextTurn();
    this.#since = performance.now();
  }
}
