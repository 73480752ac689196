import { describe, expect, onTestFinished, test } from 'vitest';
import { adapters } from '#api/adapters.ts';
import type { Adapter, Api } from '#api/api.ts';
import {
  type ApiOptions,
  connectUmami,
  createApi,
  errorOf,
  key,
  openFaultServer,
  useFaultServer,
} from '../helpers/apiFixture.ts';
import { connectTo } from '#api/open.ts';
import { createConnection } from '#api/http/client.ts';
import { phpAnalytics } from '#api/phpAnalytics/adapter.ts';
import { goatCounter } from '#api/goatCounter/adapter.ts';
import { umami } from '#api/umami/adapter.ts';
import { canWrite, type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import { type ServiceKind, serviceKinds } from '#model/service/connection.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { bare, cut, held, html, json, never, raw } from '../helpers/faultAnswers.ts';
import type { Answer } from '../helpers/faultServer.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { allBits, startGoatCounter } from '../helpers/goatCounter/server.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';

// What every adapter does alike, as far as its capabilities go. A further one is an entry of `subjects`.

type Access = Pick<ApiOptions, 'baseUrl' | 'apiKey'>;

interface Subject {
  readonly adapter: Adapter;
  /** Starts a service of its kind with these websites, which have no visits; gives its address and key. */
  start(domains: readonly string[]): Promise<Access>;
  /** The answer to a read of pages, most first. */
  rows(values: readonly string[]): unknown;
  /** That to a read of one website. */
  website(domain: string): unknown;
  /** An answer to nothing, which is what another program may give. */
  readonly others: readonly unknown[];
}

const id = '71ea33eb-7000-456a-bd7e-215c5995e797';
const period = { from: '2026-11-01', to: '2026-11-14' } as const;
const day = '2026-11-20';

/** What GoatCounter says before it is asked for numbers, in one answer. */
const goatCounterOwner = {
  user: { settings: { timezone: '.UTC' } },
  token: { permissions: allBits },
  sites: [{ id, cname: 'one.example.com' }],
};

const subjects: Readonly<Record<ServiceKind, Subject>> = {
  phpanalytics: {
    adapter: phpAnalytics,
    async start(domains) {
      const service = await openService({ file: ':memory:', today: () => day, apiKey: key });
      const listener = await listen(service);
      onTestFinished(async () => {
        await listener.close();
        service.close();
      });
      const access = { baseUrl: listener.url, apiKey: key };
      return await withWebsites(createApi(access), access, domains);
    },
    rows: values => ({ data: values.map((value, place) => ({ value, count: 1000 - place })) }),
    website: domain => ({ data: { id, domain } }),
    others: [{}, 'text', 7, { data: 'text' }, { data: [{ count: -1 }] }, { data: [{ count: 'many' }] }],
  },
  umami: {
    adapter: umami,
    async start(domains) {
      const server = await startUmami({ ...exampleSeed, websites: [] });
      const access = { baseUrl: server.url, apiKey: server.tokenOf('anna') };
      return await withWebsites(connectUmami(access), access, domains);
    },
    rows: values =>
      values.map((name, place) => ({
        name,
        pageviews: String(1000 - place),
        visitors: 1,
        visits: 1,
        country: null,
      })),
    website: domain => ({ id, name: 'x', domain, shareId: null }),
    others: [{}, 'text', 7, null, [{ name: 7 }], [{ name: 'x', visits: -1 }], [{ visits: 'many' }]],
  },
  goatcounter: {
    adapter: goatCounter,
    async start(domains) {
      const [cname = 'stats.example.com', ...others] = domains;
      const server = await startGoatCounter({ sites: [cname, ...others].map(name => ({ cname: name })) });
      return { baseUrl: server.url, apiKey: server.tokenWith(allBits) };
    },
    rows: values => ({
      ...goatCounterOwner,
      total_events: 0,
      stats: [],
      hits: values.map((path, place) => ({
        path_id: place + 1,
        path,
        event: false,
        stats: [{ day: period.from, hourly: [1000 - place], daily: 1000 - place }],
      })),
      more: false,
    }),
    website: domain => ({ ...goatCounterOwner, id, cname: domain }),
    others: [
      {},
      'text',
      7,
      null,
      { ...goatCounterOwner, sites: 'none' },
      { ...goatCounterOwner, sites: [{}] },
    ],
  },
};

/** Adds websites to a service that takes them. */
async function withWebsites(api: Api, access: Access, domains: readonly string[]): Promise<Access> {
  for (const domain of domains) await api.createWebsite({ ...websiteDefaults, domain });
  return access;
}

const reads: Readonly<Record<string, (api: Api, signal?: AbortSignal) => Promise<unknown>>> = {
  websites: (api, signal) => api.listWebsites({}, { signal }),
  website: (api, signal) => api.showWebsite(id, { signal }),
  rows: (api, signal) => api.readStatistic(id, { name: 'page', period }, { signal }),
  places: (api, signal) => api.readStatistic(id, { name: 'country', period }, { signal }),
  days: (api, signal) => api.readSeries(id, 'visitors', period, { signal }),
  visitors: (api, signal) => api.readVisitors(id, period, { signal }),
  hours: (api, signal) => api.readHours(id, 'pageviews_hours', period, { signal }),
  'days with data': (api, signal) => api.readDataDays(id, day, { signal }),
};
const writes: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  create: api => api.createWebsite({ ...websiteDefaults, domain: 'new.example.com' }),
  delete: api => api.deleteWebsite(id),
};

