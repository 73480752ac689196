import { expect, test } from 'vitest';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { ask, openForTest, putStatistics, temporaryFile } from './serverFixture.ts';

/** A service on logs, on the 20th of November, whose websites have lines on these days. */
async function serviceOf(
  websites: Readonly<Record<string, { readonly isAlone?: boolean; readonly days: readonly Day[] }>>,
) {
  const file = temporaryFile();
  const service = await openForTest({ file, countsLogs: true });
  let id = 0;
  for (const [domain, { isAlone = false, days }] of Object.entries(websites)) {
    id += 1;
    await ask(service, 'POST /websites', { domain, privacy: '1' });
    const status: StatisticName = 'status';
    await putStatistics(
      file,
      id,
      status,
      days.flatMap(day => [
        [day, '200', 3],
        [day, '404', 1],
      ]),
    );
    if (!isAlone) continue;
    const database = await openDatabase(file);
    database
      .statement(`insert into log_source (website_id, pattern, options, added_at) values (?, ?, '{}', '')`)
      .run(id, `/var/log/${domain}`);
    database.close();
  }
  return async (website: number) => (await ask(service, `GET /stats/${website}/days`)).body.data;
}

test('days that the log of a website has no line of are gaps, today among them', async () => {
  const daysOf = await serviceOf({
    'one.example': { isAlone: true, days: ['2026-11-10', '2026-11-11', '2026-11-14', '2026-11-18'] },
    'two.example': { days: ['2026-11-12', '2026-11-19'] },
    'none.example': { isAlone: true, days: [] },
  });
  expect(await daysOf(1)).toEqual({
    from: '2026-11-10',
    gaps: [
      { from: '2026-11-12', to: '2026-11-13' },
      { from: '2026-11-15', to: '2026-11-17' },
      { from: '2026-11-19', to: '2026-11-20' },
    ],
  });
  expect(await daysOf(3)).toEqual({ from: null, gaps: [] });
});

test('a day of which a log of several hosts has lines is a day without visits of the others', async () => {
  const daysOf = await serviceOf({
    'one.example': { days: ['2026-11-10', '2026-11-16', '2026-11-19'] },
    'two.example': { days: ['2026-11-08', '2026-11-11', '2026-11-12'] },
    'three.example': { days: ['2026-11-14', '2026-11-15'] },
    'alone.example': { isAlone: true, days: ['2026-11-13'] },
  });
  expect(await daysOf(1)).toEqual({
    from: '2026-11-10',
    gaps: [
      { from: '2026-11-13', to: '2026-11-13' },
      { from: '2026-11-17', to: '2026-11-18' },
      { from: '2026-11-20', to: '2026-11-20' },
    ],
  });
});

test('with more than twenty hosts too: the first twenty have no lines of the days before', async () => {
  const hosts = Array.from({ length: 24 }, (_, at): readonly Day[] =>
    at < 20 ? ['2026-11-17', '2026-11-19'] : at === 20 ? ['2026-11-10', '2026-11-18'] : ['2026-11-12'],
  );
  const daysOf = await serviceOf(
    Object.fromEntries(hosts.map((days, at) => [`host-${at + 1}.example`, { days }])),
  );
  // One of them has lines of the 10th, the 12th, and from the 17th on.
  const gaps = [
    { from: '2026-11-11', to: '2026-11-11' },
    { from: '2026-11-13', to: '2026-11-16' },
    { from: '2026-11-20', to: '2026-11-20' },
  ];
  expect(await daysOf(21)).toEqual({ from: '2026-11-10', gaps });
  expect(await daysOf(24)).toEqual({ from: '2026-11-12', gaps: gaps.slice(1) });
  expect(await daysOf(1)).toEqual({ from: '2026-11-17', gaps: gaps.slice(2) });
});

test('of a website that is not there nothing is said', async () => {
  const service = await openForTest({ countsLogs: true });
  expect((await ask(service, 'GET /stats/7/days')).status).toBe(404);
});
