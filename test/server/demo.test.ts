import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statisticNames, type Day, type StatisticName } from '#model/statistics/statistics.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { copyOfDemo, prepareOnce, query, today } from './demoFixture.ts';
import { ask, openForTest, temporaryFile } from './serverFixture.ts';

prepareOnce();

const ofDay = (names: StatisticName): string =>
  `(select coalesce(sum(count), 0) from stat where website_id = v.website_id and day = v.day
    and name = ${statisticCodes[names]})`;

test('the demo: its websites, how far they reach back, and what the statistics of a day sum to', async () => {
  const file = temporaryFile();
  const fractions: number[] = [];
  const service = await openForTest({
    file,
    today: () => today,
    demo: true,
    onProgress: fraction => fractions.push(fraction),
  });
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  // It takes its place once: what it was written to before is empty.
  expect([statSync(file).size > 20_000_000, statSync(`${file}-wal`).size]).toEqual([true, 0]);

  const { body } = await ask(service, 'GET /websites?per_page=100');
  expect(body.meta).toMatchObject({ total: 13 });
  const has = (fields: Record<string, unknown>): void => {
    expect(body.data).toContainEqual(expect.objectContaining(fields));
  };
  has({ privacy: 0 });
  has({ privacy: 2 });
  has({ email: 1 });
  has({ exclude_bots: 0 });
  has({ exclude_params: expect.stringContaining('\n') });
  has({ domain: 'podcast.example.com', created_at: expect.stringMatching(/^2026-10-06 /) });

  const range = (name: StatisticName): unknown =>
    query(
      file,
      `select date(min(day) * 86400, 'unixepoch') as first, date(max(day) * 86400, 'unixepoch') as last
       from stat where name = ${statisticCodes[name]}`,
    )[0];
  expect(range('visitors')).toEqual({ first: '2024-09-20', last: today });
  expect(range('pageviews')).toEqual({ first: '2024-09-20', last: today });
  // Rows reach as far as the days they are added up from.
  expect(range('page')).toEqual({ first: '2024-09-20', last: today });
  expect(range('country')).toEqual({ first: '2024-09-20', last: today });

  const sums = (names: readonly StatisticName[], of: StatisticName): unknown[] =>
    query(
      file,
      `select v.website_id, v.day, v.count, ${names.map(name => `${ofDay(name)} as ${name}`).join(', ')}
       from stat v where v.name = ${statisticCodes[of]}
       and (${names.map(name => `${ofDay(name)} <> v.count`).join(' or ')})`,
    );
  const ofVisitors = [
    'country',
    'city',
    'continent',
    'language',
    'browser',
    'os',
    'device',
    'resolution',
  ] as const;
  expect(sums([...ofVisitors, 'visitors_hours'], 'visitors')).toEqual([]);
  expect(sums(['page', 'pageviews_hours'], 'pageviews')).toEqual([]);
  expect(
    query(file, `select 1 from stat v where v.name = 1 and not ${ofDay('pageviews')} >= v.count`),
  ).toEqual([]);
  expect(
    query(
      file,
      `select 1 from stat v where v.name = ${statisticCodes.landing_page} and v.count > coalesce((select count
       from stat p where p.website_id = v.website_id and p.day = v.day and p.name = ${statisticCodes.page}
       and p.value = v.value), 0)`,
    ),
  ).toEqual([]);
  expect(query(file, 'select distinct name from stat')).toHaveLength(statisticNames.length);
  expect(query(file, 'select 1 from stat where count < 1')).toEqual([]);
});

test('the demo tells a story: one site stopped, one is new, one was linked from elsewhere', async () => {
  const service = await openForTest({ file: copyOfDemo(), demo: true });
  const visitors = async (
    domain: string,
    from: Day,
    to: Day,
  ): Promise<{ value: string; count: number }[]> => {
    const found = await ask(service, `GET /websites?search=${domain}`);
    const id = Array.isArray(found.body.data) ? String(found.body.data[0]?.id) : '';
    const range = `from=${from}&to=${to}&sort_by=value&sort=asc&per_page=100`;
    const { body } = await ask(service, `GET /stats/${id}?name=visitors&${range}`);
    return Array.isArray(body.data) ? body.data : [];
  };
  const stopped = await visitors('old-forum', '2026-10-10', today);
  expect(stopped.at(-1)?.value).toBe('2026-10-20');
  const opened = await visitors('podcast', '2026-09-01', today);
  expect(opened[0]?.value).toBe('2026-10-08');
  const journal = await visitors('blog', '2026-10-01', today);
  const counts = journal.map(row => row.count).sort((a, b) => a - b);
  expect(counts.at(-1)).toBeGreaterThan(3 * (counts[Math.floor(counts.length / 2)] ?? NaN));
});

test('the demo has these very numbers on every machine', async () => {
  const service = await openForTest({ file: copyOfDemo(), demo: true });
  const { body } = await ask(
    service,
    'GET /stats/6?name=visitors&from=2026-11-16&to=2026-11-20&sort_by=value',
  );
  expect(body.data).toEqual([
    { value: '2026-11-20', count: 1017 },
    { value: '2026-11-19', count: 2828 },
    { value: '2026-11-18', count: 2838 },
    { value: '2026-11-17', count: 3046 },
    { value: '2026-11-16', count: 2679 },
  ]);
});
