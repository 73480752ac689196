import { expect, test } from 'vitest';
import type { Filter } from '#model/service/filter.ts';
import { exactCount } from '#model/service/paging.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import { historyParts } from '#model/period/bucket.ts';
import { connectUmami, errorOf } from '../../helpers/apiFixture.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { manyPeople, manyVisits } from '../../helpers/umami/manyVisits.ts';
import { startUmami } from '../../helpers/umami/server.ts';

const span: Period = { from: '2026-10-22', to: '2026-11-14' };
const quarter: Period = { from: '2026-09-01', to: '2026-11-30' };
const germany = { field: 'country', comparison: 'is', value: 'DE' } as const;
const britain = { field: 'country', comparison: 'is', value: 'GB' } as const;

const mobile = { field: 'device', comparison: 'is', value: 'mobile' } as const;

async function open(version: '3.0' | '3.1' = '3.1') {
  const websites = [{ name: 'Many', domain: 'many.example', owner: 'anna', visits: manyVisits() }];
  const server = await startUmami({ ...exampleSeed, version, people: manyPeople, websites });
  const connect = () =>
    connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'Europe/Berlin' });
  return { server, connect, id: server.world.websites[0]?.id ?? '' };
}

/** The counts of a row in each part of a period, as a row over time reads them, and the requests that took. */
async function readParts(
  { server, connect, id }: Awaited<ReturnType<typeof open>>,
  row: { readonly name: StatisticName; readonly value: string },
  period: Period,
  where: Filter = [],
) {
  const api = connect();
  const before = server.asked.length;
  const parts = historyParts(period).parts.map(({ from, to }) => ({ from, to, where }));
  const counts = await Promise.all(parts.map(part => api.readCount(id, { ...row, span: period }, part)));
  const requests = server.asked.length - before;
  const byRows = await Promise.all(
    parts.map(part => exactCount(query => connect().readStatistic(id, query), row, part)),
  );
  return { counts, byRows, requests };
}

test.each([
  ['country', 'DE', 1],
  ['city', 'GB:London', 1],
  ['browser', 'Firefox', 1],
  ['os', 'Windows 10 or 11', 1],
  ['device', 'mobile', 1],
  ['page', '/', 1],
  ['event', 'signup', 1],
  // What is filtered by several values or an expression is asked of a later version only.
  ['continent', 'EU:Europe', 2],
  ['language', 'de', 2],
  // Umami does not filter visits by these.
  ['referrer', 'google.com', 24],
  ['landing_page', '/', 24],
] as const)(
  'the 24 days of a row of %s, %s, take %i requests, and are what its rows say',
  async (name, value, most) => {
    const { counts, byRows, requests } = await readParts(await open(), { name, value }, span);
    expect(counts).toEqual(byRows);
    expect(counts.some(count => count !== 0)).toBe(true);
    expect(requests).toBe(most);
  },
);

test('weeks of page views and events are sums of days; each week of visitors is asked for', async () => {
  for (const [name, value, most] of [
    ['page', '/', 1],
    ['event', 'signup', 1],
    ['country', 'DE', 14],
  ] as const) {
    const { counts, byRows, requests } = await readParts(await open(), { name, value }, quarter);
    expect(counts).toEqual(byRows);
    expect(requests).toBe(most);
  }
});

test('whole months of visitors take one request, and the part of one another', async () => {
  const period: Period = { from: '2025-09-10', to: '2026-11-30' };
  for (const [name, value] of [
    ['country', 'DE'],
    ['device', 'mobile'],
  ] as const) {
    const { counts, byRows, requests } = await readParts(await open(), { name, value }, period);
    expect(counts).toHaveLength(15);
    expect(counts).toEqual(byRows);
    expect(counts.filter(count => count !== 0).length).toBeGreaterThan(1);
    expect(requests).toBe(2);
  }
});

test('within a filter a row is counted as its rows say, also one of the same statistic', async () => {
  const opened = await open();
  for (const where of [[germany], [germany, britain], [mobile]])
    for (const row of [
      { name: 'country', value: 'DE' },
      { name: 'city', value: 'GB:London' },
      { name: 'device', value: 'mobile' },
      { name: 'event', value: 'signup' },
    ] as const) {
      const { counts, byRows } = await readParts(opened, row, span, where);
      expect({ where, row, counts }).toEqual({ where, row, counts: byRows });
    }
});

test.each([
  ['country', ''],
  ['resolution', '1920x1080'],
  ['page', '/shop/a,b'],
  ['event', 'a,b'],
] as const)('a row that Umami cannot filter by is read by its rows: %s "%s"', async (name, value) => {
  const { counts, byRows } = await readParts(await open(), { name, value }, span);
  expect(counts).toEqual(byRows);
});

test('3.0 has days of a row too, and for what it cannot filter by its rows', async () => {
  const opened = await open('3.0');
  for (const [name, value] of [
    ['country', 'DE'],
    ['continent', 'EU:Europe'],
    ['event', 'signup'],
  ] as const) {
    const { counts, byRows } = await readParts(opened, { name, value }, span);
    expect(counts).toEqual(byRows);
  }
});

test('a failure of the service is one of the row', async () => {
  const { server, connect, id } = await open();
  server.faultWith(() => ({ status: 500 }));
  const error = await errorOf(connect().readCount(id, { name: 'country', value: 'DE', span }, span));
  expect(error.kind).toBe('server');
});
