import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { fileProblem } from '#server/database/Database.ts';
import { todayIn } from '#model/period/day.ts';
import { withDatabase } from '#server/database/openDatabase.ts';
import { classifyForThread } from './classify/threads.ts';
import { fileSource, type LogSource, ProgressReport, unreadableSource } from '#logs/files/LogSource.ts';
import { runFollower } from './follow/Follower.ts';
import { followStream } from './follow/followStream.ts';
import { sourceLogs } from './follow/sourceLogs.ts';
import { ServerFormat } from './formats/ServerFormat.ts';
import { importExclusively } from './import/importExclusively.ts';
import { runImport } from './import/runImport.ts';
import { sendLines } from '#logs/lines/readLines.ts';
import { ContentError, ImportError, type ImportSummary, type Recount } from './summary.ts';
import {
  type FromFollower,
  type FromWorker,
  type ImportTask,
  interrupted,
  StopFlag,
  type Task,
  type ToWorker,
} from './tasks.ts';

type Send = (message: FromWorker | FromFollower) => void;

/** Asks the main thread, and waits for the answer that is wanted. */
function ask<T extends ToWorker>(
  port: MessagePort,
  question: FromWorker,
  isWanted: (message: ToWorker) => message is T,
): Promise<T> {
  return new Promise(resolve => {
    const listen = (message: ToWorker): void => {
      if (!isWanted(message)) return;
      port.off('message', listen);
      resolve(message);
    };
    port.on('message', listen);
    port.postMessage(question, []);
  });
}

type Answer = Extract<ToWorker, { kind: 'confirmed' }>;
type Bytes = Exclude<ToWorker, Answer>;

const isAnswer = (message: ToWorker): message is Answer => message.kind === 'confirmed';

const isBytes = (message: ToWorker): message is Bytes => !isAnswer(message);

/** The bytes of the stream that the main thread reads, one piece for each request. */
async function* streamBytes(port: MessagePort): AsyncGenerator<Buffer, void, void> {
  for (;;) {
    const answer = await ask(port, { kind: 'pull' }, isBytes);
    if (answer.kind === 'bytes')
      yield Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length);
    else if (answer.error === undefined) return;
    else throw new ContentError(`could not be read: ${answer.error}.`);
  }
}

/** A follower stores parts for as long as that: nobody has to hear of it. */
const shortWaitMilliseconds = 500;

async function importInto(task: ImportTask, port: MessagePort, send: Send): Promise<ImportSummary> {
  const format = ServerFormat.parse(task.logFormat);
  const sources = task.fromSources
    ? await withDatabase(task.file, database => sourceLogs(database, task.domain))
    : await openSources(task, format, port);
  const report = new ProgressReport(sources, progress => send({ kind: 'progress', progress }));
  const confirm = async (recount: Recount): Promise<boolean> =>
    (await ask(port, { kind: 'confirm', recount }, isAnswer)).isConfirmed;
  const stop = new StopFlag(task.stop);
  const goOn = (isGoing: boolean): void => {
    if (!isGoing) throw new ImportError(interrupted);
  };
  if (task.follow) {
    const [source] = report.sources;
    if (!source) throw new ImportError('There is no stream: nothing was imported.');
    const onProgress = (lines: number): void => report.update(lines, '-');
    const summary = await followStream(task, { bytes: source.bytes(), format, onProgress });
    if (!summary) throw new ImportError('The stream was empty: nothing was imported.');
    return summary;
  }
  let saidAt = performance.now() + shortWaitMilliseconds;
  const check = (): void => {
    goOn(!stop.isStopped);
    if (performance.now() < saidAt) return;
    saidAt = Infinity;
    send({ kind: 'waiting' });
  };
  return await importExclusively(task.file, check, async database => {
    try {
      return await runImport({
        ...task,
        database,
        sources: report.sources,
        recount: task.recounts ? confirm : undefined,
        wholeDaysOnly: task.fromSources,
        today: todayIn(task.timeZone, new Date()),
        pause(lines, file) {
          goOn(!stop.isStopped);
          report.update(lines, file);
        },
        beginStoring: () => goOn(stop.beginStoring()),
      });
    } catch (error) {
      // A stream that was closed because of it fails with its own error.
      if (stop.isStopped) throw new ImportError(interrupted, { cause: error });
      throw error;
    }
  });
}

/** Rejects with ImportError where no source can be opened; those that cannot fail when they are read. */
async function openSources(
  { sources }: ImportTask,
  format: ServerFormat | undefined,
  port: MessagePort,
): Promise<LogSource[]> {
  const opened: LogSource[] = [];
  const problems: string[] = [];
  for (const path of sources) {
    try {
      opened.push(
        path === null
          ? { name: '-', size: undefined, firstTime: Infinity, bytes: () => streamBytes(port) }
          : await fileSource(path, format),
      );
    } catch (error) {
      if (!(error instanceof ContentError) || path === null) throw error;
      problems.push(`${path} ${error.message} Nothing was imported.`);
      opened.push(unreadableSource(path, error));
    }
  }
  if (problems[0] !== undefined && problems.length === opened.length) throw new ImportError(problems[0]);
  return opened;
}

/** Sends why the work cannot be done where the user should know that. */
async function run(file: string, port: MessagePort, work: (send: Send) => Promise<void>): Promise<void> {
  const send: Send = message => port.postMessage(message, []);
  try {
    await work(send);
  } catch (error) {
    const expected = error instanceof ImportError ? error : fileProblem(error, file);
    if (!expected) throw error;
    send({ kind: 'refused', message: expected.message });
  } finally {
    port.close();
  }
}

const task: Task | undefined = workerData;
if (parentPort && task) {
  const port = parentPort;
  if (task.kind === 'classify') classifyForThread(task, port);
  else if (task.kind === 'follow') void run(task.file, port, send => runFollower(task, send));
  else if (task.kind === 'lines') void run(task.file, port, () => sendLines(task, port));
  else if (task.kind === 'import')
    void run(task.file, port, async send =>
      send({ kind: 'done', summary: await importInto(task, port, send) }),
    );
}
