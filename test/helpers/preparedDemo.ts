import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '#model/statistics/statistics.ts';
import { openService } from '#server/openService.ts';
import { fetchHandler } from './fetchHandler.ts';
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

/** The same with its first three websites alone: their list costs a program a third, and each is as it was. */
export function preparedFew(day: Day): Promise<string> {
  return madeOnce(`few-${day}`, async folder => {
    cpSync(await preparedDemo(day), folder, { recursive: true });
    const file = join(folder, 'demo.sqlite');
    const service = await openService({ file, today: () => day, demo: true });
    const ask = (path: string, method = 'GET') =>
      fetchHandler(service)(new Request(`http://service/api/v1/websites${path}`, { method }));
    const { data }: { data: { id: number }[] } = JSON.parse(await (await ask('?per_page=100')).text());
    const ids = data.map(({ id }) => id).toSorted((one, other) => other - one);
    for (const id of ids.slice(3)) await ask(`/${id}`, 'DELETE');
    service.close();
  });
}
