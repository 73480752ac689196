import type { Database } from '#server/database/Database.ts';
import { demoBegunDay, demoWebsitesBehind, type DemoTime } from '#server/database/demoWebsites.ts';

/**
 * Makes the demo, or brings it up to now. Most starts find it ready, and do not load what makes it.
 * @param onProgress gets 0 to 1; not called when nothing is to be done
 */
export async function prepareDemo(
  database: Database,
  now: DemoTime,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<void> {
  const isReady = await database.read(
    () => demoBegunDay(database) !== undefined && demoWebsitesBehind(database, now).length === 0,
  );
  if (isReady) return;
  const { makeDemo } = await import('./makeDemo.ts');
  await makeDemo(database, now, onProgress);
}
