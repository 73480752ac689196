import { closeSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '#system/makeFolder.ts';
import { openFile } from '#system/openFile.ts';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';

const waitMilliseconds = 3_000;

/**
 * Runs the work while no other Sitedeck holds the same lock. The lock is the operating system's, taken by SQLite on an empty
 * file that stays: it ends with its process, however that ends, so that no stale lock has to be removed. Throws a
 * ConfigError where another process holds it for too long.
 */
export function withFileLock<T>(path: string, work: () => T): T {
  makeFolder(dirname(path));
  // Makes the file private, and throws the system's error where that fails.
  closeSync(openFile(path, constants.O_RDWR | constants.O_CREAT | noLink(path)).file);
  // Loaded here: few starts change settings.
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  const lock = new Database(path);
  try {
    take(lock, path);
    return work();
  } finally {
    lock.close();
  }
}

/** What a link leads to is neither made nor locked. Throws a ConfigError for a link. */
function noLink(path: string): number {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new ConfigError(`${safeText(path)} is a link, and no lock: move it away.`);
  return constants.O_NOFOLLOW ?? 0;
}

function take(lock: DatabaseSync, path: string): void {
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMilliseconds}; BEGIN EXCLUSIVE`);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy)
      throw new ConfigError('Another sitedeck is writing its settings: try again.');
    throw new ConfigError(`${safeText(path)} cannot be locked: move it away.`);
  }
}

/** SQLITE_BUSY. */
const busy = 5;
