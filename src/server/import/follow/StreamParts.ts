import { isWhole } from '#server/import/log/readLog.ts';
import { WholeLines } from '#server/import/log/WholeLines.ts';
import type { ServerFormat } from '#server/import/formats/ServerFormat.ts';

const lineFeed = Buffer.from('\n');

/** Cuts a stream that may never end into parts of whole lines, by time. */
export class StreamParts {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #format: ServerFormat | undefined;
  readonly #whole = new WholeLines();
  #next: Promise<IteratorResult<Buffer>> | undefined;
  #isOver = false;

  constructor(bytes: AsyncIterable<Buffer>, format: ServerFormat | undefined) {
    this.#pieces = bytes[Symbol.asyncIterator]();
    this.#format = format;
  }

  /** Waits for more. False where the stream is over. */
  async hasMore(): Promise<boolean> {
    if (this.#isOver) return false;
    await this.#pull();
    return true;
  }

  /** What comes within so many milliseconds. */
  async *part(milliseconds: number): AsyncGenerator<Buffer, void, void> {
    const end = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => end.resolve(undefined), milliseconds);
    try {
      for (;;) {
        const found = await Promise.race([this.#pull(), end.promise]);
        if (found === undefined) return;
        this.#next = undefined;
        if (found.done === true) {
          this.#isOver = true;
          const { rest, lineBefore } = this.#whole.end();
          // A last line without a line feed counts where it ends as the one before it does.
          if (isWhole(rest, lineBefore, this.#format))
            yield Buffer.concat([Buffer.from(rest, 'latin1'), lineFeed]);
          return;
        }
        const bytes = this.#whole.push(found.value);
        if (bytes.length > 0) yield bytes;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #pull(): Promise<IteratorResult<Buffer>> {
    return (this.#next ??= this.#pieces.next());
  }
}
