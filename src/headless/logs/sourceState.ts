import { timeStampIn } from '#model/period/today.ts';
import type { Database } from '#server/database/Database.ts';
import { selectLogFiles } from '#server/database/logFiles.ts';
import type { LogSourceRecord } from '#server/database/logSources.ts';
import { expandPattern, type FoundFile, lookAt } from '#server/import/follow/FoundFile.ts';

interface SourceState {
  /** The paths of its files that are there now. */
  readonly files: readonly string[];
  /** The time of the last line that was read; undefined before the first. */
  readonly readTo: string | undefined;
  /** Whether a file has grown that was not looked at since, over a day after that last line. */
  readonly isLeftUnread: boolean;
}

const secondsOfDay = 86_400;

/** How a source of logs stands. Needs a transaction. */
export function sourceState(
  database: Database,
  { id, pattern }: Pick<LogSourceRecord, 'id' | 'pattern'>,
  timeZone: string,
): SourceState {
  const records = selectLogFiles(database, id);
  const last = Math.max(...records.map(({ lastTime = -Infinity }) => lastTime));
  const found = expandPattern(pattern)
    .map(lookAt)
    .filter(file => file !== undefined);
  return {
    files: found.map(({ path }) => path),
    readTo: Number.isFinite(last) ? timeStampIn(timeZone, new Date(last * 1000)) : undefined,
    isLeftUnread:
      Number.isFinite(last) &&
      found.some(
        file =>
          file.size > 0 &&
          Number(file.modified) / 1e9 > last + secondsOfDay &&
          !records.some(each => isSame(each, file)),
      ),
  };
}

function isSame(one: FoundFile, other: FoundFile): boolean {
  return one.identity === other.identity && one.size === other.size && one.modified === other.modified;
}
