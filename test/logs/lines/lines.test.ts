import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openLogs } from '#logs/index.ts';
import { type LinesQuestion, linesText, missingLines } from '#model/lines.ts';
import { putZone, withDatabase } from '#server/database/openDatabase.ts';
import { temporaryFile, temporaryFolder } from '../../server/serverFixture.ts';
import { followHere } from '../followFixture.ts';
import {
  chrome,
  fileWithWebsite,
  importHere,
  line,
  query,
  safari,
  textOf,
  writeLog,
} from '../importFixture.ts';
import { linesIn } from './linesFixture.ts';

const period = { from: '2026-11-10', to: '2026-11-10' } as const;
const at = (time: string, path = '/', options = {}) => line(`10/Nov/2026:${time}`, path, options);

async function followed(lines: readonly string[], options = {}) {
  const folder = temporaryFolder();
  const path = writeLog(folder, 'access.log', lines);
  const following = await followHere(`${path}*`, options);
  await following.look();
  return { ...following, folder, path };
}

test('the very same line counts as often as one log has it, and a copy adds none', async () => {
  const lines = [at('08:00:00'), at('08:00:00'), at('08:00:01')];
  const { file, folder, look } = await followed(lines);
  writeLog(folder, 'access.log.copy', [at('08:00:00'), ...lines]);
  await look();
  const expected = [at('08:00:01'), at('08:00:00'), at('08:00:00'), at('08:00:00')];
  expect((await linesIn(file, { period })).lines).toEqual(expected);
});

test('lines that are not counted yet are left out, as they are of the number', async () => {
  const { file, path, look } = await followed([at('08:00:00')]);
  appendFileSync(path, textOf([at('08:00:01', '/late')]));
  const before = await linesIn(file, { period });
  expect([before.lines, before.summary.counted]).toEqual([[at('08:00:00')], 1]);
  await look();
  const after = await linesIn(file, { period });
  expect([after.lines, after.summary.counted]).toEqual([[at('08:00:01', '/late'), at('08:00:00')], 2]);
});

test('a log that is gone is named, with how many lines more were counted', async () => {
  const folder = temporaryFolder();
  const old = join(folder, 'access.log.1.gz');
  writeFileSync(old, gzipSync(textOf([at('07:00:00', '/a'), at('07:00:01', '/b')])));
  writeLog(folder, 'access.log', [at('08:00:00')]);
  const { file, look } = await followHere(join(folder, 'access.log*'));
  await look();
  expect((await linesIn(file, { period })).summary).toMatchObject({ lines: 3, counted: 3, gone: [] });
  rmSync(old);
  const { summary } = await linesIn(file, { period });
  expect(missingLines(summary)).toEqual([`2 lines more were counted. ${old} is not there any more.`]);
  // Of a row that lacks none nothing is said.
  const where = [{ field: 'page', comparison: 'is', value: '/' } as const];
  expect(missingLines((await linesIn(file, { period, where })).summary)).toEqual([]);
});

test('lines that come late are found, however much earlier they are than the start of their log', async () => {
  const starts = [
    '11/Nov/2026:12:00:00',
    '12/Nov/2026:12:00:00',
    '15/Nov/2026:10:00:00',
    '19/Nov/2026:08:00:00',
  ];
  const folder = temporaryFolder();
  const late = starts.map((_, index) => at(`08:00:0${index}`, `/late/${index}`));
  starts.forEach((start, index) => writeLog(folder, `${index}.log`, [line(start), late[index] ?? '']));
  const { file, look } = await followHere(join(folder, '*.log'));
  await look();
  const { lines, summary } = await linesIn(file, { period });
  expect([lines, missingLines(summary)]).toEqual([late.toReversed(), []]);
  const { lines: again } = await linesIn(file, { period }, 300);
  expect(again).toEqual(lines);
});

test('a line is found that is of the day in a zone ahead of UTC alone', async () => {
  const path = writeLog(temporaryFolder(), 'access.log', [line('09/Nov/2026:12:00:00')]);
  const file = await fileWithWebsite();
  await withDatabase(file, database => database.write(() => putZone(database, 'Pacific/Kiritimati')));
  await (await followHere(path, {}, file)).look();
  expect((await linesIn(file, { period })).lines).toEqual([line('09/Nov/2026:12:00:00')]);
});

test('a log that was imported by itself is none of those that are read', async () => {
  const { file, folder } = await followed([at('08:00:00')]);
  await importHere(file, [writeLog(folder, 'other.log', [at('09:00:00')])]);
  expect(missingLines((await linesIn(file, { period })).summary)).toEqual([
    '1 line more was counted. It is in no log that this website has now: one was imported by itself, or cut, or the settings were others.',
  ]);
});

