import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const variable = 'SITEDECK_TEST_SHARED';

/** What the tests of one run share: compiled code, and what takes long to make. Undefined outside of a run. */
export function sharedFolder(): string | undefined {
  return process.env[variable];
}

/** From now on, in this process and in those it starts. */
export function useSharedFolder(folder: string): void {
  process.env[variable] = folder;
  // For programs with the environment of the tests, and for threads.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
}

/** A folder in it, filled by whoever asks first, and nobody's to change. */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const shared = sharedFolder();
  if (shared === undefined) throw new Error('Only a run of the tests has a place for it.');
  const ready = join(shared, name);
  if (existsSync(ready)) return ready;
  const folder = mkdtempSync(`${ready}-`);
  await fill(folder);
  try {
    renameSync(folder, ready);
  } catch {
    // Somebody else was faster.
    rmSync(folder, { recursive: true });
  }
  return ready;
}
