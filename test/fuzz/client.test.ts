import type { Api } from '#api/api.ts';
import { type ApiOptions, connectGoatCounter, createApi } from '../helpers/apiFixture.ts';
import { ApiError } from '#model/failure.ts';
import { safeText } from '#text/safeText.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { describe, expect, test } from 'vitest';
import { Chance } from './Chance.ts';
import { startFuzzServer } from './fuzzServer.ts';
import { again, seeds, timeFor } from './seeds.ts';

const key = 'sk-fuzz-3f9a';
const march = { from: '2026-03-01', to: '2026-03-31' } as const;
const year = { from: '2025-11-01', to: '2026-10-31' } as const;

const requests: readonly [(api: Api) => Promise<unknown>, ...((api: Api) => Promise<unknown>)[]] = [
  api => api.listWebsites({}),
  api => api.listWebsites({ search: '\0%', perPage: 100, page: 3 }),
  api => api.showWebsite('7'),
  api => api.createWebsite({ ...websiteDefaults, domain: 'new.example.com' }),
  api => api.updateWebsite('7', { email: true }),
  api => api.deleteWebsite('7'),
  api => api.readStatistic('7', { name: 'page', period: march }),
  api => api.readStatistic('ü/..', { name: 'country', period: march, search: 'x', page: 2, perPage: 25 }),
  api => api.readSeries('7', 'visitors', year),
  api => api.readHours('7', 'visitors_hours', march),
];

interface Kind {
  readonly connect: (options: ApiOptions) => Api;
  readonly requests: typeof requests;
  /** Percent of the answers that are as they should be: without any, GoatCounter is asked for no more than whose the key is. */
  readonly goodOnes: number;
  readonly share: number;
}

const kinds: Readonly<Record<string, Kind>> = {
  phpAnalytics: { connect: createApi, requests, goodOnes: 0, share: 0.9 },
  GoatCounter: {
    connect: connectGoatCounter,
    requests: [
      ...requests,
      api => api.readStatistic('8', { name: 'event', period: march }),
      api => api.readStatistic('7', { name: 'referrer', period: year, perPage: 100 }),
      api => api.readCount('7', { name: 'page', value: '/', span: march }, march),
      api => api.readDataDays('7', '2026-11-27'),
    ],
    goodOnes: 60,
    share: 0.4,
  },
};

/** One request of each seed: what it gives, or what is wrong with how it ended. */
async function run(seed: number, url: string, { connect, requests: all }: Kind): Promise<string | undefined> {
  const request = new Chance(seed).of(all);
  const begun = performance.now();
  // Nothing waits: not between attempts, nor for what a service said to wait.
  const api = connect({
    baseUrl: url,
    apiKey: key,
    // Also on a busy machine a request has come by then.
    timeoutMs: 2500,
    writeTimeoutMs: 2500,
    random: () => 0,
    after: (_, work) => {
      const timer = setTimeout(work, 1);
      return { ref: () => timer.ref(), unref: () => timer.unref(), stop: () => clearTimeout(timer) };
    },
  });
  const wrong = await request(api).then(
    () => undefined,
    (fault: unknown) => complaint(fault),
  );
  if (wrong !== undefined) return wrong;
  const took = performance.now() - begun;
  return took > 20_000 ? `took ${Math.round(took)} ms` : undefined;
}

function complaint(fault: unknown): string | undefined {
  if (!(fault instanceof ApiError))
    return `no ApiError: ${fault instanceof Error ? fault.stack : String(fault)}`;
  const { message, details } = fault;
  if (message === '' || message !== safeText(message)) return `not a safe text: ${JSON.stringify(message)}`;
  return JSON.stringify([message, details]).includes(key) ? `has the key: ${message}` : undefined;
}

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  const cases = seeds(kind.share);
  test(
    'whatever a service answers, a request ends with what was asked for or an ApiError',
    async () => {
      const found: string[] = [];
      let answers = 0;
      const left = cases.values();
      const worker = async () => {
        for (const seed of left) {
          const server = await startFuzzServer(seed, kind.goodOnes);
          const wrong = await run(seed, server.url, kind);
          answers += server.answers();
          await server.close();
          if (wrong !== undefined) found.push(`${again(seed, 'client.test.ts')}\n  ${wrong}`);
        }
      };
      await Promise.all(Array.from({ length: 32 }, worker));
      expect(found).toEqual([]);
      expect(answers).toBeGreaterThanOrEqual(cases.length * 0.9);
    },
    timeFor(cases, 100),
  );
});
