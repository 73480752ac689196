import { expect, test } from 'vitest';
import { allStatistics } from '#model/statistics/statistics.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { ask, openForTest, temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import {
  chrome,
  countsOf,
  firefox,
  googlebot,
  importInto,
  query,
  safari,
  visitsIn,
  writeLog,
} from './importFixture.ts';

const own = 'https://example.com/';

// The website excludes the parameter "ref" and the addresses 10.0.0.0/8; days and hours are Berlin's, an hour ahead of
// UTC. Anna reads with Chrome from Germany, Ben with Safari from the US, Cleo with Firefox from Australia.
const log = [
  // A page view: Anna's second session on the 10th, at 9 o'clock, from Google.
  `91.12.3.4 - - [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 512 "https://www.google.com/" "${chrome}"`,
  // An asset.
  `91.12.3.4 - - [10/Nov/2026:08:00:01 +0000] "GET /style.css?v=3 HTTP/1.1" 200 512 "${own}" "${chrome}"`,
  // The same page, twice: utm_source and ref do not belong to it. Exactly 30 minutes apart: one session.
  `91.12.3.4 - - [10/Nov/2026:08:10:00 +0000] "GET /shoes?id=7&utm_source=x&ref=nav HTTP/1.1" 200 512 "${own}" "${chrome}"`,
  `91.12.3.4 - - [10/Nov/2026:08:40:00 +0000] "GET /shoes?ref=nav&id=7 HTTP/2.0" 304 0 "https://www.example.com/" "${chrome}"`,
  // A second more: Anna's third session. A referrer inside the website is none.
  `91.12.3.4 - - [10/Nov/2026:09:10:01 +0000] "GET /cart HTTP/1.1" 200 512 "${own}" "${chrome}"`,
  // No GET, twice.
  `91.12.3.4 - - [10/Nov/2026:09:10:02 +0000] "POST /cart HTTP/1.1" 200 512 "${own}" "${chrome}"`,
  `91.12.3.4 - - [10/Nov/2026:09:10:03 +0000] "HEAD / HTTP/1.1" 200 0 "-" "${chrome}"`,
  // Neither 2xx nor 304, twice.
  `91.12.3.4 - - [10/Nov/2026:09:10:04 +0000] "GET /gone HTTP/1.1" 404 512 "-" "${chrome}"`,
  `91.12.3.4 - - [10/Nov/2026:09:10:05 +0000] "GET /old HTTP/1.1" 301 0 "-" "${chrome}"`,
  // Ben at 23:59:59 on the 10th, with a campaign; a second later it is the 11th, and he is a visitor of that day too.
  `8.8.8.8 - - [10/Nov/2026:22:59:59 +0000] "GET /?utm_campaign=Spring%20Sale HTTP/1.1" 200 512 "-" "${safari}"`,
  `8.8.8.8 - - [10/Nov/2026:23:00:00 +0000] "GET /shoes HTTP/1.1" 200 512 "${own}" "${safari}"`,
  // A bot, and an excluded address.
  `66.249.66.1 - - [10/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "${googlebot}"`,
  `10.0.0.5 - - [10/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "${chrome}"`,
  // Malformed.
  'not a line of a log',
  // Cleo at 11 o'clock on the 11th. The virtual host is the website; nginx writes bytes of UTF-8 as \xNN.
  `www.example.com:443 1.1.1.1 - - [11/Nov/2026:11:00:00 +0100] "GET /caf\\xC3\\xA9 HTTP/1.1" 200 512 "https://news.example.org/a" "${firefox}"`,
  // Another virtual host.
  `other.example:443 1.1.1.1 - - [11/Nov/2026:11:00:00 +0100] "GET / HTTP/1.1" 200 512 "-" "${firefox}"`,
  // No request at all: no GET.
  `1.1.1.1 - - [11/Nov/2026:11:00:00 +0100] "-" 400 0 "-" "-"`,
  // The common format: without an agent, from Cleo's address, another visitor (at 12).
  `1.1.1.1 - frank [11/Nov/2026:12:00:00 +0100] "GET /shoes HTTP/1.1" 200 512`,
  // Out of order: Cleo a minute earlier. This is where her session begins, at 10 o'clock.
  `1.1.1.1 - - [11/Nov/2026:10:59:00 +0100] "GET /news HTTP/1.1" 200 512 "https://t.co/x" "${firefox}"`,
  // A proxy's request for another host.
  `1.1.1.1 - - [11/Nov/2026:11:00:00 +0100] "GET http://elsewhere.example/ HTTP/1.1" 200 512 "-" "${firefox}"`,
  // Out of order: Anna's first session, at 6 o'clock, from a mail application.
  `91.12.3.4 - - [10/Nov/2026:05:00:00 +0000] "GET /early HTTP/1.1" 200 512 "android-app://com.google.android.gm/" "${chrome}"`,
];