/** The calls that not every service has. */
const isOffered: Readonly<Record<string, (capabilities: Capabilities) => boolean>> = {
  places: capabilities => hasStatistic(capabilities, 'country'),
  hours: capabilities => hasStatistic(capabilities, 'pageviews_hours'),
  create: capabilities => canWrite(capabilities, 'domain'),
  delete: capabilities => canWrite(capabilities, 'domain') && capabilities.keepsWebsites !== true,
};

const faults: readonly (readonly [string, Answer, string])[] = [
  ['broken JSON', raw('{"data": [1,'), 'shape'],
  ['a page of HTML', html(), 'shape'],
  ['a redirect', bare(302, { location: 'https://elsewhere.example/login' }), 'shape'],
  ['500 with words', json({ error: { message: 'Server error' } }, 500), 'server'],
  ['500 without a body', bare(500), 'server'],
  ['503', bare(503), 'server'],
  ['a short wait', bare(429, { 'retry-after': '0' }), 'rateLimit'],
  ['a long wait', bare(429, { 'retry-after': '99' }), 'rateLimit'],
  ['more than 5 MB', raw(`"${'x'.repeat(6_000_000)}"`), 'shape'],
  ['a body that never ends', never, 'timeout'],
  ['a connection that is cut', cut, 'network'],
];

/** Short only where a limit is what is tested: the machine may be busy. */
const limitsOf = (kind: string) => ({ timeoutMs: kind === 'timeout' ? 100 : 60_000, maxWait: 1 });

