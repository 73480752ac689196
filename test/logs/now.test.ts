import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import { putLogSource } from '#logs/storage/sources.ts';
import { LogTails } from '#logs/views/LogTails.ts';
import { openNow, RecentViews } from '#logs/views/NowReader.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { accessLog } from '../helpers/accessLogs.ts';
import { fileWithWebsite, googlebot, importHere, line } from './importFixture.ts';

const start = Date.UTC(2026, 10, 20, 10, 0, 0);
const minute = (at: number) => `20/Nov/2026:10:${String(at).padStart(2, '0')}:00`;

/** The present is 10:30 on 20 Nov 2026. */
async function nowOf(
  pattern: string,
  options: ReadingOptions = {},
  isEachHost = false,
  clock = { minute: 30 },
) {
  const file = await fileWithWebsite();
  const database = await openDatabase(file);
  const source = { website: isEachHost ? undefined : 1, pattern, options };
  await database.write(() => putLogSource(database, source, '2026-11-20 10:00:00'));
  database.close();
  const reader = await openNow({ file, timeZone: 'UTC', now: () => start + clock.minute * 60_000 }, '1');
  onTestFinished(() => reader.close());
  const pages = async () => (await reader.read()).latest.map(({ page }) => page).toReversed();
  return { file, reader, pages };
}

const folderOf = async () => dirname(await fileWithWebsite());

test('page views of people are shown with where they came from, nobody else', async () => {
  const log = join(await folderOf(), 'access.log');
  const lines = [
    line(minute(20), '/a?utm_source=x', { referrer: 'https://www.google.com/search?q=x' }),
    line(minute(21), '/b', { referrer: 'https://www.example.com/a?secret=1' }),
    line(minute(22), '/bot', { agent: googlebot }),
    line(minute(23), '/style.css'),
    line(minute(24), '/gone', { status: 404 }),
    line(minute(25), '/c').replace('GET', 'POST'),
    'no line at all',
    line(minute(26), '/half'),
  ];
  writeFileSync(log, lines.join('\n'));
  const { reader, pages } = await nowOf(log);
  expect(await reader.read()).toMatchObject({
    visitors: 0,
    sources: 1,
    problems: [],
    latest: [
      { time: start / 1000 + 21 * 60, page: '/b', referrer: '/a' },
      { time: start / 1000 + 20 * 60, page: '/a', referrer: 'www.google.com' },
    ],
  });
  appendFileSync(log, `\n${line(minute(28), '/d')}\n`);
  expect(await pages()).toEqual(['/a', '/b', '/half', '/d']);
  expect(await reader.read()).toMatchObject({ visitors: 1 });
});

test('page views are shown as long as it is open', async () => {
  const log = join(await folderOf(), 'access.log');
  writeFileSync(log, `${line(minute(28), '/a')}\n`);
  const clock = { minute: 30 };
  const { pages } = await nowOf(log, {}, false, clock);
  expect(await pages()).toEqual(['/a']);
  clock.minute = 40;
  appendFileSync(log, `${line(minute(39), '/b')}\n`);
  expect(await pages()).toEqual(['/a', '/b']);
});

test('within a filter of sessions a page view goes on with the session that was counted before it', async () => {
  const log = join(await folderOf(), 'access.log');
  const referrer = 'https://www.google.com/';
  writeFileSync(log, `${line('20/Nov/2026:09:55:00', '/a', { referrer })}\n`);
  const { file, reader: all } = await nowOf(log, {}, false, { minute: 40 });
  await importHere(file, [log], 'example.com');
  appendFileSync(log, `${line(minute(20), '/b')}\n${line(minute(39), '/c', { address: '192.0.2.9' })}\n`);
  const found = { field: 'referrer', comparison: 'is', value: 'www.google.com' } as const;
  const reader = await openNow({ file, timeZone: 'UTC', now: () => start + 40 * 60_000 }, '1', [found]);
  onTestFinished(() => reader.close());
  expect((await reader.read()).latest.map(({ page }) => page)).toEqual(['/b']);
  expect((await all.read()).latest).toHaveLength(2);
});

