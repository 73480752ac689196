import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '#model/statistics.ts';
import { openService } from '#server/openService.ts';
import { sharedFolder } from './sharedFolder.ts';

/** The folder that a first start on a day leaves behind: made by whoever is first, and nobody's to change. */
export async function preparedDemo(day: Day): Promise<string> {
  const shared = sharedFolder();
  if (shared === undefined) throw new Error('Only a run of the tests has a place for it.');
  const ready = join(shared, `demo-${day}`);
  if (existsSync(ready)) return ready;
  const folder = mkdtempSync(`${ready}-`);
  const service = await openService({ file: join(folder, 'demo.sqlite'), today: () => day, demo: true });
  service.close();
  try {
    renameSync(folder, ready);
  } catch {
    // Somebody else was faster.
    rmSync(folder, { recursive: true });
  }
  return ready;
}
