import { expect, test } from 'vitest';
import { statisticCodes } from '#server/database/counts.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, countsOf, googlebot, importInto, writeLog } from './importFixture.ts';

const own = 'https://example.com/shoes?id=7';

function request(
  what: string,
  status: number,
  { agent = chrome, from = '-', address = '91.12.3.4', bytes = '512' } = {},
) {
  return `${address} - - [10/Nov/2026:08:00:00 +0000] "${what}" ${status} ${bytes} "${from}" "${agent}"`;
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
  // Failed: a page, a form, twice, for a bot, and of an excluded address.
  request('GET /shoes?session=1&b=2 HTTP/1.1', 503),
  request('POST /order HTTP/1.1', 500),
  request('POST /order HTTP/1.1', 502),
  request('GET /shoes HTTP/1.1', 504, bot),
  request('GET /shoes HTTP/1.1', 500, { address: '10.0.0.5' }),
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
  bot: { '': 1, Googlebot: 9 },
  bot_page: { Googlebot: 2 },
  not_found: {
    '': 1,
    '/gone?b=2': 1,
    '/img/broken.png?v=2 from /shoes': 2,
    '/img/broken.png?v=2 from other.example': 1,
    'POST /xmlrpc.php': 1,
  },
  failed: { '/shoes?b=2': 1, 'POST /order': 2, '/shoes': 1 },
  status: { 200: 9, 301: 2, 304: 1, 404: 8, 500: 1, 502: 1, 503: 1, 504: 1 },
  download: {},
  bytes: {
    '': 512,
    '/': 512 * 4,
    '/gone': 1024,
    '/img/broken.png': 2048,
    '/login': 512,
    '/logo.png': 1024,
    '/old': 1024,
    '/order': 1024,
    '/robots.txt': 512,
    '/shoes': 2048,
    '/xmlrpc.php': 512,
  },
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
  for (const name of [
    'pageviews',
    'bot',
    'bot_page',
    'not_found',
    'failed',
    'status',
    'download',
    'bytes',
  ] as const)
    expect({ [name]: counts(name) }).toEqual({ [name]: expected[name] });
});

test('page views, requests of bots and the rest of people are all lines of the website', async () => {
  const { summary, counts } = await countedWith({});
  // By hand: an image, a HEAD, a redirect, six that were not found and three that failed.
  const rest = 12;
  const lines = log.length - 4;
  expect(sum(counts('pageviews')) + sum(counts('bot')) + rest).toBe(lines);
  expect(sum(counts('status'))).toBe(lines);
  expect(summary).toMatchObject({ read: log.length, counted: 2, bots: 2 });
});

test('downloads are what people were given, bytes of every request, by the path without its query', async () => {
  const bytes = (sent: string | number) => ({ bytes: String(sent) });
  const files = [
    request('GET /guide.pdf HTTP/1.1', 200, bytes(1000)),
    request('GET /guide.pdf?from=mail HTTP/1.1', 200, bytes(1000)),
    request('GET /Guide.PDF#page=2 HTTP/1.1', 200, bytes(1000)),
    // The client has it already; a part; not sent; a bot's; an excluded address; no file, as people see it.
    request('GET /guide.pdf HTTP/1.1', 304, bytes('-')),
    request('GET /film.mp4 HTTP/1.1', 206, bytes(300)),
    request('GET /film.mp4 HTTP/1.1', 206, bytes(200)),
    request('GET /none.zip HTTP/1.1', 404, bytes(10)),
    request('HEAD /guide.pdf HTTP/1.1', 200, bytes(0)),
    request('POST /guide.pdf HTTP/1.1', 200, bytes(7)),
    request('GET /feed.xml HTTP/1.1', 200, { ...bot, ...bytes(50) }),
    request('GET /feed.xml HTTP/1.1', 200, bytes(50)),
    request('GET /a.zip HTTP/1.1', 200, { address: '10.0.0.7', ...bytes(99) }),
    request('GET /logo.png HTTP/1.1', 200, bytes(20)),
    request('GET /caf\\xC3\\xA9.pdf?x HTTP/1.1', 200, bytes(3)),
    request('GET http://example.com/b.zip?x HTTP/1.1', 200, bytes(4)),
    // Wrong: less than none, no number, more than a terabyte.
    request('GET /wrong.zip HTTP/1.1', 200, bytes(-5)),
    request('GET /wrong.zip HTTP/1.1', 200, bytes('NaN')),
    request('GET /wrong.zip HTTP/1.1', 200, bytes('9007199254740993')),
    // More than 32 bits hold, twice.
    request('GET /disk.iso HTTP/1.1', 200, bytes(5_000_000_000)),
    request('GET /disk.iso HTTP/1.1', 200, bytes(5_000_000_001)),
    // Not a request at all, a page and an error with a query.
    request('-', 400, bytes(1)),
    request('GET /shoes?id=1 HTTP/1.1', 200, bytes(11)),
    request('GET /shoes?id=2&session=x HTTP/1.1', 500, bytes(12)),
  ];
  const file = temporaryFile();
  const service = await openForTest({ file, countsLogs: true });
  await ask(service, 'POST /websites', { domain: 'example.com', exclude_ips: '10.0.0.0/8' });
  await importInto(file, [writeLog(temporaryFolder(), 'access.log', files)]);
  expect(countsOf(file, statisticCodes.download)).toEqual({
    '/guide.pdf': 3,
    '/Guide.PDF': 1,
    '/feed.xml': 1,
    '/caf%C3%A9.pdf': 1,
    '/b.zip': 1,
    '/wrong.zip': 3,
    '/disk.iso': 2,
  });
  const sent = {
    '': 1,
    '/guide.pdf': 2007,
    '/Guide.PDF': 1000,
    '/film.mp4': 500,
    '/none.zip': 10,
    '/feed.xml': 100,
    '/logo.png': 20,
    '/caf%C3%A9.pdf': 3,
    '/b.zip': 4,
    '/disk.iso': 10_000_000_001,
    '/shoes': 23,
  };
  expect(countsOf(file, statisticCodes.bytes)).toEqual(sent);
  const { body } = await ask(service, 'GET /stats/1?name=bytes&from=2026-11-01&to=2026-11-30&per_page=25');
  const rows = Object.entries(sent).map(([value, count]) => ({ value, count }));
  expect(body.data).toEqual(rows.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)));
});

test('bots that a website wants are page views too, and the same requests of bots', async () => {
  const { counts } = await countedWith({ exclude_bots: '0' });
  expect(counts('pageviews')).toEqual({ '': 4 });
  expect(counts('bot')).toEqual(expected.bot);
  expect(counts('bot_page')).toEqual(expected.bot_page);
  expect(counts('not_found')).toEqual(expected.not_found);
});
