import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { ImportError } from '#logs/errors.ts';
import { type FromLines, linesInterrupted, type LinesTask, StopFlag } from '#logs/tasks.ts';
import { withDatabase } from '#server/database/openDatabase.ts';
import { NewestLines } from './NewestLines.ts';
import { readLines } from './readLines.ts';

/**
 * Reads the logs of a website, and gives the lines that are asked for, the newest first, a piece for each message of the port. All
 * pieces stand in the same memory: those of each its own were left to collect, as many as all lines.
 */
export async function sendLines(task: LinesTask, port: MessagePort): Promise<void> {
  const send = (message: FromLines): void => port.postMessage(message, []);
  const stop = new StopFlag(task.stop);
  const check = (): void => {
    if (stop.isStopped) throw new ImportError(linesInterrupted);
  };
  const wanted = requestsOf(port);
  const newest = new NewestLines();
  const room = new Uint8Array(task.room);
  let before = Infinity;
  for (let isFirst = true; isFirst || before > -Infinity; isFirst = false) {
    // Lines that do not fit into memory are read again, once newer ones are sent.
    newest.restart();
    const summary = await withDatabase(task.file, database =>
      readLines(database, task, {
        newest,
        before,
        check,
        onProgress: progress => send({ kind: 'progress', progress }),
      }),
    );
    if (isFirst) {
      send({ kind: 'found', summary });
      await wanted();
    }
    for (const bytes of newest.writeTo(room)) {
      send({ kind: 'lines', bytes });
      await wanted();
    }
    before = newest.cut;
  }
  send({ kind: 'lines', bytes: undefined });
}

/** Resolves once for each message that comes, perhaps before this was asked. */
function requestsOf(port: MessagePort): () => Promise<unknown> {
  const requests = on(port, 'message');
  return async () => await requests.next();
}
