import { createApi, errorOf } from '../helpers/apiFixture.ts';
import type { Api } from '#api/api.ts';
import { ApiError } from '#model/failure.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { openService, type Service } from '#server/openService.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchHandler } from '../helpers/fetchHandler.ts';

const key = 'the-key';
const march = { from: '2026-03-01', to: '2026-03-31' } as const;

async function emptyService(): Promise<Service> {
  const service = await openService({ file: ':memory:', today: () => '2026-03-01', apiKey: key });
  onTestFinished(() => service.close());
  return service;
}

/** The service called as the application does, and with the classes of fetch, as a port calls it. */
const ways: Readonly<Record<string, (service: Service, apiKey?: string) => Api>> = {
  'in process': (service, apiKey = key) =>
    createApi({ baseUrl: 'http://localhost', apiKey, service: service.answer }),
  'by fetch': (service, apiKey = key) =>
    createApi({ baseUrl: 'http://localhost', apiKey, fetch: fetchHandler(service) }),
};

/** What each call of a life of a website comes to, the time of day left out. */
async function life(open: (service: Service, apiKey?: string) => Api): Promise<unknown[]> {
  const service = await emptyService();
  const api = open(service);
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
    await api.readSeries(id, 'visitors', march),
    await api.readStatistic(id, { name: 'page', period: march }),
    await errorOf(api.createWebsite({ ...websiteDefaults, domain: 'no domain' })),
    await errorOf(api.updateWebsite(id, { privacy: 'password' })),
    await errorOf(open(service, 'another-key').showWebsite(id)),
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

describe('the embedded service', () => {
  test('answers in process what it answers by fetch', async () => {
    const [first, second] = await Promise.all(Object.values(ways).map(life));
    expect(first).toEqual(second);
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
});
