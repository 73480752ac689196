import type { LogSource } from '#logs/files/LogSource.ts';
import type { ImportProgress } from '#logs/summary.ts';

const intervalMilliseconds = 100;

/** Counts the bytes read of the sources, and reports them ten times a second. */
export class ProgressReport<S extends LogSource = LogSource> {
  readonly sources: readonly S[];
  readonly #total: number | undefined;
  readonly #send: (progress: ImportProgress) => void;
  #bytes = 0;
  #file: string | undefined;
  #next = 0;

  constructor(sources: readonly S[], send: (progress: ImportProgress) => void) {
    this.#send = send;
    this.sources = sources.map(source => ({ ...source, bytes: () => this.#counted(source.bytes()) }));
    this.#total = sources.reduce<number | undefined>(
      (total, { size }) => (total === undefined || size === undefined ? undefined : total + size),
      0,
    );
  }

  update(lines: number, file: string | undefined): void {
    const now = performance.now();
    if (now < this.#next && file === this.#file) return;
    this.#next = now + intervalMilliseconds;
    this.#file = file;
    this.#send({ bytes: this.#bytes, totalBytes: this.#total, lines, file });
  }

  async *#counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
    for await (const piece of bytes) {
      this.#bytes += piece.length;
      yield piece;
    }
  }
}
