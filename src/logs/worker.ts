import { parentPort, workerData } from 'node:worker_threads';
import { classifyForThread } from './classify/threads.ts';
import { runFollower } from './follow/Follower.ts';
import { sendLines } from './lines/readLines.ts';
import { ImportError, withReasons } from './summary.ts';
import type { FromFollower, FromLines, Task } from './tasks.ts';

type Send = (message: FromFollower | FromLines) => void;

const task: Task | undefined = workerData;
if (parentPort && task) {
  const port = parentPort;
  /** Sends why the work cannot be done where the user should know that. */
  const run = async (file: string, work: (send: Send) => Promise<void>): Promise<void> => {
    const send: Send = message => port.postMessage(message, []);
    try {
      await withReasons(file, () => work(send));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      send({ kind: 'refused', message: error.message });
    } finally {
      port.close();
    }
  };
  if (task.kind === 'classify') classifyForThread(task, port);
  else if (task.kind === 'follow') void run(task.file, send => runFollower(task, send));
  else void run(task.file, send => sendLines(task, port, send));
}