/** Everything that is not empty, by hand. */
const expected = {
  visitors: { '': 5 },
  pageviews: { '': 10 },
  page: { '/': 2, '/caf%C3%A9': 1, '/cart': 1, '/early': 1, '/news': 1, '/shoes': 2, '/shoes?id=7': 2 },
  landing_page: { '/': 2, '/cart': 1, '/early': 1, '/news': 1, '/shoes': 2 },
  referrer: { '': 4, 'com.google.android.gm': 1, 't.co': 1, 'www.google.com': 1 },
  campaign: { 'Spring Sale': 1 },
  country: { 'AU:Australia': 2, 'DE:Germany': 1, 'US:United States': 2 },
  continent: { 'EU:Europe': 1, 'NA:North America': 2, 'OC:Oceania': 2 },
  browser: { '': 1, Chrome: 1, Firefox: 1, Safari: 2 },
  os: { '': 1, Linux: 1, Windows: 1, iOS: 2 },
  device: { '': 1, desktop: 2, mobile: 2 },
  visitors_hours: { '00': 1, '06': 1, '10': 1, '12': 1, '23': 1 },
  pageviews_hours: { '00': 1, '06': 1, '09': 3, '10': 2, '11': 1, '12': 1, '23': 1 },
  // One is the line without a request, which names no agent.
  bot: { '': 1, Googlebot: 1 },
  bot_page: { Googlebot: 1 },
  not_found: { '/gone': 1 },
  // All lines but the malformed one, the one of another virtual host and that of the excluded address.
  status: { 200: 14, 301: 1, 304: 1, 400: 1, 404: 1 },
  // The same but for those without any: 304, HEAD, a redirect and the line without a request. One is of no path of the website: a
  // proxy's for another host.
  bytes: {
    '': 512,
    '/': 512 * 3,
    '/caf%C3%A9': 512,
    '/cart': 1024,
    '/early': 512,
    '/gone': 512,
    '/news': 512,
    '/shoes': 512 * 3,
    '/style.css': 512,
  },
};

async function importByHand(lines: readonly string[]) {
  const file = temporaryFile();
  const service = await openForTest({ file });
  await ask(service, 'POST /websites', {
    domain: 'example.com',
    exclude_params: 'session\nref',
    exclude_ips: '192.0.2.1, 10.0.0.0/8',
  });
  const path = writeLog(temporaryFolder(), 'access.log', lines);
  const summary = await importInto(file, [path], { timeZone: 'Europe/Berlin' });
  return { file, service, summary };
}

test('every line is in its class, and every count is the one worked out by hand', async () => {
  const { file, summary } = await importByHand(log);
  expect(summary).toMatchObject({
    read: 21,
    malformed: 1,
    otherMethods: 3,
    otherStatus: 2,
    assets: 1,
    otherHosts: 2,
    excluded: 1,
    bots: 1,
    counted: 10,
    from: '2026-11-10',
    to: '2026-11-11',
    website: { id: 1, domain: 'example.com', created: false },
    files: [{ state: { kind: 'imported' }, lines: 21 }],
  });
  expect(summary.notes).toEqual([
    'Lines of other hosts than the website (other.example is one) were left out.',
    'Lines in the common format name no user agent: no bot could be left out there, and browsers stay empty.',
    'Countries are by DB-IP (https://db-ip.com), CC BY 4.0.',
    'Cities, languages, resolutions and events stay empty: an access log does not hold them.',
    'Response times stay empty: these lines do not hold them ($request_time of nginx, %D of Apache).',
    'Days and hours are those of Europe/Berlin, as on this machine now, and stay so: sitedeck logs zone ZONE changes that.',
  ]);
  const counts = Object.fromEntries(
    allStatistics
      .map(name => [name, countsOf(file, statisticCodes[name])] as const)
      .filter(([, counts]) => Object.keys(counts).length > 0),
  );
  expect(counts).toEqual(expected);
});

test('the service answers with the counts of each day', async () => {
  const { service } = await importByHand(log);
  const rows = async (name: string) =>
    (await ask(service, `GET /stats/1?name=${name}&from=2026-11-09&to=2026-11-12&sort_by=value&sort=asc`))
      .body.data;
  expect(await rows('visitors')).toEqual([
    { value: '2026-11-10', count: 2 },
    { value: '2026-11-11', count: 3 },
  ]);
  expect(await rows('pageviews')).toEqual([
    { value: '2026-11-10', count: 6 },
    { value: '2026-11-11', count: 4 },
  ]);
});

test('the order of the lines makes no difference', async () => {
  const { file } = await importByHand(log.toReversed());
  for (const [name, counts] of Object.entries(expected)) {
    const code = statisticCodes[allStatistics.find(known => known === name) ?? 'event'];
    expect(countsOf(file, code)).toEqual(counts);
  }
});

test('no address, agent or name of a user is stored', async () => {
  const { file } = await importByHand(log);
  const tables = query(file, `select name from sqlite_schema where type = 'table'`);
  expect(tables.length).toBeGreaterThan(10);
  const stored = tables
    .flatMap(({ name }) => query(file, `select * from ${String(name)}`))
    .flatMap(row => Object.values(row))
    .map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');
  for (const text of ['91.12.3.4', '8.8.8.8', '1.1.1.1', 'Mozilla', 'frank'])
    expect(stored).not.toContain(text);
  expect(visitsIn(file)[0]?.['visitor']).toHaveLength(12);
});

test('a website that wants its bots has them counted', async () => {
  const file = temporaryFile();
  const service = await openForTest({ file });
  await ask(service, 'POST /websites', { domain: 'example.com', exclude_bots: '0' });
  const summary = await importInto(file, [writeLog(temporaryFolder(), 'access.log', log)]);
  expect(summary).toMatchObject({ bots: 0, excluded: 0, counted: 12 });
  expect(countsOf(file, statisticCodes.device)).toMatchObject({ bot: 1 });
});

test('a website that is not there is made with the defaults of the service', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', log);
  const summary = await importInto(file, [path], { domain: 'New.Example.com' });
  expect(summary.website).toEqual({ id: 1, domain: 'new.example.com', created: true });
  const service = await openForTest({ file });
  expect((await ask(service, 'GET /websites/1')).body.data).toMatchObject({
    domain: 'new.example.com',
    privacy: 1,
    email: 0,
    exclude_bots: 1,
    exclude_params: null,
    exclude_ips: null,
  });
});
