import type { Api } from '#api/api.ts';
import { type ApiOptions, createApi, errorOf } from '../helpers/apiFixture.ts';
import { ApiError } from '#model/failure.ts';
import { allStatistics, type Day, type StatisticName } from '#model/statistics/statistics.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import type { Service } from '#server/openService.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchHandler } from '../helpers/fetchHandler.ts';
import { openForTest, putStatistics, temporaryFile } from '../server/serverFixture.ts';

const key = 'the-key';
const today = () => '2026-03-01' as const;

/** How a service is called: as the application does, with the classes of fetch, and on a port. */
const ways = {
  inProcess: async (service: Service) => ({ baseUrl: 'http://localhost', service: service.answer }),
  byFetch: async (service: Service) => ({ baseUrl: 'http://localhost', fetch: fetchHandler(service) }),
  onPort: async (service: Service) => {
    const listener = await listen(service);
    onTestFinished(() => listener.close());
    return { baseUrl: listener.url };
  },
};

async function open() {
  const file = temporaryFile();
  const service = await openForTest({ file, today, apiKey: key });
  const api = createApi({ ...(await ways.onPort(service)), apiKey: key });
  return {
    api,
    add: async (domain: string) => (await api.createWebsite({ ...websiteDefaults, domain }))?.id ?? '',
    count: async (id: string, name: StatisticName, ...rows: readonly (readonly [Day, string, number])[]) =>
      await putStatistics(file, Number(id), name, rows),
  };
}

const period = { from: '2026-01-01', to: '2026-01-31' } as const;

