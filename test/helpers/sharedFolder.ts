import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const name = 'SITEDECK_TEST_SHARED';

/** What the tests of one run share: compiled code and demos that are ready. Undefined outside of a run. */
export function sharedFolder(): string | undefined {
  return process.env[name];
}

/** Vitest calls it before the first test, and what it returns after the last. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-tests-'));
  process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
