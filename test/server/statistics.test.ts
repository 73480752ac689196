import { expect, test } from 'vitest';
import { allStatistics, isSeries, isTime } from '#model/statistics/statistics.ts';
import { putStatistics, startServer, temporaryFile, type Call } from './serverFixture.ts';

/** A service with one website, and the file behind it. */
async function oneWebsite(): Promise<{ call: Call; file: string }> {
  const file = temporaryFile();
  const { call } = await startServer({ file });
  await call('POST /websites', { form: { domain: 'example.com' } });
  return { call, file };
}

const november = 'from=2026-11-01&to=2026-11-30';

test('rows are counts of values summed over the days of the period, both ends counted', async () => {
  const { call, file } = await oneWebsite();
  await putStatistics(file, 1, 'browser', [
    ['2026-10-31', 'Firefox', 1000],
    ['2026-11-01', 'Firefox', 3],
    ['2026-11-01', 'Safari', 4],
    ['2026-11-30', 'Firefox', 5],
    ['2026-12-01', 'Safari', 1000],
  ]);
  const answer = await call(`GET /stats/1?name=browser&${november}`);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual([
    { value: 'Firefox', count: 8 },
    { value: 'Safari', count: 4 },
  ]);
  expect(answer.body.meta).toMatchObject({ current_page: 1, per_page: 10, total: 2, last_page: 1 });
});

// Exit pages are counted from sessions, groups from referrers, and times are kept in steps: test/logs/filtered.test.ts and test/logs/sent.test.ts have them.
const withRows = allStatistics.filter(
  name => name !== 'exit_page' && name !== 'referrer_group' && !isTime(name),
);

test.each(withRows)('%s has rows of its own', async name => {
  const { call, file } = await oneWebsite();
  for (const [index, each] of withRows.entries()) {
    await putStatistics(file, 1, each, [['2026-11-05', each === name ? 'here' : 'there', index + 1]]);
  }
  const { body } = await call(`GET /stats/1?name=${name}&${november}`);
  const value = isSeries(name) ? '2026-11-05' : 'here';
  expect(body.data).toEqual([{ value, count: withRows.indexOf(name) + 1 }]);
});

test('visitors are a row for every day that had some', async () => {
  const { call, file } = await oneWebsite();
  await putStatistics(file, 1, 'visitors', [
    ['2026-11-01', '', 7],
    ['2026-11-03', '', 9],
    ['2026-11-04', '', 7],
  ]);
  const series = await call(`GET /stats/1?name=visitors&${november}&sort_by=value&sort=asc&per_page=100`);
  expect(series.body.data).toEqual([
    { value: '2026-11-01', count: 7 },
    { value: '2026-11-03', count: 9 },
    { value: '2026-11-04', count: 7 },
  ]);
  const searched = await call(`GET /stats/1?name=visitors&${november}&search=11-03&search_by=value`);
  expect(searched.body.data).toEqual([{ value: '2026-11-03', count: 9 }]);
});

test('rows sort by count or value either way, and rows of equal count by value', async () => {
  const { call, file } = await oneWebsite();
  await putStatistics(file, 1, 'page', [
    ['2026-11-01', '/b', 2],
    ['2026-11-01', '/C', 5],
    ['2026-11-01', '/a', 2],
  ]);
  const sorted = async (order: string): Promise<unknown> => {
    const { body } = await call(`GET /stats/1?name=page&${november}${order}`);
    return Array.isArray(body.data) ? body.data.map((row: { value: string }) => row.value) : body;
  };
  expect(await sorted('')).toEqual(['/C', '/a', '/b']);
  expect(await sorted('&sort_by=count&sort=asc')).toEqual(['/a', '/b', '/C']);
  expect(await sorted('&sort_by=value&sort=asc')).toEqual(['/a', '/b', '/C']);
  expect(await sorted('&sort_by=value')).toEqual(['/C', '/b', '/a']);
});

test.each([
  ['PRICING', ['/Pricing?plan=a_b', '/pricing']],
  ['a_b', ['/Pricing?plan=a_b']],
  ['100%', ['/100%25']],
  ['\\', [String.raw`/back\slash`]],
  ['crème', ['/CRÈME']],
  ['nothing', []],
  ['\0', ['/nul\0Ü']],
  ['\0ü', ['/nul\0Ü']],
  ['\0x', []],
  ['nul', ['/nul\0Ü']],
  ['\x1f', []],
  ['x'.repeat(7000), []],
])('a search for %j finds it anywhere in the value, in any case', async (search, found) => {
  const { call, file } = await oneWebsite();
  const values = [
    '/pricing',
    '/Pricing?plan=a_b',
    '/axb',
    '/100%25',
    String.raw`/back\slash`,
    '/CRÈME',
    '/nul\0Ü',
  ];
  await putStatistics(
    file,
    1,
    'page',
    values.sort().map(value => ['2026-11-02', value, 1]),
  );
  const query = `search=${encodeURIComponent(search)}&search_by=value`;
  const { body } = await call(`GET /stats/1?name=page&${november}&${query}`);
  expect(body.data).toEqual(found.map(value => ({ value, count: 1 })));
});

test('pages of rows neither repeat nor miss one', async () => {
  const { call, file } = await oneWebsite();
  const values = Array.from({ length: 23 }, (_, index) => `/page-${String(index + 10)}`);
  await putStatistics(
    file,
    1,
    'page',
    values.map(value => ['2026-11-02', value, 1]),
  );
  const seen: unknown[] = [];
  for (const page of [1, 2, 3]) {
    const { body } = await call(`GET /stats/1?name=page&${november}&page=${page}`);
    expect(body.meta).toMatchObject({ current_page: page, last_page: 3, total: 23 });
    if (Array.isArray(body.data)) seen.push(...body.data.map((row: { value: string }) => row.value));
  }
  expect(seen).toEqual(values);
  const beyond = await call(`GET /stats/1?name=page&${november}&page=4`);
  expect(beyond.body).toMatchObject({ data: [], meta: { total: 23, last_page: 3 } });
});

test('statistics are of their website only, and go when it is deleted', async () => {
  const { call, file } = await oneWebsite();
  await call('POST /websites', { form: { domain: 'other.example' } });
  await putStatistics(file, 1, 'page', [['2026-11-02', '/one', 1]]);
  await putStatistics(file, 2, 'page', [['2026-11-02', '/two', 2]]);
  expect((await call('DELETE /websites/1')).status).toBe(204);
  expect((await call(`GET /stats/1?name=page&${november}`)).status).toBe(404);
  const kept = await call(`GET /stats/2?name=page&${november}`);
  expect(kept.body.data).toEqual([{ value: '/two', count: 2 }]);
  await expect(putStatistics(file, 1, 'page', [['2026-11-02', '/late', 1]])).rejects.toThrow('FOREIGN KEY');
});