describe('websites of the embedded service', () => {
  test('are created with every field, shown, changed and deleted', async () => {
    const { api } = await open();
    const created = await api.createWebsite({
      domain: 'Shop.Example.com',
      name: '',
      privacy: 'password',
      password: 'open sesame',
      email: true,
      excludeBots: false,
      excludeParams: 'utm_source\nref',
      excludeIps: '10.0.0.0/8',
      retention: '',
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
    const { api } = await open();
    const fields = { ...websiteDefaults, domain: 'not a host', privacy: 'password' } as const;
    const error = await errorOf(api.createWebsite(fields));
    expect(error.kind).toBe('validation');
    expect(Object.keys(error.details.fields ?? {}).toSorted()).toEqual(['domain', 'password']);
  });

  test('are listed with every parameter', async () => {
    const { api, add } = await open();
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
    const { api, add, count } = await open();
    const id = await add('example.com');
    // These have no rows of their own: test/logs/filtered.test.ts and test/server/responseTimes.test.ts have them.
    const derived = ['exit_page', 'referrer_group', 'response_time', 'slow_response'];
    const names = allStatistics.filter(name => !derived.includes(name));
    for (const [n, name] of names.entries()) {
      await count(id, name, ['2026-01-05', '07', n + 1]);
      const value = name === 'visitors' || name === 'pageviews' ? '2026-01-05' : '07';
      expect((await api.readStatistic(id, { name, period })).rows).toEqual([{ value, count: n + 1 }]);
    }
  });

  test('are read with every parameter', async () => {
    const { api, add, count } = await open();
    const id = await add('example.com');
    const paths = Array.from({ length: 12 }, (_, n) => `/page-${String.fromCodePoint(97 + n)}`);
    await count(id, 'page', ...paths.map((path, n) => ['2026-01-05', path, n + 1] as const));
    await count(id, 'page', ['2026-02-01', '/too-late', 99]);
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
    const { api, add, count } = await open();
    const id = await add('example.com');
    await count(id, 'visitors', ['2025-02-01', '', 5], ['2025-12-31', '', 7]);
    await count(id, 'visitors_hours', ['2025-06-01', '23', 4]);
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

/** What each call of a life of a website comes to, the time of day left out. */
async function life(way: (service: Service) => Promise<Omit<ApiOptions, 'apiKey'>>): Promise<unknown[]> {
  const options = await way(await openForTest({ today, apiKey: key }));
  const api = createApi({ ...options, apiKey: key });
  const created = await api.createWebsite({
    ...websiteDefaults,
    domain: 'müller.example',
    excludeParams: 'a&b\nc=d',
  });
  const id = created?.id ?? '';
  const seen = [
    created,
    await api.updateWebsite(id, { excludeParams: '', email: true }),
    await api.showWebsite(id),
    await api.listWebsites({ search: 'ller', sortBy: 'domain', sort: 'asc' }),
    await api.readSeries(id, 'visitors', period),
    await api.readStatistic(id, { name: 'page', period }),
    await errorOf(api.createWebsite({ ...websiteDefaults, domain: 'no domain' })),
    await errorOf(api.updateWebsite(id, { privacy: 'password' })),
    await errorOf(createApi({ ...options, apiKey: 'another-key' }).showWebsite(id)),
    await api.deleteWebsite(id),
    await errorOf(api.showWebsite(id)),
  ];
  return JSON.parse(JSON.stringify(seen, withoutTime));
}

function withoutTime(_: string, value: unknown): unknown {
  if (value instanceof ApiError) {
    const { kind, message, details } = value;
    return { kind, message, details };
  }
  return typeof value === 'string' ? value.replace(/\d\d:\d\d:\d\d/, 'hh:mm:ss') : (value ?? null);
}

test('the embedded service answers alike in process, by fetch and on its port', async () => {
  const [first, second, third] = await Promise.all(Object.values(ways).map(life));
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(first).toHaveLength(11);
  expect(first).toMatchObject([
    { domain: 'xn--mller-kva.example', excludeParams: 'a&b\nc=d' },
    { excludeParams: '', email: true },
    { email: true },
    { rows: [{ domain: 'xn--mller-kva.example' }] },
    {},
    { rows: [] },
    { kind: 'validation' },
    { kind: 'validation' },
    { kind: 'auth' },
    null,
    { kind: 'notFound' },
  ]);
});

const openBy = (fetch: (request: Request) => Promise<Response>, timeoutMs = 1000) =>
  createApi({ baseUrl: 'http://localhost/prefix', apiKey: 'in-process', fetch, timeoutMs, random: () => 0 });

describe('a service in this process', () => {
  test('gets whole requests', async () => {
    const seen: unknown[] = [];
    const api = openBy(async request => {
      seen.push([request.method, request.url, request.headers.get('authorization'), await request.text()]);
      return Response.json({ data: { id: 5 } }, { status: 201 });
    });
    expect(await api.createWebsite({ ...websiteDefaults, domain: 'example.com' })).toMatchObject({ id: '5' });
    await api.showWebsite('5');
    expect(seen).toEqual([
      [
        'POST',
        'http://localhost/prefix/api/v1/websites',
        'Bearer in-process',
        'domain=example.com&privacy=1&email=0&exclude_bots=1&exclude_params=&exclude_ips=',
      ],
      ['GET', 'http://localhost/prefix/api/v1/websites/5', 'Bearer in-process', ''],
    ]);
  });

  test('that never answers falls under the timeout, and can be left', async () => {
    const silent = () => new Promise<Response>(() => undefined);
    expect(await errorOf(openBy(silent, 30).showWebsite('5'))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const read = openBy(silent).showWebsite('5', { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });

  test('that trickles falls under the timeout', async () => {
    const body = () =>
      new ReadableStream({ start: controller => controller.enqueue(new TextEncoder().encode(' ')) });
    const api = openBy(() => Promise.resolve(new Response(body())), 30);
    expect(await errorOf(api.showWebsite('5'))).toMatchObject({ kind: 'timeout' });
  });

  test("the platform's fetch can be passed as it is", () => {
    expect(openBy(globalThis.fetch).baseUrl).toBe('http://localhost/prefix');
  });
});