test('a log that cannot be read is named, and the others are read', async () => {
  const { file, folder } = await followed([at('08:00:00')]);
  const cut = join(folder, 'access.log.2.gz');
  writeFileSync(cut, gzipSync(textOf([at('07:00:00')])).subarray(0, 60));
  const { lines, summary } = await linesIn(file, { period });
  expect(lines).toEqual([at('08:00:00')]);
  expect(missingLines(summary)).toEqual([
    `${cut} is cut short, its compressed data ends too early: copy it again.`,
  ]);
});

test('with a small memory logs are read several times, and all lines are there', async () => {
  const minutes = Array.from({ length: 60 }, (_, minute) => String(minute).padStart(2, '0'));
  const lines = minutes.map(minute => at(`08:${minute}:00`, `/${minute}`));
  // Twice in the log.
  const { file } = await followed([...lines, ...lines]);
  const whole = await linesIn(file, { period });
  const found = await linesIn(file, { period }, 2_000);
  expect(found.lines).toEqual(lines.flatMap(each => [each, each]).toReversed());
  expect([whole.passes, found.lines]).toEqual([1, whole.lines]);
  expect(found.passes).toBeGreaterThan(5);
  expect(found.summary).toEqual(whole.summary);
});

test('page views of conditions are those of their sessions, and say whose', async () => {
  const phone = { agent: safari };
  const first = at('08:00:00', '/', { referrer: 'https://t.co/x' });
  const lines = [
    first,
    at('08:10:00', '/shoes', { referrer: 'https://example.com/' }),
    at('08:11:00', '/shoes', phone),
    at('10:00:00', '/shoes'),
    at('10:00:01', '/missing', { status: 404 }),
  ];
  const { file } = await followed(lines);
  const where = [{ field: 'referrer', comparison: 'is', value: 't.co' } as const];
  const found = await linesIn(file, { period, where });
  expect(found.lines).toEqual([lines[1], first]);
  expect([linesText(found.summary), missingLines(found.summary)]).toEqual(['2 lines of 1 visitor', []]);
  const desktop = await linesIn(file, {
    period,
    where: [{ field: 'device', comparison: 'is', value: 'desktop' }],
  });
  expect(linesText(desktop.summary)).toBe('3 lines of 1 visitor in 2 sessions');
});

test('of an hour they say whose they are, and of the row how many visitors came in it', async () => {
  const phone = { agent: safari };
  const { file } = await followed([
    at('08:00:00'),
    at('08:10:00'),
    at('08:11:00', '/', phone),
    at('10:00:00'),
    at('11:00:00', '/', phone),
    at('11:00:01', '/', { agent: `${chrome} x` }),
  ]);
  const is = (field: 'hour' | 'weekday' | 'device', value: string) =>
    ({ field, comparison: 'is', value }) as const;
  const textOfRow = async (ofRow: LinesQuestion['ofRow'], ...where: LinesQuestion['where']) =>
    linesText((await linesIn(file, { period, where, ofRow })).summary);
  expect(await textOfRow(['hour'], is('hour', '08'))).toBe('3 lines of 2 visitors');
  expect(await textOfRow(['hour'], is('hour', '10'))).toBe(
    '1 line of 1 visitor, none of whom came in this hour',
  );
  expect(await textOfRow(['hour'], is('hour', '11'))).toBe(
    '2 lines of 2 visitors, 1 of whom came in this hour',
  );
  // Within a filter by them they came in it.
  expect(await textOfRow(['hour'], is('device', 'desktop'), is('hour', '11'))).toBe('1 line of 1 visitor');
  // 10 Nov 2026 is a Tuesday.
  expect(await textOfRow(['weekday', 'hour'], is('weekday', '2'), is('hour', '08'))).toBe(
    '3 lines of 2 visitors',
  );
  expect(await textOfRow(undefined, is('hour', '08'))).toBe('3 lines');
});

test('of slow responses it says how long they took at least: times are counted in steps', async () => {
  // 0.01 to 2.00 s. The step of the time number 180, 1.8 s, has 1.79 s too.
  const timed = Array.from({ length: 200 }, (_, index) => {
    const [minute, second] = [Math.floor(index / 60), index % 60].map(part => String(part).padStart(2, '0'));
    return `${at(`08:${minute}:${second}`)} rt=${((index + 1) / 100).toFixed(2)}`;
  });
  const { file } = await followed(timed);
  const requests = { name: 'slow_response', value: '/' } as const;
  const { lines, summary } = await linesIn(file, { period, requests });
  expect(lines).toEqual(timed.slice(178).toReversed());
  expect([linesText(summary), missingLines(summary)]).toEqual(['22 lines that took at least 1.79 s', []]);
});

