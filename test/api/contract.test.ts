import { describe, expect, onTestFinished, test } from 'vitest';
import type { Adapter } from '#api/adapter.ts';
import type { Api } from '#api/api.ts';
import type { ConnectOptions } from '#api/requester.ts';
import { phpAnalytics } from '#api/phpAnalytics/adapter.ts';
import { umami } from '#api/umami/adapter.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { websiteDefaults, type WebsiteFields } from '#model/website/website.ts';
import { errorOf, key, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, cut, html, json, never, raw } from '../helpers/faultAnswers.ts';
import type { Answer } from '../helpers/faultServer.ts';
import { startFaultServer } from '../helpers/faultServer.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { exampleSeed } from '../helpers/umami/example.ts';
import { startUmami } from '../helpers/umami/server.ts';

// What every adapter does alike. A further one is a line in `adapters`.

interface Subject {
  readonly adapter: Adapter;
  /** A service of its kind with a website without visits, and its address and key. */
  start(): Promise<Pick<ConnectOptions, 'baseUrl' | 'apiKey'>>;
  /** The answer to a read of referrers. */
  rows(values: readonly string[]): unknown;
  /** That to a read of one website, and of all. */
  website(domain: string): unknown;
  /** An answer to nothing, which is what another program may give. */
  readonly others: readonly unknown[];
}

const id = '71ea33eb-7000-456a-bd7e-215c5995e797';
const period = { from: '2026-11-01', to: '2026-11-14' } as const;
const day = '2026-11-20';

const adapters: Readonly<Record<string, Subject>> = {
  phpAnalytics: {
    adapter: phpAnalytics,
    async start() {
      const service = await openService({ file: ':memory:', today: () => day, apiKey: key });
      const listener = await listen(service);
      onTestFinished(async () => {
        await listener.close();
        service.close();
      });
      return { baseUrl: listener.url, apiKey: key };
    },
    rows: values => ({ data: values.map((value, place) => ({ value, count: 1000 - place })) }),
    website: domain => ({ data: { id, domain } }),
    others: [{}, 'text', 7, { data: 'text' }, { data: [{ count: -1 }] }, { data: [{ count: 'many' }] }],
  },
  umami: {
    adapter: umami,
    async start() {
      const server = await startUmami({ ...exampleSeed, websites: [] });
      onTestFinished(() => server.close());
      return { baseUrl: server.url, apiKey: server.tokenOf('anna') };
    },
    rows: values =>
      values.map((name, place) => ({
        name,
        pageviews: '1',
        visitors: 1,
        visits: 1000 - place,
        country: null,
      })),
    website: domain => ({ id, name: 'x', domain, shareId: null }),
    others: [{}, 'text', 7, null, [{ name: 7 }], [{ name: 'x', visits: -1 }], [{ visits: 'many' }]],
  },
};

const reads: Readonly<Record<string, (api: Api, signal?: AbortSignal) => Promise<unknown>>> = {
  websites: (api, signal) => api.listWebsites({}, signal),
  website: (api, signal) => api.showWebsite(id, signal),
  rows: (api, signal) => api.readStatistic(id, { name: 'referrer', period }, signal),
  places: (api, signal) => api.readStatistic(id, { name: 'country', period }, signal),
  days: (api, signal) => api.readSeries(id, 'visitors', period, signal),
  visitors: (api, signal) => api.readVisitors(id, period, signal),
  hours: (api, signal) => api.readHours(id, 'pageviews_hours', period, signal),
};
const writes: Readonly<Record<string, (api: Api) => Promise<unknown>>> = {
  create: api => api.createWebsite({ ...websiteDefaults, domain: 'new.example.com' }),
  delete: api => api.deleteWebsite(id),
};

const faults: readonly (readonly [string, Answer, string])[] = [
  ['broken JSON', raw('{"data": [1,'), 'shape'],
  ['a page of HTML', html(), 'shape'],
  ['a redirect', bare(302, { location: 'https://elsewhere.example/login' }), 'shape'],
  ['500 with words', json({ error: { message: 'Server error' } }, 500), 'server'],
  ['500 without a body', bare(500), 'server'],
  ['a long wait', bare(429, { 'retry-after': '99' }), 'rateLimit'],
  ['more than 5 MB', raw(`"${'x'.repeat(6_000_000)}"`), 'shape'],
  ['a body that never ends', never, 'timeout'],
  ['a connection that is cut', cut, 'network'],
];

/** Short only where a limit is what is tested: the machine may be busy. */
const limitsOf = (kind: string) => ({ timeoutMs: kind === 'timeout' ? 100 : 60_000, longestWait: 1 });

