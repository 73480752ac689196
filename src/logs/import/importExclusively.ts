import { setTimeout as delay } from 'node:timers/promises';
import { type Database, fileProblem } from '#server/database/Database.ts';
import { withDatabase } from '#server/database/openDatabase.ts';
import { ProcessLock } from '#system/processLock.ts';

const pauseMilliseconds = 50;

/**
 * Does the work with the database while no other process counts logs into it.
 * @param check called first, and often while it waits: throws to end it
 */
export async function importExclusively<T>(
  file: string,
  check: () => void,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  for (;;) {
    check();
    const lock = takeLock(file);
    if (lock)
      try {
        return await withDatabase(file, work);
      } finally {
        lock.release();
      }
    await delay(pauseMilliseconds);
  }
}

/** Throws a ServiceFileError where there can be none. */
function takeLock(file: string): ProcessLock | undefined {
  try {
    return ProcessLock.take(`${file}-import`);
  } catch (error) {
    throw fileProblem(error, file) ?? error;
  }
}

export function followLockOf(file: string): string {
  return `${file}-follow`;
}
