const going = 0;
const stopped = 1;
const storing = 2;

/**
 * Shared by the worker and its starter, and read however busy the worker is. Either the starter stops the import or the
 * worker begins to store: whichever comes first keeps the other from it.
 */
export class StopFlag {
  readonly memory: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#state = new Int32Array(memory);
  }

  get isStopped(): boolean {
    return Atomics.load(this.#state, 0) === stopped;
  }

  /** Returns false when the counts are being stored, and it is too late. */
  stop(): boolean {
    return Atomics.compareExchange(this.#state, 0, going, stopped) !== storing;
  }

  /** Returns false when the import is to end instead. */
  beginStoring(): boolean {
    return Atomics.compareExchange(this.#state, 0, going, storing) !== stopped;
  }
}
