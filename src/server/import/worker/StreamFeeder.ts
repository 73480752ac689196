import type { Readable } from 'node:stream';
import type { ToWorker } from './protocol.ts';

/** Reads the streams among the sources for the worker, one chunk for each of its requests. */
export class StreamFeeder {
  readonly #streams: readonly Readable[];
  readonly #readers: ReadonlyMap<number, AsyncIterator<unknown>>;
  readonly #send: (message: ToWorker) => void;
  #isClosed = false;

  constructor(sources: readonly (string | Readable)[], send: (message: ToWorker) => void) {
    this.#send = send;
    this.#streams = sources.filter(source => typeof source !== 'string');
    this.#readers = new Map(
      sources.flatMap((source, index): [number, AsyncIterator<unknown>][] =>
        typeof source === 'string' ? [] : [[index, source[Symbol.asyncIterator]()]],
      ),
    );
  }

  pull(source: number): void {
    const end = (error?: string): void => this.#send({ kind: 'end', source, error });
    const next = this.#readers.get(source)?.next() ?? Promise.resolve({ done: true, value: undefined });
    next.then(
      ({ done, value }) =>
        done === true ? end() : this.#send({ kind: 'bytes', source, bytes: bytesOf(value) }),
      (error: unknown) =>
        this.#isClosed ? end() : end(error instanceof Error ? error.message : String(error)),
    );
  }

  /** Stops reading: a pending request gets the end of the stream. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.destroy();
  }
}

function bytesOf(piece: unknown): Uint8Array {
  return piece instanceof Uint8Array ? piece : Buffer.from(String(piece));
}
