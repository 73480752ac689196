import { on } from 'node:events';
import { type Control, type CountsTarget, type FromLines, startWorker } from '#logs/tasks.ts';
import { ImportError, type ImportProgress } from '#logs/summary.ts';
import type { LinesQuestion, LinesSummary } from '#model/lines.ts';
import { todayIn } from '#model/period/day.ts';

const pieceBytes = 262_144;
const interrupted = 'Interrupted.';

/** Lines of logs that were found. To be closed, unless all pieces were taken. */
export interface FoundLines {
  readonly summary: LinesSummary;
  /** The newest first, each with a line feed, until this is called again; undefined at their end. Rejects with ImportError. */
  next(): Promise<Uint8Array | undefined>;
  close(): void;
}

/** Reads the logs of a website in a worker. Aborting ends it, also once they were found. Rejects with ImportError. */
export async function findLines(
  { file, timeZone, now }: CountsTarget & { readonly now: () => number },
  question: LinesQuestion,
  { signal, onProgress }: Control<ImportProgress> = {},
): Promise<FoundLines> {
  if (signal?.aborted) throw new ImportError(interrupted);
  const room = new SharedArrayBuffer(pieceBytes);
  const today = todayIn(timeZone, new Date(now()));
  const worker = startWorker({ kind: 'lines', file, timeZone, question, today, room });
  const messages = on(worker, 'message', { close: ['exit'] });
  const close = (): void => {
    signal?.removeEventListener('abort', close);
    void worker.terminate();
  };
  signal?.addEventListener('abort', close);
  const nextMessage = async (): Promise<Message> => {
    for (;;) {
      const { done, value } = await messages.next().catch((error: unknown) => {
        throw new ImportError(`The logs could not be read: ${String(error)}.`, { cause: error });
      });
      const [message]: readonly (FromLines | undefined)[] = done === true ? [] : value;
      if (message === undefined) throw new ImportError(interrupted);
      if (message.kind === 'refused') throw new ImportError(message.message);
      if (message.kind !== 'progress') return message;
      onProgress?.(message.progress);
    }
  };
  try {
    const found = await nextMessage();
    let isOver = false;
    if (found.kind !== 'found') throw new ImportError('The logs could not be read.');
    return {
      summary: found.summary,
      async next() {
        if (isOver) return undefined;
        worker.postMessage('next', []);
        const message = await nextMessage();
        if (message.kind === 'lines' && message.bytes !== undefined)
          return new Uint8Array(room, 0, message.bytes);
        isOver = true;
        close();
        return undefined;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

type Message = Exclude<FromLines, { kind: 'progress' | 'refused' }>;
