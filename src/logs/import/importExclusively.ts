import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/database/Database.ts';
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
    const lock = ProcessLock.take(`${file}-import`);
    if (lock)
      try {
        return await withDatabase(file, work);
      } finally {
        lock.release();
      }
    await delay(pauseMilliseconds);
  }
}

export function followLockOf(file: string): string {
  return `${file}-follow`;
}
