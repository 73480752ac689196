import { expect, test } from 'vitest';
import { ask, openForTest, temporaryFile } from '../server/serverFixture.ts';
import { botName } from '#logs/fields/agents.ts';
import { chrome, countsOf, googlebot, importHere, line, pipedLines, query } from './importFixture.ts';

const [bot, notFound, status] = [18, 19, 20];
const time = '10/Nov/2026:08:00:00';

const importLines = (file: string, lines: readonly string[]) => importHere(file, [pipedLines(lines)]);

test('bots by name, pages not found with their referrers, and answers by status', async () => {
  const file = temporaryFile();
  const curl = 'curl/8.5.0';
  const missing = (path: string, more: object = {}) => line(time, path, { status: 404, ...more });
  const { counted, bots, otherStatus, otherMethods, assets, read, malformed } = await importLines(file, [
    line(time, '/'),
    line(time, '/style.css'),
    line(time, '/', { agent: googlebot }),
    line(time, '/a', { agent: googlebot, status: 304 }),
    missing('/old', { agent: googlebot }),
    line(time, '/x.css', { agent: googlebot }),
    line(time, '/', { agent: curl }),
    line(time, '/', { agent: '-' }),
    missing('/old'),
    missing('/old', { referrer: 'https://news.example.org/a?b' }),
    missing('/old', { referrer: 'https://www.example.com/links?secret=1' }),
    missing('/old'),
    missing('/missing.png'),
    line(time, '/', { status: 500 }),
    line(time, '/').replace('"GET', '"POST'),
    'noise',
  ]);
  expect({ counted, bots, otherStatus, otherMethods, assets, read, malformed }).toEqual({
    counted: 1,
    bots: 4,
    otherStatus: 7,
    otherMethods: 1,
    assets: 2,
    read: 16,
    malformed: 1,
  });
  expect(countsOf(file, bot)).toEqual({ '': 1, Googlebot: 4, curl: 1 });
  expect(countsOf(file, notFound)).toEqual({
    '/old': 2,
    '/old from /links': 1,
    '/old from news.example.org': 1,
    '/missing.png': 1,
  });
  expect(countsOf(file, status)).toEqual({ '200': 7, '304': 1, '404': 6, '500': 1 });
  const sum = query(file, 'select sum(count) as lines from stat where name = 20');
  expect(sum).toEqual([{ lines: read - malformed }]);
});

test('lines count once, and not those of other hosts or excluded addresses', async () => {
  const file = temporaryFile();
  const service = await openForTest({ file });
  await ask(service, 'POST /websites', {
    domain: 'example.com',
    exclude_ips: '192.0.2.9',
    exclude_bots: '0',
  });
  service.close();
  const lines = [
    `example.com ${line(time, '/', { agent: googlebot })}`,
    `example.com ${line(time, '/no', { status: 404, address: '192.0.2.9' })}`,
    `other.example ${line(time, '/no', { status: 404 })}`,
  ];
  expect(await importLines(file, lines)).toMatchObject({ counted: 1, bots: 0, otherStatus: 2 });
  expect(await importLines(file, lines.toReversed())).toMatchObject({ known: 3 });
  expect([bot, notFound, status].map(name => countsOf(file, name))).toEqual([
    { Googlebot: 1 },
    {},
    { '200': 1 },
  ]);
});

test('a malformed request is no answer by status, however often it is read', async () => {
  const file = temporaryFile();
  const lines = [line(time, '*'), line(time, '/')];
  expect(await importLines(file, lines)).toMatchObject({ malformed: 1, known: 0 });
  expect(await importLines(file, lines.toReversed())).toMatchObject({ malformed: 1, known: 1 });
  expect(countsOf(file, status)).toEqual({ '200': 1 });
});

test('a day has at most 5,000 values, the rest is (other)', async () => {
  const file = temporaryFile();
  const missing = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => line(time, `/p${from + index}`, { status: 404 }));
  await importLines(file, [line(time), ...missing(0, 4_990), ...missing(0, 1)]);
  await importLines(file, [...missing(4_900, 5_100), ...missing(5_050, 5_060)]);
  const rows = query(file, 'select value, count from stat where name = 19');
  expect(rows).toHaveLength(5_001);
  expect(rows.find(({ value }) => value === '(other)')).toEqual({ value: '(other)', count: 100 });
  expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(4_990 + 1 + 110 + 10);
});

test('a bot is called what it calls itself', () => {
  expect(
    [
      googlebot,
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0',
      'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'python-requests/2.31.0',
      'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
      'Mozilla/5.0 (compatible; Ezooms/1.0; help@moz.com)',
      '<script>',
      '',
      'x'.repeat(10_000),
    ].map(botName),
  ).toEqual([
    'Googlebot',
    'bingbot',
    'AhrefsBot',
    'facebookexternalhit',
    'python-requests',
    'Baiduspider',
    'Ezooms',
    '',
    '',
    'x'.repeat(60),
  ]);
  expect(botName(chrome)).toBe('Mozilla');
});
