import type { Day } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { selectLogFiles } from '#server/database/logFiles.ts';
import type { LogSourceRecord } from '#server/database/logSources.ts';
import { readProblem } from '#server/import/log/LogSource.ts';
import { ContentError } from '#server/import/ImportError.ts';
import { MovedLog } from './LogBytes.ts';
import type { FileMemory } from './FileMemory.ts';
import type { FoundFile } from './FoundFile.ts';
import { planReadings } from './planReadings.ts';
import { type FollowContext, readFollowed } from './readFollowed.ts';

/** What an update of a source came to. */
export interface SourceUpdate {
  /** Page views. */
  readonly counted: number;
  /** Lines. */
  readonly read: number;
  /** The first day with counts; undefined for none. */
  readonly from: Day | undefined;
  /** One line for each file that could not be read. */
  readonly problems: readonly string[];
  /** What to say of the hosts of the lines. */
  readonly hostNote: string | undefined;
}

/** A log that is compressed is written all the while. */
const freshMilliseconds = 60_000;

function isFresh({ modified }: FoundFile): boolean {
  return Date.now() - Number(BigInt(modified) / 1_000_000n) < freshMilliseconds;
}

/** Nobody names a file so: what a name holds could be taken for a line of ours. */
export const unsafeName = /[\x00-\x1f\x7f]/;

/**
 * Reads what is new of a source, each file to its end as it is then. A file that cannot be read does not keep it from the
 * others. Rejects where `context.pause` throws, and where the database cannot be used.
 * @param paths the files of the source as they are now
 */
export async function updateSource(
  database: Database,
  source: LogSourceRecord,
  { memory, context, paths }: { memory: FileMemory; context: FollowContext; paths: readonly string[] },
): Promise<SourceUpdate> {
  const safe = paths.filter(path => !unsafeName.test(path));
  const problems = paths
    .filter(path => unsafeName.test(path))
    .map(path => `${JSON.stringify(path)} has control characters in its name and is not read.`);
  let [counted, read] = [0, 0];
  let from: Day | undefined;
  let hostNote: string | undefined;
  const ended = new Set<string>();
  for (;;) {
    const records = await database.read(() => selectLogFiles(database, source.id));
    const planned = await planReadings(safe, records, memory);
    const readings = planned.filter(({ file }) => !ended.has(file.identity));
    if (readings.length === 0) return { counted, read, from, problems, hostNote };
    for (const reading of readings) {
      context.pause(read, undefined);
      try {
        const done = await readFollowed(source, reading, context);
        counted += done.counted;
        read += done.read;
        hostNote ??= paths.length > 1 ? noteOf(reading.file.path, done.hostNote) : done.hostNote;
        if (done.from !== undefined && (from === undefined || done.from < from)) from = done.from;
        if (done.isAtEnd) ended.add(reading.file.identity);
      } catch (error) {
        memory.forgetFolders();
        context.pause(read, undefined);
        // Later ones wait until it is found again.
        if (error instanceof MovedLog) break;
        const problem = readProblem(error);
        if (!(problem instanceof ContentError)) throw problem;
        ended.add(reading.file.identity);
        // Perhaps it is being compressed.
        if (reading.isPacked && isFresh(reading.file)) continue;
        memory.noteFailure(reading.file);
        problems.push(`${reading.file.path} ${problem.message}`);
      }
    }
  }
}

/** Which of several logs it is about. */
function noteOf(path: string, note: string | undefined): string | undefined {
  return note === undefined ? undefined : `${path}: ${note}`;
}