describe.each(Object.entries(adapters))('%s', (_, subject) => {
  const fixture = useFaultServer();
  const connect = (options: Partial<ConnectOptions> = {}) =>
    subject.adapter.connect({ baseUrl: fixture.server.url, apiKey: key, random: () => 0, ...options });

  describe.each(faults)('%s', (__, answer, kind) => {
    test.each(Object.entries(reads))('%s', async (name, read) => {
      fixture.server.answerWith(answer);
      const error = await errorOf(read(connect(limitsOf(kind))));
      expect([name, error.kind]).toEqual([name, kind]);
      expect(error.message).not.toContain(key);
    });

    test.each(Object.entries(writes))('%s, which is never tried again', async (___, write) => {
      fixture.server.answerWith(answer);
      const error = await errorOf(write(connect(limitsOf(kind))));
      expect(error.kind).toBe(kind);
      expect(fixture.server.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    });
  });

  test.each(Object.entries(reads))(
    '%s: an answer of another form is not taken for nothing',
    async (___, read) => {
      for (const other of subject.others) {
        fixture.server.answerWith(json(other));
        const result = await read(connect()).then(
          value => value,
          (error: unknown) => error,
        );
        expect(result).toMatchObject({ name: 'ApiError' });
      }
    },
  );

  test('the key stays at home: a redirect to another host is not followed', async () => {
    const elsewhere = await startFaultServer();
    onTestFinished(() => elsewhere.close());
    elsewhere.answerWith(json({}));
    for (const status of [301, 302, 303, 307, 308]) {
      fixture.server.answerWith(bare(status, { location: `${elsewhere.url}/api` }));
      for (const use of [...Object.values(reads), ...Object.values(writes)])
        expect((await errorOf(use(connect()))).kind).toBe('shape');
    }
    expect(elsewhere.requests).toEqual([]);
  });

  test('the key is in no message, even where the service repeats it', async () => {
    for (const status of [400, 401, 403, 404, 422, 500]) {
      fixture.server.answerWith(json({ message: `no ${key}`, error: { message: `no ${key}` } }, status));
      for (const use of [...Object.values(reads), ...Object.values(writes)])
        expect((await errorOf(use(connect()))).message).not.toContain(key);
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
    const { rows } = await connect().readStatistic(id, { name: 'referrer', period, perPage: 100 });
    expect(rows.map(({ value }) => value)).toEqual(hostileTexts);
    const [, , domain = ''] = hostileTexts;
    fixture.server.answerWith(json(subject.website(domain)));
    expect((await connect().showWebsite(id)).domain).toBe(domain);
  });

  test('what is named like a property of every object is a value like others', async () => {
    const values = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    fixture.server.answerWith(json(subject.rows(values)));
    const { rows } = await connect().readStatistic(id, { name: 'referrer', period });
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  test('a read is tried again after a gateway failed', async () => {
    fixture.server.answerWith(bare(503), bare(502), json(subject.website('one.example.com')));
    expect((await connect().showWebsite(id)).domain).toBe('one.example.com');
    expect(fixture.server.requests).toHaveLength(3);
  });

  test.each(Object.entries(reads))('%s: an aborted read ends at once with the reason', async (___, read) => {
    fixture.server.answerWith(never);
    const leaving = new AbortController();
    const reading = read(connect(), leaving.signal);
    await fixture.server.arrived(1);
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    await expect(read(connect(), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  test('at most four requests at once', async () => {
    fixture.server.answerWith(response => setTimeout(() => response.end('[]'), 20));
    const api = connect();
    const days = Array.from({ length: 12 }, (___, place) => `2026-11-${10 + place}` as const);
    const work = days.map(from => api.readStatistic(id, { name: 'referrer', period: { from, to: from } }));
    await Promise.allSettled(work);
    expect(fixture.server.requests).toHaveLength(12);
    expect(fixture.server.mostAtOnce()).toBe(4);
  });

  test('a website from its beginning to its end', async () => {
    const api = subject.adapter.connect(await subject.start());
    expect((await api.listWebsites({})).rows).toEqual([]);
    const fields: WebsiteFields = { ...websiteDefaults, domain: 'one.example.com' };
    const made = await api.createWebsite(fields);
    await api.createWebsite({ ...fields, domain: 'two.example.com', privacy: 'public' });
    const { rows } = await api.listWebsites({ sortBy: 'domain', sort: 'asc' });
    expect(rows.map(({ domain, privacy }) => [domain, privacy])).toEqual([
      ['one.example.com', 'private'],
      ['two.example.com', 'public'],
    ]);
    const found = rows[0]?.id ?? '';
    expect(made?.id ?? found).toBe(found);
    expect((await api.listWebsites({ search: 'TWO' })).rows.map(({ domain }) => domain)).toEqual([
      'two.example.com',
    ]);
    await api.updateWebsite(found, { privacy: 'public' });
    expect(await api.showWebsite(found)).toMatchObject({ domain: 'one.example.com', privacy: 'public' });
    await api.deleteWebsite(found);
    expect((await api.listWebsites({})).rows.map(({ domain }) => domain)).toEqual(['two.example.com']);
    expect(['notFound', 'forbidden']).toContain((await errorOf(api.showWebsite(found))).kind);
  });

  test('a website without visits has a zero for every day and hour, and no rows', async () => {
    const api = subject.adapter.connect(await subject.start());
    await api.createWebsite({ ...websiteDefaults, domain: 'one.example.com' });
    const [website] = (await api.listWebsites({})).rows;
    const of = website?.id ?? '';
    const days = await api.readSeries(of, 'visitors', period);
    expect(days.map(({ count }) => count)).toEqual(Array.from({ length: 14 }, () => 0));
    expect([days[0]?.day, days.at(-1)?.day]).toEqual([period.from, period.to]);
    expect(await api.readHours(of, 'visitors_hours', period)).toEqual(Array.from({ length: 24 }, () => 0));
    expect(await api.readVisitors(of, period)).toBe(0);
    const page = await api.readStatistic(of, { name: 'page', period });
    expect([page.rows, page.page, page.next]).toEqual([[], 1, 'no']);
  });

  test('it recognises its own kind, and no other one', async () => {
    const ask = (baseUrl: string) => async (path: string) => {
      const response = await fetch(baseUrl + path, { redirect: 'manual' });
      return {
        url: response.url,
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      };
    };
    for (const other of Object.values(adapters)) {
      const { baseUrl } = await other.start();
      expect(await subject.adapter.recognise(ask(baseUrl))).toBe(other === subject);
    }
    fixture.server.answerWith(html());
    expect(await subject.adapter.recognise(ask(fixture.server.url))).toBe(false);
  });
});
