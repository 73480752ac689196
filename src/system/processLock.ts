import { closeSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder, openFile } from './files.ts';

/** SQLITE_BUSY. */
const busy = 5;

/** The operating system's, taken by SQLite on an empty file that stays: it ends with its process, so none is stale. */
export class ProcessLock {
  readonly #connection: DatabaseSync;

  private constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /**
   * Undefined where another process holds it. Throws the system's error where the file cannot be used.
   * @param waitMilliseconds how long this thread waits for another process
   */
  static take(path: string, waitMilliseconds = 0): ProcessLock | undefined {
    makeFolder(dirname(path));
    // Makes the file private, and nothing that a link leads to. An existing one must not be opened and closed: this process would lose
    // its own lock on it.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      closeSync(openFile(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)).file);
    // Loaded here: few starts need a lock.
    const { DatabaseSync: Connection } = process.getBuiltinModule('node:sqlite');
    const connection = new Connection(path);
    try {
      // In memory: a lock needs no room on a full disk.
      connection.exec(
        `pragma busy_timeout = ${waitMilliseconds}; pragma journal_mode = memory; begin exclusive`,
      );
      return new ProcessLock(connection);
    } catch (error) {
      connection.close();
      if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined;
      throw error;
    }
  }

  release(): void {
    this.#connection.close();
  }
}
