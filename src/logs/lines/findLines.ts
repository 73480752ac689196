import { type Control, type CountsTarget, type FromLines, runTask } from '#logs/tasks.ts';
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
  const messages = new Messages();
  const today = todayIn(timeZone, new Date(now()));
  const worker = runTask(
    { kind: 'lines', file, timeZone, question, today, room },
    {
      message(message) {
        if (message.kind === 'progress') onProgress?.(message.progress);
        else messages.add(message);
      },
      ended: error =>
        messages.add({
          kind: 'refused',
          message: error ? `The logs could not be read: ${error.message}.` : interrupted,
        }),
    },
  );
  const close = (): void => {
    signal?.removeEventListener('abort', close);
    void worker.terminate();
  };
  signal?.addEventListener('abort', close);
  try {
    const found = await messages.next();
    let isOver = false;
    if (found.kind !== 'found') throw new ImportError('The logs could not be read.');
    return {
      summary: found.summary,
      async next() {
        if (isOver) return undefined;
        worker.postMessage('next', []);
        const message = await messages.next();
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

type Message = Exclude<FromLines, { kind: 'progress' }>;

class Messages {
  readonly #waiting: Message[] = [];
  #wake: (() => void) | undefined;

  add(message: Message): void {
    this.#waiting.push(message);
    this.#wake?.();
  }

  /** Rejects with ImportError for a refusal. */
  async next(): Promise<Message> {
    while (this.#waiting.length === 0)
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    const message = this.#waiting.shift();
    if (message === undefined || message.kind === 'refused') throw new ImportError(message?.message ?? '');
    return message;
  }
}
