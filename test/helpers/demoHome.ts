import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { todayIn } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { endIntroduction } from './introduction.ts';
import { makeHome, type Home } from './home.ts';
import { preparedDemo } from './preparedDemo.ts';

interface DemoOptions {
  readonly isNew?: boolean;
  readonly now?: Date;
  /** An earlier day of the month that it was begun on. */
  readonly begun?: Day;
}

/**
 * A home where the demo is ready, its own copy: tests may change it. What somebody who is new is shown is over there, unless
 * `isNew`. By default of this hour: a start has nothing to add to it.
 */
export async function demoHome({ isNew = false, now = new Date(), begun }: DemoOptions = {}): Promise<Home> {
  const nextHour = now.getUTCMinutes() < 30 ? 0 : 1;
  const prepared = await preparedDemo(todayIn('UTC', now), now.getUTCHours() + nextHour, begun);
  const home = makeHome();
  const data = join(home.path, 'data', 'sitedeck');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  cpSync(prepared, data, { recursive: true });
  if (!isNew) endIntroduction(data);
  return home;
}
