import { join } from 'node:path';
import type { Day } from '#model/statistics/statistics.ts';
import { openService } from '#server/openService.ts';
import { madeOnce } from './sharedFolder.ts';

/** The folder that a first start at an hour of a day leaves behind; to be copied. */
export function preparedDemo(day: Day, hour = 12): Promise<string> {
  return madeOnce(`demo-${day}-${hour}`, async folder => {
    const file = join(folder, 'demo.sqlite');
    const timeStamp = () => `${day} ${hour}:00:00`;
    const service = await openService({ file, today: () => day, timeStamp, demo: true });
    service.close();
  });
}
