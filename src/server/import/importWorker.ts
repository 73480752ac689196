import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Database } from '#server/database/Database.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { classifyForThread } from '#server/import/classify/classifyThread.ts';
import { isThreadTask } from '#server/import/classify/protocol.ts';
import { type FollowTask, type FromFollower, isFollowTask } from '#server/import/follow/protocol.ts';
import { runFollower } from '#server/import/follow/runFollower.ts';
import { sourceLogs } from '#server/import/follow/sourceLogs.ts';
import { followStream } from '#server/import/follow/followStream.ts';
import { alone } from '#server/import/follow/importLock.ts';
import { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import { fileSource, type LogSource, unreadableSource } from '#server/import/log/LogSource.ts';
import { ProgressReport } from '#server/import/worker/ProgressReport.ts';
import {
  type FromWorker,
  type ImportTask,
  interrupted,
  isImportTask,
} from '#server/import/worker/protocol.ts';
import { MainThread } from '#server/import/worker/MainThread.ts';
import { StopFlag } from '#server/import/worker/StopFlag.ts';
import { fileProblem } from '#server/serviceFileError.ts';
import { ContentError, ImportError } from './ImportError.ts';
import type { ImportSummary } from './ImportSummary.ts';
import type { Recount } from './recount.ts';
import { runImport } from './runImport.ts';

/** A follower stores parts for as long as that: nobody has to hear of it. */
const shortWaitMilliseconds = 500;

/** Runs the task it was started with, and answers once. */
async function work(task: ImportTask, port: MessagePort): Promise<void> {
  const send = (message: FromWorker): void => port.postMessage(message, []);
  try {
    send({ kind: 'done', summary: await importInto(task, port, send) });
  } catch (error) {
    const expected = error instanceof ImportError ? error : fileProblem(error, task.file);
    if (!expected) throw error;
    send({ kind: 'refused', message: expected.message });
  } finally {
    port.close();
  }
}

async function importInto(
  task: ImportTask,
  port: MessagePort,
  send: (message: FromWorker) => void,
): Promise<ImportSummary> {
  const mainThread = new MainThread(port);
  const recount = task.recounts ? (planned: Recount) => mainThread.confirm(planned) : undefined;
  const format = task.logFormat === undefined ? undefined : new ServerFormat(task.logFormat);
  const sources = task.fromSources
    ? await withDatabase(task.file, database => sourceLogs(database, task.domain, format))
    : await openSources(task, format, mainThread);
  const report = new ProgressReport(sources, progress => send({ kind: 'progress', progress }));
  const stop = new StopFlag(task.stop);
  const pause = (lines: number, file: string | undefined): void => {
    if (stop.isStopped) throw new ImportError(interrupted);
    report.update(lines, file);
  };
  const beginStoring = (): void => {
    if (!stop.beginStoring()) throw new ImportError(interrupted);
  };
  if (task.follows) {
    const [source] = report.sources;
    if (!source) throw new ImportError('There is no stream: nothing was imported.');
    const onProgress = (lines: number): void => report.update(lines, '-');
    const summary = await followStream(task, { bytes: source.bytes(), format, onProgress });
    if (!summary) throw new ImportError('The stream was empty: nothing was imported.');
    return summary;
  }
  let saidAt = performance.now() + shortWaitMilliseconds;
  const check = (): void => {
    if (performance.now() >= saidAt) {
      saidAt = Infinity;
      send({ kind: 'waiting' });
    }
    pause(0, undefined);
  };
  return await alone(task.file, check, async () => {
    const database = await openDatabase(task.file);
    try {
      return await runImport({
        ...task,
        format,
        database,
        sources: report.sources,
        recount,
        wholeDaysOnly: task.fromSources,
        pause,
        beginStoring,
      });
    } catch (error) {
      // A stream that was closed because of it fails with its own error.
      if (stop.isStopped) throw new ImportError(interrupted, { cause: error });
      throw error;
    } finally {
      database.close();
    }
  });
}

async function withDatabase<T>(file: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(file);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Rejects with ImportError where no source can be opened; those that cannot fail when they are read. */
async function openSources(
  { sources }: ImportTask,
  format: ServerFormat | undefined,
  mainThread: MainThread,
): Promise<LogSource[]> {
  const opened: LogSource[] = [];
  const problems: string[] = [];
  for (const [index, path] of sources.entries()) {
    try {
      opened.push(path === null ? streamSource(mainThread, index) : await fileSource(path, format));
    } catch (error) {
      if (!(error instanceof ContentError) || path === null) throw error;
      problems.push(`${path} ${error.message} Nothing was imported.`);
      opened.push(unreadableSource(path, error));
    }
  }
  if (problems[0] !== undefined && problems.length === opened.length) throw new ImportError(problems[0]);
  return opened;
}

function streamSource(mainThread: MainThread, index: number): LogSource {
  return { name: '-', size: undefined, firstTime: Infinity, bytes: () => mainThread.bytes(index) };
}

/** Follows the sources of a database until it is stopped. */
async function followSources(task: FollowTask, port: MessagePort): Promise<void> {
  const send = (message: FromFollower): void => port.postMessage(message, []);
  try {
    await runFollower(task, send);
  } catch (error) {
    const expected = error instanceof ImportError ? error : fileProblem(error, task.file);
    if (!expected) throw error;
    send({ kind: 'refused', message: expected.message });
  } finally {
    port.close();
  }
}

if (parentPort && isThreadTask(workerData)) classifyForThread(workerData, parentPort);
if (parentPort && isImportTask(workerData)) void work(workerData, parentPort);
if (parentPort && isFollowTask(workerData)) void followSources(workerData, parentPort);
