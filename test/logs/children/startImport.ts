import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** bundledWorker.ts puts the address of the one file here too. */
const worker = './worker.ts';

/** Runs importLog.ts in a process of its own. */
export function startImport(...args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [join(import.meta.dirname, 'importLog.ts'), ...args], {
    env: { ...process.env, SITEDECK_TEST_WORKER: worker },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
