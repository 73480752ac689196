import { setTimeout as delay } from 'node:timers/promises';
import { ProcessLock } from '#system/ProcessLock.ts';

const pauseMilliseconds = 50;

/** Does the work while no other process counts logs into the same database. Rejects where `check` throws. */
export async function alone<T>(file: string, check: () => void, work: () => Promise<T>): Promise<T> {
  let lock = ProcessLock.take(importLockOf(file));
  while (lock === undefined) {
    check();
    await delay(pauseMilliseconds);
    lock = ProcessLock.take(importLockOf(file));
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function importLockOf(file: string): string {
  return `${file}-import`;
}

/** The lock of the one process that follows the sources of a database. */
export function followLockOf(file: string): string {
  return `${file}-follow`;
}
