import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
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

/** A folder in it, filled by whoever asks first, and nobody's to change. Who asks meanwhile waits for it. */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const shared = sharedFolder();
  if (shared === undefined) throw new Error('Only a run of the tests has a place for it.');
  const ready = join(shared, name);
  const folder = `${ready}.making`;
  while (!existsSync(ready)) {
    if (!isFirst(folder)) await new Promise(resolve => setTimeout(resolve, 20));
    else if (existsSync(ready)) rmSync(folder, { recursive: true });
    else
      try {
        await fill(folder);
        renameSync(folder, ready);
      } catch (error) {
        // Whoever waits tries it too.
        rmSync(folder, { recursive: true });
        throw error;
      }
  }
  return ready;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
