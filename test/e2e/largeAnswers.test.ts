import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceKind } from '#model/service/connection.ts';
import { start } from '../helpers/application.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

/** A second is what somebody may wait; the rest is for a machine that does other things meanwhile. */
const mostWait = 5_000;

const uuid = (place: number) => `71ea33eb-7000-456a-bd7e-${String(place).padStart(12, '0')}`;
const listOf = (length: number, one: (place: number) => unknown) =>
  JSON.stringify({ data: Array.from({ length }, (_, place) => one(place)), count: length });
const site = { id: uuid(1), name: 'One', domain: 'one.example', shareId: null };
const none = '{"data":[],"count":0}';

interface LargeAnswer {
  readonly kind: ServiceKind;
  /** The body of an answer. */
  readonly answer: (path: string) => string;
  /** The request with whose answer the key is pressed. */
  readonly at: RegExp;
}

const umami = (of: (path: string) => string | undefined) => (path: string) => {
  if (path.includes('/pageviews')) return of(path) ?? '{"pageviews":[],"sessions":[]}';
  if (path.includes('/stats')) return '{"visitors":0}';
  if (path.includes('/metrics')) return of(path) ?? '[]';
  if (path.startsWith('/api/teams')) return of(path) ?? none;
  return of(path) ?? listOf(1, () => site);
};
const phpAnalytics = (of: (path: string) => string | undefined) => (path: string) =>
  of(path) ?? (path.includes('/stats/') ? '{"data":[]}' : '{"data":[{"id":1,"domain":"one.example"}]}');

const manyTeams = listOf(50_000, place => ({ id: uuid(place) }));
const manyWebsites = listOf(50_000, place => ({ id: uuid(place), name: '', domain: `d${place}.example` }));
const manyRows = listOf(130_000, place => ({ value: `/${place.toString(36)}`, count: 1 }));
const tooManyRows = listOf(190_000, place => ({ value: place.toString(36), count: 1 }));
const manyDays = JSON.stringify({
  pageviews: Array.from({ length: 80_000 }, () => ({ x: '2026-11-01 00:00:00', y: 1 })),
  sessions: [],
});
const nested = `${'['.repeat(2_400_000)}${']'.repeat(2_400_000)}`;

const answers: Readonly<Record<string, LargeAnswer>> = {
  '50,000 teams': {
    kind: 'umami',
    answer: umami(path => (path.startsWith('/api/teams?') ? manyTeams : undefined)),
    // All that comes of the answer begins with the first list of a team.
    at: /^\/api\/teams\//,
  },
  '5 MB of websites': {
    kind: 'umami',
    answer: umami(path => (path.startsWith('/api/websites?') ? manyWebsites : undefined)),
    at: /^\/api\/websites\?/,
  },
  'as many websites from a service that was asked for a page of them': {
    kind: 'phpanalytics',
    answer: phpAnalytics(path => (path.includes('/stats/') ? undefined : manyWebsites)),
    at: /^\/api\/v1\/websites/,
  },
  '80,000 days that are one': {
    kind: 'umami',
    answer: umami(path => (path.includes('/pageviews') ? manyDays : undefined)),
    at: /\/pageviews/,
  },
  'a statistic with 130,000 rows': {
    kind: 'phpanalytics',
    answer: phpAnalytics(path => (path.includes('/stats/') ? manyRows : undefined)),
    at: /\/stats\//,
  },
  'a statistic with more values than are read': {
    kind: 'phpanalytics',
    answer: phpAnalytics(path => (path.includes('/stats/') ? tooManyRows : undefined)),
    at: /\/stats\//,
  },
  'arrays in arrays': {
    kind: 'umami',
    answer: umami(path => (path.startsWith('/api/websites?') ? nested : undefined)),
    at: /^\/api\/websites\?/,
  },
};

/** The program on a service that gives such an answer; `sent` resolves once it was. */
async function open({ kind, answer, at }: LargeAnswer) {
  const sent = Promise.withResolvers<void>();
  const server = createServer(({ url: path = '' }, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(answer(path), () => at.test(path) && sent.resolve());
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  const home = temporaryHome();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = { kind, url, apiKey: 'key-of-this-test', timeZone: 'UTC' };
  const file = { version: 1, current: 'work', profiles: { work } };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify(file), { mode: 0o600 });
  return { terminal: start({ home, cols: 120, rows: 40 }), sent: sent.promise };
}

const ways = ['q', '^C', 'SIGTERM'] as const;
/** Each way with the answer that takes longest, and the others by turns: all need the program to be free in time. */
const cases = Object.entries(answers).flatMap(([name, answer], place) =>
  ways.filter((_, way) => place === 0 || way === place % ways.length).map(how => ({ name, how, answer })),
);

test.each(cases)('while the service answers with $name, $how ends the program', async ({ how, answer }) => {
  const { terminal, sent } = await open(answer);
  await sent;
  await terminal.waitFor('Sitedeck > Websites');
  const pressed = performance.now();
  if (how === 'SIGTERM') terminal.signal(how);
  else terminal.press(how);
  await terminal.exit;
  expect(performance.now() - pressed).toBeLessThan(mostWait);
});

test('of 50,000 teams the list says that only some are read', async () => {
  const teams = umami(path => {
    if (path.startsWith('/api/teams?')) return manyTeams;
    const place = Number(/^\/api\/teams\/.*-(\d+)\//.exec(path)?.[1] ?? NaN);
    return Number.isNaN(place) ? undefined : listOf(1, () => ({ ...site, id: uuid(place + 2) }));
  });
  const { terminal } = await open({ kind: 'umami', answer: teams, at: /^$/ });
  await terminal.waitFor('Of 50,000 teams only the first 200 are read', 60_000);
  await terminal.waitFor(/1-\d+ of 201\+/);
});

test('an answer with too many values says so', async () => {
  const { terminal } = await open({ kind: 'umami', answer: umami(() => nested), at: /^$/ });
  await terminal.waitFor('The answer holds more than 400,000 values', 60_000);
});
