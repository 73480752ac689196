import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '#system/errorCode.ts';
import { makeFolder } from '#system/makeFolder.ts';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';

const waitMilliseconds = 3_000;
/** A lock this old was left behind by a process that is gone: nobody holds one for longer than a write takes. */
const staleMilliseconds = 10_000;

/** Runs the work while no other process of ours runs its own under the same lock. Throws where it stays taken. */
export function withFileLock<T>(path: string, work: () => T): T {
  makeFolder(dirname(path));
  const deadline = Date.now() + waitMilliseconds;
  while (!take(path)) {
    if (isStale(path)) rmSync(path, { force: true });
    else if (Date.now() > deadline)
      throw new ConfigError(
        `Another sitedeck is writing its settings; if none is, remove ${safeText(path)}.`,
      );
    else pause(20);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > staleMilliseconds;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
