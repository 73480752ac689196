import { expect, test } from 'vitest';
import { addDays, dayNumber } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { runChild } from './children/run.ts';
import { copyOfDemo, expectTheDemo, makeDemo, prepareOnce, query, today } from './demoFixture.ts';
import { ask, openForTest, temporaryFile } from './serverFixture.ts';

prepareOnce();

test('brought up to today on later days it equals one begun today', async () => {
  const file = temporaryFile();
  for (const day of ['2026-11-03', '2026-11-04', today, '2026-11-09'] as const) await makeDemo(file, day);
  expectTheDemo(file, '2025-10-20');
});

test('today has the hours that have begun, more of them later, and its whole traffic the next day', async () => {
  const file = copyOfDemo();
  const counted = () =>
    query(
      file,
      `select max(cast(value as integer)) as last, sum(count) as count from stat
       where name = ${statisticCodes.visitors_hours} and day = ${dayNumber(today)}`,
    )[0];
  const noon = counted();
  expect(noon?.last).toBe(11);
  const openAt = async (day: Day, time: string) => {
    const options = { file, today: () => day, timeStamp: () => `${day} ${time}`, demo: true };
    (await openForTest(options)).close();
  };
  await openAt(today, '11:50:00');
  expect(counted()).toEqual(noon);
  await openAt(today, '15:40:00');
  expect(counted()?.last).toBe(15);
  await openAt(addDays(today, 1), '00:10:00');
  expect(counted()?.last).toBe(23);
  expect(Number(counted()?.count)).toBeGreaterThan(1.6 * Number(noon?.count));
  await makeDemo(file, addDays(today, 2));
  const other = temporaryFile();
  await makeDemo(other, addDays(today, 2));
  const days = `select * from stat where day >= ${dayNumber('2025-10-20')}`;
  expect(query(file, `select count(*) as rows, sum(count * (day % 97)) as check_sum from (${days})`)).toEqual(
    query(other, `select count(*) as rows, sum(count * (day % 97)) as check_sum from (${days})`),
  );
});

test('a restart keeps what the person did: edited, deleted and added websites', async () => {
  const file = copyOfDemo();
  const service = await openForTest({ file, today: () => today, demo: true });
  await ask(service, 'DELETE /websites/1');
  await ask(service, 'PUT /websites/2', { privacy: '0', exclude_ips: '192.0.2.1' });
  await ask(service, 'POST /websites', { domain: 'mine.example' });
  const before = (await ask(service, 'GET /websites?per_page=100')).body.data;
  service.close();
  const again = await openForTest({ file, today: () => '2026-11-25', demo: true });
  expect((await ask(again, 'GET /websites?per_page=100')).body.data).toEqual(before);
  const { body } = await ask(again, 'GET /stats/14?name=visitors&from=2026-11-01&to=2026-11-25');
  expect(body.data).toEqual([]);
});

test('a demo that is ready is opened without work, also on an earlier day', async () => {
  const file = copyOfDemo();
  const calls: number[] = [];
  for (const day of [today, '2026-11-10'] as const) {
    const service = await openForTest({
      file,
      today: () => day,
      demo: true,
      onProgress: fraction => calls.push(fraction),
    });
    service.close();
  }
  expect(calls).toEqual([]);
  expectTheDemo(file);
});

test('two first starts at once end with one demo', async () => {
  const file = temporaryFile();
  const ended = await Promise.all([runChild('openDemo.ts', [file]), runChild('openDemo.ts', [file])]);
  expect(ended).toEqual([1, 2].map(() => ({ code: 0, output: 'ready', errors: '' })));
  expectTheDemo(file);
});

test('a preparation that was killed half-way is finished at the next start', async () => {
  const file = temporaryFile();
  const killed = await runChild('openDemo.ts', [file, '0.5']);
  expect(killed).toEqual({ code: null, output: '', errors: '' });
  const ready = query(file, 'select site from demo_website where through_day is not null').length;
  expect(ready).toBeGreaterThan(0);
  expect(ready).toBeLessThan(13);
  await makeDemo(file);
  expectTheDemo(file);
});

test('where a demo domain is already the person’s own, it is left alone', async () => {
  const file = temporaryFile();
  const own = await openForTest({ file });
  await ask(own, 'POST /websites', { domain: 'blog.example.com', email: '1' });
  own.close();
  const service = await openForTest({ file, demo: true });
  expect((await ask(service, 'GET /websites?per_page=100')).body.meta).toMatchObject({ total: 13 });
  const { body } = await ask(service, 'GET /stats/1?name=visitors&from=2026-11-01&to=2026-11-20');
  expect(body.data).toEqual([]);
});
