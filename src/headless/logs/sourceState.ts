import { timeStampIn } from '#model/period/today.ts';
import type { Database } from '#server/database/Database.ts';
import { selectLogFiles } from '#server/database/logFiles.ts';
import type { LogSourceRecord } from '#server/database/logSources.ts';
import { expandPattern, lookAt } from '#server/import/follow/FoundFile.ts';

interface SourceState {
  /** The paths of its files that are there now. */
  readonly files: readonly string[];
  /** The time of the last line that was read; undefined before the first. */
  readonly readTo: string | undefined;
}

/** How a source of logs stands. Needs a transaction. */
export function sourceState(
  database: Database,
  { id, pattern }: Pick<LogSourceRecord, 'id' | 'pattern'>,
  timeZone: string,
): SourceState {
  const last = Math.max(...selectLogFiles(database, id).map(({ lastTime = -Infinity }) => lastTime));
  return {
    files: expandPattern(pattern).filter(path => lookAt(path)),
    readTo: Number.isFinite(last) ? timeStampIn(timeZone, new Date(last * 1000)) : undefined,
  };
}