describe.each(serviceKinds)('%s', kindOfService => {
  const subject = subjects[kindOfService];
  const { capabilities } = adapters[kindOfService];
  const has = ([name]: readonly [string, unknown]) => isOffered[name]?.(capabilities) ?? true;
  const hasNot = (call: readonly [string, unknown]) => !has(call);
  const [ownReads, ownWrites] = [Object.entries(reads).filter(has), Object.entries(writes).filter(has)];
  const ownCalls = [...ownReads, ...ownWrites].map(([, call]) => call);
  const fixture = useFaultServer();
  const open = (options: ApiOptions) => connectTo(subject.adapter, { capabilities, ...options });
  const connect = (options: Partial<ApiOptions> = {}) =>
    open({ baseUrl: fixture.server.url, apiKey: key, random: () => 0, ...options });

  const startWith = async (...domains: readonly string[]) => open(await subject.start(domains));
  const domainsOf = async (listing: ReturnType<Api['listWebsites']>) =>
    (await listing).rows.map(({ domain }) => domain);

  test.each(Object.entries({ ...reads, ...writes }).filter(hasNot))(
    '%s, which it does not have, is refused with no request',
    async (_, call) => {
      const error = await errorOf(call(connect()));
      expect(error.kind).toBe('forbidden');
      expect(fixture.server.requests).toEqual([]);
    },
  );

  describe.each(faults)('%s', (__, answer, kind) => {
    test.each(ownReads)('%s', async (name, read) => {
      fixture.server.answerWith(answer);
      const error = await errorOf(read(connect(limitsOf(kind))));
      expect([name, error.kind]).toEqual([name, kind]);
      expect(error.message).not.toContain(key);
    });

    test.each(ownWrites)('%s, which is never tried again', async (___, write) => {
      fixture.server.answerWith(answer);
      const error = await errorOf(write(connect(limitsOf(kind))));
      expect(error.kind).toBe(kind);
      expect(fixture.server.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    });
  });

  test.each(ownReads)('%s: an answer of another form is not taken for nothing', async (___, read) => {
    for (const other of subject.others) {
      fixture.server.answerWith(json(other));
      const result = await read(connect()).then(
        value => value,
        (error: unknown) => error,
      );
      expect(result).toMatchObject({ name: 'ApiError' });
    }
  });

  test('the key stays at home: a redirect to another host is not followed', async () => {
    const elsewhere = await openFaultServer();
    elsewhere.answerWith(json({}));
    for (const status of [301, 302, 303, 307, 308]) {
      fixture.server.answerWith(bare(status, { location: `${elsewhere.url}/api` }));
      for (const use of ownCalls) expect((await errorOf(use(connect()))).kind).toBe('shape');
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test('the key is in no message, even where the service repeats it', async () => {
    for (const status of [400, 401, 403, 404, 422, 500]) {
      fixture.server.answerWith(json({ message: `no ${key}`, error: { message: `no ${key}` } }, status));
      for (const use of ownCalls) expect((await errorOf(use(connect()))).message).not.toContain(key);
    }
  });

  test('hostile words of the service are made safe in messages, and stay as they are in rows', async () => {
    for (const text of hostileTexts) {
      fixture.server.answerWith(json({ message: text, error: { message: text } }, 500));
      const { message, details } = await errorOf(connect().showWebsite(id));
      expect(JSON.stringify([message, details])).not.toMatch(/\\u00[01]|\\u009|[\u0080-\u009f\u202a-\u202e]/);
      expect(message.length).toBeLessThan(500);
    }
    fixture.server.answerWith(json(subject.rows(hostileTexts)));
    const { rows } = await connect().readStatistic(id, { name: 'page', period, perPage: 100 });
    expect(rows.map(({ value }) => value)).toEqual(hostileTexts);
    const [, , domain = ''] = hostileTexts;
    fixture.server.answerWith(json(subject.website(domain)));
    expect((await connect().showWebsite(id)).domain).toBe(domain);
  });

  test('what is named like a property of every object is a value like others', async () => {
    const values = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    fixture.server.answerWith(json(subject.rows(values)));
    const { rows } = await connect().readStatistic(id, { name: 'page', period });
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  test('a read is tried again after a gateway failed', async () => {
    fixture.server.answerWith(bare(503), bare(502), json(subject.website('one.example.com')));
    expect((await connect().showWebsite(id)).domain).toBe('one.example.com');
    expect(fixture.server.requests).toHaveLength(3);
  });

  test.each(ownReads)('%s: an aborted read ends at once with the reason', async (___, read) => {
    fixture.server.answerWith(never);
    const leaving = new AbortController();
    const reading = read(connect(), leaving.signal);
    await fixture.server.arrived(1);
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    const before = fixture.server.requests.length;
    await expect(read(connect(), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(fixture.server.requests).toHaveLength(before);
  });

  test('at most four requests at once, in the order they were made', async () => {
    const hold = held(json(subject.rows([])));
    const api = connect();
    // What is asked before numbers is known by then.
    fixture.server.answerWith(json(subject.rows([])));
    await api.readStatistic(id, { name: 'page', period });
    const before = fixture.server.requests.length;
    fixture.server.answerWith(hold.answer);
    const days = Array.from({ length: 12 }, (___, place) => `2026-11-${10 + place}` as const);
    const work = days.map(from => api.readStatistic(id, { name: 'page', period: { from, to: from } }));
    for (let count = 4; count <= 12; count += 1) {
      await fixture.server.arrived(before + count);
      expect(hold.waiting()).toBe(4);
      hold.release();
    }
    for (let left = 0; left < 3; left += 1) hold.release();
    await Promise.all(work);
    const asked = fixture.server.requests.slice(before).map(({ query }) => query);
    // The first four open their connections together, in any order.
    expect([...asked.slice(0, 4).toSorted(), ...asked.slice(4)]).toEqual(asked.toSorted());
    expect(fixture.server.mostAtOnce()).toBe(4);
    expect(api.activity()).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test.runIf(canWrite(capabilities, 'domain'))('a website from its beginning to its end', async () => {
    const api = await startWith();
    // One that no request deletes has the first website from its beginning.
    const first = await domainsOf(api.listWebsites({}));
    expect(first).toHaveLength(capabilities.keepsWebsites === true ? 1 : 0);
    const made = await api.createWebsite({ ...websiteDefaults, domain: 'one.example.com' });
    const found =
      (await api.listWebsites({})).rows.find(({ domain }) => domain === 'one.example.com')?.id ?? '';
    expect(made?.id ?? found).toBe(found);
    await api.createWebsite({ ...websiteDefaults, domain: 'two.example.com' });
    expect(await api.showWebsite(found)).toMatchObject({ domain: 'one.example.com' });
    if (capabilities.keepsWebsites === true) return;
    await api.deleteWebsite(found);
    expect(await domainsOf(api.listWebsites({}))).toEqual(['two.example.com']);
    expect(['notFound', 'forbidden']).toContain((await errorOf(api.showWebsite(found))).kind);
  });

  test.runIf(canWrite(capabilities, 'domain') && capabilities.privacies.includes('public'))(
    'who may see a website, when it is added and later',
    async () => {
      const api = await startWith();
      const fields = { ...websiteDefaults, domain: 'one.example.com' };
      await api.createWebsite(fields);
      const listed = (await api.listWebsites({})).rows;
      const found = listed.find(({ domain }) => domain === 'one.example.com')?.id ?? '';
      await api.createWebsite({ ...fields, domain: 'two.example.com', privacy: 'public' });
      const rows = (await api.listWebsites({})).rows.filter(({ domain }) =>
        /^(?:one|two)/.test(domain ?? ''),
      );
      expect(new Map(rows.map(({ domain, privacy }) => [domain, privacy]))).toEqual(
        new Map([
          ['one.example.com', 'private'],
          ['two.example.com', 'public'],
        ]),
      );
      await api.updateWebsite(found, { privacy: 'public' });
      expect(await api.showWebsite(found)).toMatchObject({ domain: 'one.example.com', privacy: 'public' });
    },
  );

  test.runIf(capabilities.websites.orders.includes('domain'))('websites by their domains', async () => {
    const api = await startWith('two.example.com', 'one.example.com', 'three.example.com');
    const domains = ['one.example.com', 'three.example.com', 'two.example.com'];
    expect(await domainsOf(api.listWebsites({ sortBy: 'domain', sort: 'asc' }))).toEqual(domains);
    expect(await domainsOf(api.listWebsites({ sortBy: 'domain', sort: 'desc' }))).toEqual(
      domains.toReversed(),
    );
  });

  test.runIf(capabilities.websites.canSearch)('websites that are searched', async () => {
    const api = await startWith('one.example.com', 'two.example.com');
    expect(await domainsOf(api.listWebsites({ search: 'TWO' }))).toEqual(['two.example.com']);
  });

  test('a website without visits has a zero for every day, and no rows', async () => {
    const api = await startWith('one.example.com');
    const of = (await api.listWebsites({})).rows[0]?.id ?? '';
    const days = await api.readSeries(of, 'visitors', period);
    expect(days.map(({ count }) => count)).toEqual(Array.from({ length: 14 }, () => 0));
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([period.from, period.to]);
    expect(await api.readVisitors(of, period)).toBe(0);
    const page = await api.readStatistic(of, { name: 'page', period });
    expect([page.rows, page.page, page.next]).toEqual([[], 1, 'no']);
    expect(await api.readDataDays(of, day)).toEqual({ from: undefined, gaps: [] });
  });

  test.runIf(hasStatistic(capabilities, 'visitors_hours'))('nor any in an hour of the day', async () => {
    const api = await startWith('one.example.com');
    const of = (await api.listWebsites({})).rows[0]?.id ?? '';
    expect(await api.readHours(of, 'visitors_hours', period)).toEqual(Array.from({ length: 24 }, () => 0));
  });

  test('it recognises its own kind, and no other one', async () => {
    const ask = (baseUrl: string) => createConnection({ apiKey: '' }).http(baseUrl).send;
    for (const other of Object.values(subjects)) {
      const { baseUrl } = await other.start([]);
      expect(await subject.adapter.recognise(ask(baseUrl))).toBe(other === subject);
    }
    fixture.server.answerWith(html());
    expect(await subject.adapter.recognise(ask(fixture.server.url))).toBe(false);
  });
});
