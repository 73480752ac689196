import { join } from 'node:path';
import type { Day } from '#model/statistics/statistics.ts';
import { openService } from '#server/openService.ts';
import { madeOnce } from './sharedFolder.ts';

/** The folder that a first start on a day leaves behind; to be copied. */
export function preparedDemo(day: Day): Promise<string> {
  return madeOnce(`demo-${day}`, async folder => {
    const service = await openService({ file: join(folder, 'demo.sqlite'), today: () => day, demo: true });
    service.close();
  });
}
