import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Api } from '#api/api.ts';
import { createApi, errorOf } from '../helpers/apiFixture.ts';
import { allStatistics, type Day, type StatisticName } from '#model/statistics/statistics.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { type Listener, listen } from '#server/http.ts';
import { openService, type Service } from '#server/openService.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchHandler } from '../helpers/fetchHandler.ts';

let folder: string;
let service: Service;
let listener: Listener;
let api: Api;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitedeck-api-'));
  service = await openService({
    file: join(folder, 'service.db'),
    today: () => '2026-03-01',
    apiKey: 'the-key',
  });
  listener = await listen(service);
  api = createApi({ baseUrl: listener.url, apiKey: 'the-key' });
});
afterEach(async () => {
  await listener.close();
  service.close();
  await rm(folder, { recursive: true });
});

/** Puts rows into the service's file: [name, day, value, count]. */
function count(id: string, ...rows: readonly (readonly [StatisticName, Day, string, number])[]): void {
  const database = new DatabaseSync(join(folder, 'service.db'));
  const insert = database.prepare(
    'insert into stat (website_id, name, day, value, count) values (?, ?, ?, ?, ?)',
  );
  for (const [name, day, value, hits] of rows) {
    insert.run(Number(id), statisticCodes[name], Date.parse(day) / 86_400_000, value, hits);
  }
  database.close();
}

const add = async (domain: string) => (await api.createWebsite({ ...websiteDefaults, domain }))?.id ?? '';
const period = { from: '2026-01-01', to: '2026-01-31' } as const;

describe('websites of the embedded service', () => {
  test('are created with every field, shown, changed and deleted', async () => {
    const created = await api.createWebsite({
      domain: 'Shop.Example.com',
      name: '',
      privacy: 'password',
      password: 'open sesame',
      email: true,
      excludeBots: false,
      excludeParams: 'utm_source\nref',
      excludeIps: '10.0.0.0/8',
    });
    const stored = {
      domain: 'shop.example.com',
      privacy: 'password',
      email: true,
      excludeBots: false,
      excludeParams: 'utm_source\nref',
      excludeIps: '10.0.0.0/8',
      createdAt: expect.stringMatching(/^2026-03-01 /),
    };
    expect(created).toMatchObject(stored);
    const id = created?.id ?? '';
    expect(await api.showWebsite(id)).toMatchObject({ id, ...stored });
    expect(JSON.stringify(created)).not.toContain('sesame');

    await api.updateWebsite(id, { email: false, excludeIps: '' });
    expect(await api.showWebsite(id)).toMatchObject({ ...stored, email: false, excludeIps: '' });
    const changed = await api.updateWebsite(id, { privacy: 'public', excludeBots: true, excludeParams: 'x' });
    expect(changed).toMatchObject({ privacy: 'public', excludeBots: true, excludeParams: 'x', email: false });

    await api.deleteWebsite(id);
    expect(await errorOf(api.showWebsite(id))).toMatchObject({ kind: 'notFound' });
    expect(await errorOf(api.deleteWebsite(id))).toMatchObject({ kind: 'notFound' });
  });

  test('are refused with the fields that are wrong', async () => {
    const fields = { ...websiteDefaults, domain: 'not a host', privacy: 'password' } as const;
    const error = await errorOf(api.createWebsite(fields));
    expect(error.kind).toBe('validation');
    expect(Object.keys(error.details.fields ?? {}).toSorted()).toEqual(['domain', 'password']);
  });

  test('are listed with every parameter', async () => {
    for (let n = 10; n < 22; n += 1) await add(`site${n}.example.com`);
    await add('other.example.org');
    const domains = async (query: Parameters<Api['listWebsites']>[0]) =>
      (await api.listWebsites(query)).rows.map(({ domain }) => domain);

    expect((await domains({}))[0]).toBe('other.example.org');
    expect(await api.listWebsites({})).toMatchObject({ page: 1, total: 13, next: 'yes' });
    expect(await domains({ page: 2 })).toEqual([
      'site12.example.com',
      'site11.example.com',
      'site10.example.com',
    ]);
    expect(await api.listWebsites({ page: 2 })).toMatchObject({ page: 2, total: 13, next: 'no' });
    expect(await domains({ search: 'ORG' })).toEqual(['other.example.org']);
    expect((await domains({ sortBy: 'id', sort: 'asc' }))[0]).toBe('site10.example.com');
    expect((await domains({ sortBy: 'domain', sort: 'desc' }))[0]).toBe('site21.example.com');
    for (const perPage of [25, 50, 100] as const) expect(await domains({ perPage })).toHaveLength(13);
  });
});