test('what has taken the place of a log is said, and no log at all', async () => {
  const folder = await folderOf();
  const log = join(folder, 'access.log');
  mkdirSync(log);
  const { reader } = await nowOf(log);
  expect((await reader.read()).problems).toEqual([expect.stringContaining(`${log} is a folder`)]);
  rmSync(log, { recursive: true });
  expect((await reader.read()).problems).toEqual([`${log} is not there.`]);
  writeFileSync(log, `${line(minute(28), '/d')}\n`);
  expect((await reader.read()).problems).toEqual([]);
  const none = await nowOf(join(folder, 'other*.log'));
  expect((await none.reader.read()).problems).toEqual([
    expect.stringContaining('other*.log matches no file'),
  ]);
});

test('each line shows once over rotations: renamed, copied and truncated, copied aside, deleted', async () => {
  const folder = await folderOf();
  const log = join(folder, 'access.log');
  const long = `/${'x'.repeat(300)}`;
  writeFileSync(log, `${line(minute(10), long)}\n${line(minute(11), '/1')}\n`);
  copyFileSync(log, join(folder, 'access.log.bak'));
  const { pages } = await nowOf(join(folder, 'access.log*'));
  const seen = async () => (await pages()).slice(1);
  expect(await seen()).toEqual(['/1']);
  // Renamed: the server writes on into the old file for a while.
  renameSync(log, join(folder, 'access.log.1'));
  appendFileSync(join(folder, 'access.log.1'), `${line(minute(12), '/2')}\n`);
  writeFileSync(log, `${line(minute(13), long.replace('x', 'y'))}\n${line(minute(14), '/3')}\n`);
  expect((await seen()).filter(page => page.length < 9)).toEqual(['/1', '/2', '/3']);
  // Copied and truncated, with a line in the copy that was not read yet.
  appendFileSync(log, `${line(minute(15), '/4')}\n`);
  copyFileSync(log, join(folder, 'access.log.2'));
  truncateSync(log);
  appendFileSync(log, `${line(minute(16), '/5')}\n`);
  expect((await seen()).filter(page => page.length < 9)).toEqual(['/1', '/2', '/3', '/4', '/5']);
  // Deleted, but still written until the server opens another one.
  appendFileSync(log, `${line(minute(17), '/6')}\n`);
  rmSync(log);
  expect((await seen()).filter(page => page.length < 9)).toEqual(['/1', '/2', '/3', '/4', '/5', '/6']);
});

test('of the logs of each host only the lines of the website are shown', async () => {
  const log = join(await folderOf(), 'access.log');
  const lines = ['example.com', 'www.example.com:443', 'other.example'].map(
    (host, at) => `${host} ${line(minute(20 + at), `/${at}`)}\n`,
  );
  writeFileSync(log, [...lines, `${line(minute(25), '/no-host')}\n`].join(''));
  const { pages } = await nowOf(log, {}, true);
  expect(await pages()).toEqual(['/0', '/1']);
});

test('as many page views as an import counts, and nothing is stored', async () => {
  const log = join(await folderOf(), 'access.log');
  const lines = { lines: 20_000, from: start / 1000 + 120, days: 25 / 1440, domain: 'example.com' };
  writeFileSync(log, [...accessLog(lines)].join(''));
  const { reader } = await nowOf(log);
  const { minutes } = await reader.read();
  const views = minutes.reduce<number>((sum, count = 0) => sum + count, 0);
  const { counted } = await importHere(await fileWithWebsite(), [log]);
  expect(counted).toBeGreaterThan(1_000);
  expect(views).toBe(counted);
});

/** @param take gets the time of each line */
const openTails = (take: (time: number) => void, most?: number) =>
  new LogTails(
    { format: undefined, hosts: new HostSearch('example.com'), take: ({ time }) => take(time) },
    most,
  );

