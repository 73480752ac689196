import type { Readable } from 'node:stream';
import { fileSource, type LogSource, ProgressReport, unreadableSource } from '#logs/files/LogSource.ts';
import { followStream } from '#logs/follow/followStream.ts';
import { sourceLogs } from '#logs/follow/sourceLogs.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';
import {
  ContentError,
  ImportError,
  type ImportProgress,
  type ImportSummary,
  withReasons,
} from '#logs/summary.ts';
import type { Control, CountsTarget, ImportedLogs } from '#logs/tasks.ts';
import { todayIn } from '#model/period/day.ts';
import { withDatabase } from '#server/database/openDatabase.ts';
import { withSmallHeap } from '#system/runtime.ts';
import { importExclusively } from './importExclusively.ts';
import { runImport } from './runImport.ts';

/** A follower stores parts for as long as that: nobody has to hear of it. */
const shortWaitMilliseconds = 500;

/**
 * In one transaction: aborting leaves the database as it was, unless the counts are stored already, and then it resolves. Rejects
 * with ImportError.
 */
export async function importLogs(
  { file, timeZone }: CountsTarget,
  { sources, recount, fromSources, follow, ...logs }: ImportedLogs,
  { signal, onProgress, onWaiting, quotesLines }: Control<ImportProgress> = {},
): Promise<ImportSummary> {
  const goOn = (): void => {
    if (signal?.aborted === true) throw new ImportError('Interrupted: nothing was imported.');
  };
  const stream = sources.find(source => typeof source !== 'string');
  const closeStream = (): void => void stream?.destroy();
  const task = { ...logs, timeZone, quotesLines };
  const run = async (): Promise<ImportSummary> => {
    goOn();
    const format = ServerFormat.parse(logs.logFormat);
    const opened =
      fromSources === true
        ? await withDatabase(file, database => sourceLogs(database, logs.domain))
        : await openSources(sources, format, signal);
    const report = new ProgressReport(opened, progress => onProgress?.(progress));
    if (follow === true) return await followStream({ ...task, file }, report, format);
    let saidAt = performance.now() + shortWaitMilliseconds;
    const check = (): void => {
      goOn();
      if (performance.now() < saidAt) return;
      saidAt = Infinity;
      onWaiting?.();
    };
    return await importExclusively(file, check, database =>
      runImport({
        ...task,
        database,
        sources: report.sources,
        recount,
        wholeDaysOnly: fromSources,
        today: todayIn(timeZone, new Date()),
        pause(lines, name) {
          goOn();
          report.update(lines, name);
        },
        beginStoring: goOn,
      }),
    );
  };
  signal?.addEventListener('abort', closeStream);
  try {
    return await withSmallHeap(() => withReasons(file, run));
  } catch (error) {
    // What is read may fail because it was closed; of a stream that is followed parts may be stored.
    if (follow !== true) goOn();
    throw error instanceof ContentError ? new ImportError(`- ${error.message} Nothing was imported.`) : error;
  } finally {
    signal?.removeEventListener('abort', closeStream);
    closeStream();
  }
}

/** Those that cannot be opened fail when they are read. Rejects with ImportError where none can be. */
async function openSources(
  sources: ImportedLogs['sources'],
  format: ServerFormat | undefined,
  signal: AbortSignal | undefined,
): Promise<LogSource[]> {
  const opened: LogSource[] = [];
  const problems: string[] = [];
  for (const source of sources) {
    if (typeof source !== 'string') {
      opened.push({ name: '-', size: undefined, firstTime: Infinity, bytes: () => bytesOf(source, signal) });
      continue;
    }
    try {
      opened.push(await fileSource(source, format, signal));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problems.push(`${source} ${error.message} Nothing was imported.`);
      opened.push(unreadableSource(source, error));
    }
  }
  if (problems[0] !== undefined && problems.length === opened.length) throw new ImportError(problems[0]);
  return opened;
}

/** What is closed because of the signal has ended. */
async function* bytesOf(
  stream: Readable,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer, void, void> {
  try {
    for await (const piece of stream) yield Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (signal?.aborted !== true) throw new ContentError(`could not be read: ${reason}.`);
  }
}
