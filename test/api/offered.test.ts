import { expect, test } from 'vitest';
import { capabilities, ownCapabilities, withFilters, withOffered } from '#api/phpAnalytics/capabilities.ts';
import { createApi } from '../helpers/apiFixture.ts';
import { hasStatistic, panelsOf } from '#model/service/capabilities.ts';
import {
  allStatistics,
  filtersHeader,
  offeredHeader,
  offeredStatistics,
  statisticNames,
} from '#model/statistics/statistics.ts';
import { openService } from '#server/openService.ts';

test('a service of the interface has the statistics of the interface, until an answer offers more', async () => {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'key',
    service: () => Promise.resolve({ status: 200, headers, body: '{"data":[]}' }),
  });
  const has = () => allStatistics.filter(name => hasStatistic(api.capabilities, name));
  expect(has()).toEqual(statisticNames);
  await api.listWebsites({});
  expect(has()).toEqual(statisticNames);
  headers[offeredHeader] = 'bot, unknown, __proto__, page';
  await api.listWebsites({});
  expect(has()).toEqual([...statisticNames, 'bot']);
  headers[offeredHeader] = offeredStatistics.toReversed().join(',');
  await api.listWebsites({});
  expect(has()).toEqual(allStatistics);
  // Sums of sessions come with exit pages; what else only this program's own service says, whatever another one answers.
  expect(Object.keys(api.capabilities)).toEqual([...Object.keys(capabilities), 'sessions']);
  expect(withOffered(capabilities, '')).toBe(capabilities);
  expect(withOffered(ownCapabilities, 'bot')).toBe(ownCapabilities);
});

test('the service of own logs offers what only logs have in every answer, errors too; another one does not', async () => {
  for (const [countsLogs, offered] of [
    [true, offeredStatistics.join(', ')],
    [false, undefined],
  ] as const) {
    const service = await openService({ file: ':memory:', today: () => '2026-11-20', countsLogs });
    const answer = async (path: string) =>
      await service.answer({
        method: 'GET',
        url: `http://localhost/api/v1/${path}`,
        headers: { get: () => null },
        body: null,
      });
    expect((await answer('websites')).headers[offeredHeader]).toBe(offered);
    expect(await answer('nothing')).toMatchObject({ status: 404 });
    expect((await answer('nothing')).headers[offeredHeader]).toBe(offered);
    service.close();
  }
});

test('a filter goes with every request of what is counted, once an answer has offered it; never before', async () => {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const asked: string[] = [];
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'key',
    service({ url }) {
      asked.push(url);
      return Promise.resolve({ status: 200, headers, body: '{"data":[]}' });
    },
  });
  const where = [
    { field: 'country', comparison: 'is', value: 'DE:Germany' },
    { field: 'page', comparison: 'contains', value: 'a=b&c' },
  ] as const;
  const period = { from: '2026-01-01', to: '2026-08-20', where } as const;
  const reads = [
    () => api.readSeries('1', 'visitors', period),
    () => api.readVisitors('1', period),
    () => api.readHours('1', 'pageviews_hours', period),
    () => api.readStatistic('1', { name: 'page', period }),
  ];
  for (const read of reads) await expect(read()).rejects.toThrow('This service does not filter statistics.');
  expect(asked).toEqual([]);
  headers[filtersHeader] = 'country=, country!=, page~';
  await api.listWebsites({});
  asked.length = 0;
  for (const read of reads) await read();
  // Three windows of a hundred days for each series.
  expect(asked).toHaveLength(8);
  for (const url of asked)
    expect(new URL(url).searchParams.getAll('where')).toEqual(['country=DE:Germany', 'page~a=b&c']);
  await expect(api.readSeries('1', 'errors', period)).rejects.toThrow('Errors: counted by request');
});

test('panels of what is offered stand behind those that every service has, exit pages among them', () => {
  const panels = panelsOf(ownCapabilities);
  const everywhere = panelsOf(capabilities);
  expect(panels.slice(0, 15).filter(name => name !== 'exit_page')).toEqual(everywhere);
  expect(panels[9]).toBe('exit_page');
  expect(panels.slice(15)).toEqual(offeredStatistics.filter(name => name !== 'exit_page'));
});

test('a filter is sent only to a service whose answers say that it has it, each condition once', async () => {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const asked: string[] = [];
  const api = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'key',
    service: ({ url }) => {
      asked.push(new URL(url).search);
      return Promise.resolve({ status: 200, headers, body: '{"data":[]}' });
    },
  });
  const period = { from: '2026-11-10', to: '2026-11-10' } as const;
  const where = [
    { field: 'country', comparison: 'is', value: 'DE:Germany' },
    { field: 'page', comparison: 'contains', value: '/a&b' },
  ] as const;
  const read = () => api.readStatistic('1', { name: 'page', period: { ...period, where } });
  await expect(read()).rejects.toThrow('This service does not filter statistics.');
  headers[filtersHeader] = 'country=, page=, page~, nothing=, weekday';
  await api.listWebsites({});
  expect(api.capabilities.filters).toEqual({ country: ['is'], page: ['is', 'contains'] });
  await read();
  expect(asked.at(-1)).toMatch(/&where=country%3DDE%3AGermany&where=page%7E%2Fa%26b$/);
  expect(asked).toHaveLength(2);
  await api.readStatistic('1', { name: 'page', period });
  expect(asked.at(-1)).not.toContain('where');
  expect(withFilters(capabilities, '')).toBe(capabilities);
  expect(withFilters(ownCapabilities, 'city=')).toBe(ownCapabilities);
});