test('days of which visits are not kept have no lines within a filter, but those of a row of a page', async () => {
  const before = line('09/Nov/2026:08:00:00');
  const { file } = await followed([before, at('08:00:00')]);
  query(file, "delete from visit_part where kind > 1 and day = julianday('2026-11-09') - 2440587.5");
  const days = { from: '2026-11-09', to: '2026-11-10' } as const;
  const device = { field: 'device', comparison: 'is', value: 'desktop' } as const;
  const page = { field: 'page', comparison: 'is', value: '/' } as const;
  const hour = { field: 'hour', comparison: 'is', value: '08' } as const;
  const not = { field: 'page', comparison: 'is not', value: '/shoes' } as const;
  for (const where of [[device], [page], [hour], [not], [page, hour]]) {
    const found = await linesIn(file, { period: days, where });
    expect([found.lines, found.summary.counted]).toEqual([[at('08:00:00')], 1]);
    expect(missingLines(found.summary)).toEqual([
      'Visits are known from 10 Nov 2026 on: earlier lines are left out.',
    ]);
  }
  const earlier = await linesIn(file, { period: { ...days, to: days.from }, where: [page] });
  expect([earlier.lines, earlier.summary.counted]).toEqual([[], 0]);
  const row = await linesIn(file, { period: days, where: [page], ofRow: ['page'] });
  expect([row.lines, row.summary.counted, row.summary.reachesFrom]).toEqual([
    [at('08:00:00'), before],
    2,
    undefined,
  ]);
  const filtered = await linesIn(file, { period: days, where: [hour, page], ofRow: ['page'] });
  expect([filtered.lines, filtered.summary.reachesFrom]).toEqual([[at('08:00:00')], '2026-11-10']);
});

test('of a log of several hosts only the lines of the website', async () => {
  const own = `example.com:443 ${at('08:00:00')}`;
  const path = writeLog(temporaryFolder(), 'access.log', [
    own,
    `other.example:443 ${at('08:00:00')}`,
    at('08:00:01'),
  ]);
  const file = temporaryFile();
  const logs = openLogs({ file, timeZone: 'UTC', name: 'test' });
  const hosts = { fewestViews: 1, mostWebsites: 9, patterns: [] };
  await logs.addAndRead({ domain: undefined, patterns: [path], options: { hosts } }, {});
  const [website] = query(file, "select id from website where domain = 'example.com'");
  expect((await linesIn(file, { website: String(website?.['id']), period })).lines).toEqual([own]);
});

test('the parts of a line that Kubernetes has split are one line, without what stands before them', async () => {
  const whole = at('08:00:00', '/long');
  const stamp = '2026-11-10T08:00:00.1Z stdout';
  const { file } = await followed([
    `${stamp} P ${whole.slice(0, 40)}`,
    `${stamp} F ${whole.slice(40)}`,
    `${stamp} F ${at('08:00:01')}`,
  ]);
  expect((await linesIn(file, { period })).lines).toEqual([`${stamp} F ${at('08:00:01')}`, whole]);
});

test('bytes stay as they are, also those that no text has', async () => {
  const lines = [
    at('08:00:00', '/\\x1b[2J', { agent: `${chrome} \xff\xfe\x1b[31m` }),
    `${at('08:00:01', '/caf\xe9')}\r`,
  ];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'access.log'), Buffer.from(textOf(lines), 'latin1'));
  const { file, look } = await followHere(join(folder, 'access.log'));
  await look();
  expect((await linesIn(file, { period })).lines).toEqual(lines.toReversed());
});

test('through the port: a summary, then pieces until their end; aborted before it says so; a website without logs is refused', async () => {
  const { file } = await followed([at('08:00:00'), at('08:00:01')]);
  const logs = openLogs({ file, timeZone: 'UTC', name: 'test' });
  const question = { website: '1', period, where: [] };
  const found = await logs.lines(question);
  expect(found.summary.lines).toBe(2);
  const bytes = await found.next();
  expect(Buffer.from(bytes ?? []).toString()).toBe(textOf([at('08:00:01'), at('08:00:00')]));
  expect([await found.next(), await found.next()]).toEqual([undefined, undefined]);
  const signal = AbortSignal.abort();
  await expect(logs.lines(question, { signal })).rejects.toThrow('Interrupted.');
  await expect(logs.lines({ ...question, website: '7' })).rejects.toThrow(
    'This website is not there any more.',
  );
  query(file, 'delete from log_source');
  await expect(logs.lines(question)).rejects.toThrow(
    'No logs of example.com are followed: add some with sitedeck logs add.',
  );
});