test('of logs that are large only the end is read, and where it begins is said', async () => {
  const log = join(await folderOf(), 'access.log');
  const lines = Array.from({ length: 600 }, (_, at) =>
    line(
      `20/Nov/2026:10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
    ),
  );
  const bytes = lines.map(each => `${each}\n`).join('');
  writeFileSync(log, bytes);
  const times: number[] = [];
  const leftOut: number[] = [];
  const look = {
    paths: [log],
    leaveOut: (before: number) => void leftOut.push(before - start / 1000),
  };
  const each = bytes.length / 600;
  const tails = openTails(time => void times.push(time - start / 1000), Math.floor(each * 10.5));
  onTestFinished(() => tails.close());
  await tails.look({ ...look, since: start / 1000 });
  expect(times).toEqual([590, 591, 592, 593, 594, 595, 596, 597, 598, 599]);
  expect(leftOut).toEqual([590]);
  appendFileSync(log, `${line(minute(12))}\n`);
  await tails.look({ ...look, since: start / 1000 });
  expect(times.slice(10)).toEqual([720]);
  expect(leftOut).toEqual([590]);
});

test('a log of many hours is read from near the time that matters', async () => {
  const log = join(await folderOf(), 'access.log');
  const lines = { lines: 40_000, from: start / 1000 - 86_400, days: 1, domain: 'example.com' };
  const bytes = [...accessLog(lines)].join('');
  expect(bytes.length).toBeGreaterThan(4_000_000);
  writeFileSync(log, bytes);
  const times: number[] = [];
  const tails = openTails(time => void times.push(time));
  onTestFinished(() => tails.close());
  const since = start / 1000 - 600;
  await tails.look({
    paths: [log],
    since,
    leaveOut: () => expect.unreachable(),
  });
  expect(times.length).toBeLessThan(20_000);
  const wanted = (bytes.match(/^.*\[20\/Nov\/2026:09:5[0-9]:.*$/gm) ?? []).length;
  expect(wanted).toBeGreaterThan(200);
  expect(times.filter(time => time >= since).length).toBe(wanted);
});

/** A whole minute. */
const now = 30_000_000 * 60;

const view = (time: number, visitor = 1, page = '/') => ({
  time,
  visitor: () => visitor,
  page,
  referrer: '',
});

test('page views are counted by minutes, visitors of five minutes once, and the latest come first', () => {
  const recent = new RecentViews();
  recent.add(view(now - 29 * 60 - 1, 1, '/too-old'), now);
  recent.add(view(now - 29 * 60, 2, '/oldest'), now);
  recent.add(view(now + 20, 3, '/newest'), now + 25);
  recent.add(view(now - 300, 4, '/five-minutes-ago'), now);
  recent.add(view(now - 299, 5, '/less'), now);
  recent.add(view(now - 10, 5, '/again'), now);
  recent.add(view(now + 90, 6, '/tomorrow'), now + 25);
  const numbers = recent.numbers(now);
  expect(numbers).toMatchObject({ minute: 30_000_000, visitors: 2, isMany: false, since: undefined });
  expect(numbers.minutes).toEqual([1, ...Array.from({ length: 23 }, () => 0), 2, 0, 0, 0, 1, 1]);
  expect(numbers.latest.map(({ page }) => page)).toEqual([
    '/newest',
    '/again',
    '/less',
    '/five-minutes-ago',
    '/oldest',
  ]);
});

test('what is older than thirty minutes goes, and visitors who were not seen for five', () => {
  const recent = new RecentViews();
  recent.add(view(now), now);
  expect(recent.numbers(now + 299)).toMatchObject({ visitors: 1 });
  expect(recent.numbers(now + 300)).toMatchObject({ visitors: 0 });
  expect(recent.numbers(now + 29 * 60).minutes[0]).toBe(1);
  expect(recent.numbers(now + 30 * 60)).toMatchObject({
    minutes: Array.from({ length: 30 }, () => 0),
    latest: [],
  });
});

test('a flood takes no more memory: the latest 200 are listed, and so many visitors told apart', () => {
  const recent = new RecentViews(1_000);
  for (let index = 0; index < 5_000; index++) recent.add(view(now + index / 100, index, `/${index}`), now);
  const numbers = recent.numbers(now);
  expect(numbers).toMatchObject({ visitors: 1_000, isMany: true });
  expect(numbers.minutes.at(-1)).toBe(5_000);
  expect(numbers.latest).toHaveLength(200);
  expect(numbers.latest[0]?.page).toBe('/4999');
  expect(recent.numbers(now + 400)).toMatchObject({ visitors: 0, isMany: false });
});

test('minutes of which lines were left out are not known', () => {
  const recent = new RecentViews();
  recent.leaveOut(now - 120);
  recent.leaveOut(now - 600);
  recent.add(view(now - 100), now);
  const { minutes, since } = recent.numbers(now);
  expect(since).toBe(now - 120);
  expect(minutes.slice(0, 27)).toEqual(Array.from({ length: 27 }, () => undefined));
  expect(minutes.slice(27)).toEqual([1, 0, 0]);
  expect(recent.numbers(now + 28 * 60).since).toBeUndefined();
});
