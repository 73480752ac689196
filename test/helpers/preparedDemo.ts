import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '#model/statistics/statistics.ts';
import { sites } from '#server/demo/sites.ts';
import { openService, type Service } from '#server/openService.ts';
import { fetchHandler } from './fetchHandler.ts';
import { madeOnce } from './sharedFolder.ts';

/**
 * The folder that a first start at an hour of a day leaves behind; to be copied. A demo takes seconds to make, and an hour of it
 * next to nothing: all hours of a day begin with the same one, and a later day of its month with the one that was `begun`.
 */
export function preparedDemo(day: Day, hour = 12, begun = day): Promise<string> {
  return madeOnce(`demo-${day}-${hour}-${begun}`, async folder => {
    if (begun < day) cpSync(await preparedDemo(begun), folder, { recursive: true });
    else if (hour > 0) cpSync(await preparedDemo(day, 0), folder, { recursive: true });
    const file = join(folder, 'demo.sqlite');
    const timeStamp = () => `${day} ${hour}:00:00`;
    const service = await openService({ file, today: () => day, timeStamp, demo: true });
    service.close();
  });
}

/**
 * The same with its last three websites alone, each as it is there: their list costs a program a third. A demo makes none of a
 * domain that somebody has already.
 */
export function preparedFew(day: Day): Promise<string> {
  return madeOnce(`few-${day}`, async folder => {
    const options = { file: join(folder, 'demo.sqlite'), today: () => day };
    const others = sites.slice(0, -3).map(({ domain }) => new URLSearchParams({ domain }));
    const before = await openService(options);
    for (const body of others) await ask(before, '', { method: 'POST', body });
    before.close();
    const service = await openService({ ...options, demo: true });
    for (const id of others.keys()) await ask(service, `/${id + 1}`, { method: 'DELETE' });
    service.close();
  });
}

async function ask(service: Service, path: string, init: RequestInit): Promise<void> {
  const { ok } = await fetchHandler(service)(new Request(`http://service/api/v1/websites${path}`, init));
  if (!ok) throw new Error(`The service refused ${init.method} ${path}.`);
}
