import { expect, test } from 'vitest';
import { connectUmami, useFaultServer } from '../../helpers/apiFixture.ts';
import { everyPage, noRows, withPage } from '#model/service/paging.ts';
import type { StatisticRow } from '#model/statistics/statistics.ts';
import { rowRange } from '#screens/layout.ts';
import { newTable } from '#store/navigation/table.ts';
import { json } from '../../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const id = '71ea33eb-7000-456a-bd7e-215c5995e797';
const period = { from: '2026-11-01', to: '2026-11-14' } as const;

/** As many rows as a statistic has, and a visitor more than they have. */
function open(rows: number) {
  const row = { visitors: 1, pageviews: '1', visits: 1 };
  const list = Array.from({ length: rows }, (_, place) => ({ name: `/${place}`, ...row }));
  fixture.server.answerWith((response, request) => {
    json(request.path.endsWith('/stats') ? { visitors: rows + 1 } : list)(response, request);
  });
  return connectUmami({ baseUrl: fixture.server.url, apiKey: 'token' });
}

test('as many rows as are asked for are said to be cut', async () => {
  const api = open(10_000);
  const page = await api.readStatistic(id, { name: 'page', period, perPage: 100 });
  expect([page.rows.length, page.total, page.next, page.isCut]).toEqual([100, 10_000, 'yes', true]);
  const list = withPage(noRows<StatisticRow>(), { page: 1, perPage: 100 }, page, ({ value }) => value);
  const table = {
    ...newTable<StatisticRow, 'count'>('count', 'desc'),
    list: { loading: false, data: list },
  };
  expect(rowRange(table, 20)).toBe('1-20 of 10,000+');
  const pages = everyPage(
    number => api.readStatistic(id, { name: 'page', period, perPage: 100, page: number }),
    ({ value }) => value,
  );
  const ends = new Set();
  for await (const { end } of pages) ends.add(end);
  expect([...ends]).toEqual([undefined, 'cut']);
  // What the other visitors have is not known to be nothing.
  const countries = await api.readStatistic(id, { name: 'country', period, sortBy: 'value', sort: 'asc' });
  expect(countries.rows[0]?.value).toBe('/0');
});

test('one row less is all there are', async () => {
  const api = open(9_999);
  const page = await api.readStatistic(id, { name: 'page', period, perPage: 100, page: 100 });
  expect([page.rows.length, page.total, page.next, page.isCut]).toEqual([99, 9_999, 'no', undefined]);
  const countries = await api.readStatistic(id, { name: 'country', period, sortBy: 'value', sort: 'asc' });
  expect(countries.rows[0]).toEqual({ value: '', count: 1 });
});
