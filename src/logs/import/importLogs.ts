import type { Readable } from 'node:stream';
import { ImportError, type ImportProgress, type ImportSummary, type Recount } from '#logs/summary.ts';
import {
  type Control,
  type CountsTarget,
  type ImportedLogs,
  interrupted,
  runTask,
  StopFlag,
  type ToWorker,
} from '#logs/tasks.ts';
import { errorCode } from '#system/files.ts';

/** Reads the streams among the sources for the worker, one chunk for each of its requests. */
class StreamFeeder {
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

/** How long a worker that waits for input may take to notice that it should stop. */
const graceMilliseconds = 2_000;

/**
 * In a worker, so that nothing waits, and in one transaction: aborting leaves the database as it was, unless the counts
 * are stored already, and then it resolves. Rejects with ImportError.
 */
export function importLogs(
  { file, timeZone }: CountsTarget,
  { sources, recount, ...logs }: ImportedLogs,
  { signal, onProgress, onWaiting, quotesLines }: Control<ImportProgress> = {},
): Promise<ImportSummary> {
  if (signal?.aborted) return Promise.reject(new ImportError(interrupted));
  const stop = new StopFlag();
  const send = (message: ToWorker): void => worker.postMessage(message, []);
  const streams = new StreamFeeder(sources, send);
  const { promise, resolve, reject } = Promise.withResolvers<ImportSummary>();
  const confirm = async (planned: Recount): Promise<void> =>
    send({ kind: 'confirmed', isConfirmed: (await recount?.(planned)) === true });
  const worker = runTask(
    {
      kind: 'import',
      file,
      timeZone,
      ...logs,
      quotesLines,
      recounts: recount !== undefined,
      // Neither functions nor streams can be passed to a worker.
      sources: sources.map(source => (typeof source === 'string' ? source : null)),
      stop: stop.memory,
    },
    {
      message(message) {
        if (message.kind === 'progress') onProgress?.(message.progress);
        else if (message.kind === 'waiting') onWaiting?.();
        else if (message.kind === 'pull') streams.pull(message.source);
        else if (message.kind === 'confirm') confirm(message.recount).catch(reject);
        else if (message.kind === 'done') resolve(message.summary);
        else reject(new ImportError(message.message));
      },
      // A no-op after the worker has answered.
      ended: error =>
        reject(
          error
            ? failure(error)
            : new ImportError(signal?.aborted ? interrupted : 'The import ended by itself.'),
        ),
    },
  );
  let terminateTimer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    if (logs.follow === true) return streams.close();
    if (!stop.stop()) return;
    streams.close();
    terminateTimer = setTimeout(() => void worker.terminate(), graceMilliseconds);
  };
  signal?.addEventListener('abort', onAbort);
  return promise.finally(() => {
    clearTimeout(terminateTimer);
    signal?.removeEventListener('abort', onAbort);
    streams.close();
  });
}

function failure(error: Error): ImportError {
  const isMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  const [reason] = error.message.split('\n');
  const words = isMemory ? 'it needs more memory than it may take' : reason;
  return new ImportError(`The import failed: ${words}. Nothing was imported.`, { cause: error });
}