describe('statistics of the embedded service', () => {
  test('are read under each name, those that only logs have too', async () => {
    const id = await add('example.com');
    count(id, ...allStatistics.map((name, n) => [name, '2026-01-05', '07', n + 1] as const));
    for (const [n, name] of allStatistics.entries()) {
      const value = name === 'visitors' || name === 'pageviews' ? '2026-01-05' : '07';
      expect((await api.readStatistic(id, { name, period })).rows).toEqual([{ value, count: n + 1 }]);
    }
  });

  test('are read with every parameter', async () => {
    const id = await add('example.com');
    const paths = Array.from({ length: 12 }, (_, n) => `/page-${String.fromCodePoint(97 + n)}`);
    count(id, ...paths.map((path, n) => ['page', '2026-01-05', path, n + 1] as const));
    count(id, ['page', '2026-02-01', '/too-late', 99]);
    const read = async (query: object) => await api.readStatistic(id, { name: 'page', period, ...query });
    const values = async (query: object) => (await read(query)).rows.map(({ value }) => value);

    expect(await read({})).toMatchObject({ page: 1, total: 12, next: 'yes' });
    expect((await read({})).rows[0]).toEqual({ value: '/page-l', count: 12 });
    expect(await values({ page: 2 })).toEqual(['/page-b', '/page-a']);
    expect(await values({ search: 'PAGE-C' })).toEqual(['/page-c']);
    expect((await values({ sort: 'asc' }))[0]).toBe('/page-a');
    expect((await values({ sortBy: 'value', sort: 'desc' }))[0]).toBe('/page-l');
    expect((await values({ sortBy: 'count', sort: 'asc' }))[0]).toBe('/page-a');
    for (const perPage of [25, 50, 100] as const) expect(await values({ perPage })).toHaveLength(12);
  });

  test('of a year come day by day, hours by the hour', async () => {
    const id = await add('example.com');
    count(
      id,
      ['visitors', '2025-02-01', '', 5],
      ['visitors', '2025-12-31', '', 7],
      ['visitors_hours', '2025-06-01', '23', 4],
    );
    const year = { from: '2025-01-01', to: '2025-12-31' } as const;
    const series = await api.readSeries(id, 'visitors', year);
    expect(series).toHaveLength(365);
    expect(series.filter(point => point.count > 0)).toEqual([
      { day: '2025-02-01', count: 5 },
      { day: '2025-12-31', count: 7 },
    ]);
    expect(await api.readHours(id, 'visitors_hours', year)).toEqual([...Array(23).fill(0), 4]);
  });
});

test('the embedded service in this process answers as on its port', async () => {
  const id = await add('example.com');
  const inProcess = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'the-key',
    fetch: fetchHandler(service),
  });
  expect(await inProcess.listWebsites({})).toEqual(await api.listWebsites({}));
  expect(await inProcess.updateWebsite(id, { email: true })).toMatchObject({ id, email: true });
  const stranger = createApi({
    baseUrl: 'http://localhost',
    apiKey: 'another',
    fetch: fetchHandler(service),
  });
  expect(await errorOf(stranger.listWebsites({}))).toMatchObject({ kind: 'auth', details: { status: 401 } });
});
