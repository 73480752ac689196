import { expect, test } from 'vitest';
import { statisticCodes } from '#server/database/counts.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, countsOf, googlebot, importInto, writeLog } from './importFixture.ts';

const own = 'https://example.com/shoes?id=7';

function request(what: string, status: number, { agent = chrome, from = '-', address = '91.12.3.4' } = {}) {
  return `${address} - - [10/Nov/2026:08:00:00 +0000] "${what}" ${status} 512 "${from}" "${agent}"`;
}

const bot = { agent: googlebot };

// The website excludes 10.0.0.0/8 and the parameter "session".
const log = [
  // People: two page views, an image, a HEAD and a redirect.
  request('GET / HTTP/1.1', 200),
  request('GET /shoes HTTP/1.1', 304),
  request('GET /logo.png HTTP/1.1', 200),
  request('HEAD / HTTP/1.1', 200),
  request('GET /old HTTP/1.1', 301),
  // Not found: a page, an image that a page of the website shows, twice, one from elsewhere, a form and a script of an excluded address.
  request('GET /gone?session=1&b=2&utm_source=x HTTP/1.1', 404),
  request('GET /img/broken.png?v=2 HTTP/1.1', 404, { from: own }),
  request('GET /img/broken.png?v=2 HTTP/2.0', 404, { from: own }),
  request('GET /img/broken.png?v=2 HTTP/1.1', 404, { from: 'https://other.example/list' }),
  request('POST /xmlrpc.php HTTP/1.1', 404),
  request('GET /app.js HTTP/1.1', 404, { address: '10.0.0.5' }),
  request('-', 404),
  // A bot: two pages, an image, a HEAD, a POST, a redirect and two that were not found.
  request('GET / HTTP/1.1', 200, bot),
  request('GET /shoes HTTP/1.1', 200, bot),
  request('GET /logo.png HTTP/1.1', 200, bot),
  request('HEAD / HTTP/1.1', 200, bot),
  request('POST /login HTTP/1.1', 200, bot),
  request('GET /old HTTP/1.1', 301, bot),
  request('GET /gone HTTP/1.1', 404, bot),
  request('GET /img/broken.png HTTP/1.1', 404, bot),
  // Without an agent: a bot too, without a name.
  request('GET /robots.txt HTTP/1.1', 200, { agent: '-' }),
  // An excluded bot, and another website.
  request('GET / HTTP/1.1', 200, { ...bot, address: '10.0.0.6' }),
  `other.example:443 ${request('GET / HTTP/1.1', 404)}`,
];

const expected = {
  pageviews: { '': 2 },
  bot: { '': 1, Googlebot: 8 },
  bot_page: { Googlebot: 2 },
  not_found: {
    '': 1,
    '/gone?b=2': 1,
    '/img/broken.png?v=2 from /shoes': 2,
    '/img/broken.png?v=2 from other.example': 1,
    'POST /xmlrpc.php': 1,
  },
  status: { 200: 9, 301: 2, 304: 1, 404: 8 },
} as const;

async function countedWith(settings: Record<string, string>) {
  const file = temporaryFile();
  const service = await openForTest({ file });
  const exclusions = { exclude_params: 'session', exclude_ips: '10.0.0.0/8' };
  await ask(service, 'POST /websites', { domain: 'example.com', ...exclusions, ...settings });
  const summary = await importInto(file, [writeLog(temporaryFolder(), 'access.log', log)]);
  return { summary, counts: (name: keyof typeof expected) => countsOf(file, statisticCodes[name]) };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

test('bots are all requests of bots, with their pages apart; not found is every 404 of people with its link', async () => {
  const { counts } = await countedWith({});
  for (const name of ['pageviews', 'bot', 'bot_page', 'not_found', 'status'] as const)
    expect({ [name]: counts(name) }).toEqual({ [name]: expected[name] });
});

test('page views, requests of bots and the rest of people are all lines of the website', async () => {
  const { summary, counts } = await countedWith({});
  // By hand: an image, a HEAD, a redirect and six that were not found.
  const rest = 9;
  const lines = log.length - 3;
  expect(sum(counts('pageviews')) + sum(counts('bot')) + rest).toBe(lines);
  expect(sum(counts('status'))).toBe(lines);
  expect(summary).toMatchObject({ read: log.length, counted: 2, bots: 2 });
});

test('bots that a website wants are page views too, and the same requests of bots', async () => {
  const { counts } = await countedWith({ exclude_bots: '0' });
  expect(counts('pageviews')).toEqual({ '': 4 });
  expect(counts('bot')).toEqual(expected.bot);
  expect(counts('bot_page')).toEqual(expected.bot_page);
  expect(counts('not_found')).toEqual(expected.not_found);
});
