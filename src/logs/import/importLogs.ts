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

/** Reads the stream among the sources for the worker, one chunk for each of its requests. */
function feederOf(stream: Readable | undefined, send: (message: ToWorker) => void) {
  const pieces: AsyncIterator<unknown> | undefined = stream?.[Symbol.asyncIterator]();
  let isClosed = false;
  const end = (error?: string): void => send({ kind: 'end', error });
  return {
    pull(): void {
      pieces?.next().then(
        ({ done, value }) => (done === true ? end() : send({ kind: 'bytes', bytes: bytesOf(value) })),
        (error: unknown) => (isClosed ? end() : end(error instanceof Error ? error.message : String(error))),
      );
    },
    /** Stops reading: a pending request gets the end of the stream. */
    close(): void {
      isClosed = true;
      stream?.destroy();
    },
  };
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
  const stream = feederOf(
    sources.find(source => typeof source !== 'string'),
    send,
  );
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
      // Neither functions nor a stream can be passed to a worker.
      sources: sources.map(source => (typeof source === 'string' ? source : null)),
      stop: stop.memory,
    },
    {
      message(message) {
        if (message.kind === 'progress') onProgress?.(message.progress);
        else if (message.kind === 'waiting') onWaiting?.();
        else if (message.kind === 'pull') stream.pull();
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
    if (logs.follow === true) return stream.close();
    if (!stop.stop()) return;
    stream.close();
    terminateTimer = setTimeout(() => void worker.terminate(), graceMilliseconds);
  };
  signal?.addEventListener('abort', onAbort);
  return promise.finally(() => {
    clearTimeout(terminateTimer);
    signal?.removeEventListener('abort', onAbort);
    stream.close();
  });
}

function failure(error: Error): ImportError {
  const isMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  const [reason] = error.message.split('\n');
  const words = isMemory ? 'it needs more memory than it may take' : reason;
  return new ImportError(`The import failed: ${words}. Nothing was imported.`, { cause: error });
}
