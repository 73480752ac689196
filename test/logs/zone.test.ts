import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLogs } from '#logs/index.ts';
import { openNow } from '#logs/views/NowReader.ts';
import { zoneOfFile } from '#server/database/openDatabase.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, contentsOf, countsOf, importInto, line, query, textOf, writeLog } from './importFixture.ts';
import { linesIn } from './lines/linesFixture.ts';

const domain = 'example.com';
const yes = () => Promise.resolve(true);

/** The logs as a process with this TZ has them. */
function logsIn(file: string, timeZone: string) {
  return openLogs({ file, timeZone, name: 'a test' });
}

/** Page views by day. */
function viewsOf(file: string): Record<string, number> {
  const rows = query(
    file,
    "select date(day * 86400, 'unixepoch') as day, sum(count) as views from stat where name = 2 group by 1",
  );
  return Object.fromEntries(rows.map(({ day, views }) => [String(day), Number(views)]));
}

// Berlin is an hour ahead of UTC: both are of the 11th there, and of the 10th in UTC.
const early = line('10/Nov/2026:23:10:00', '/early');
const late = line('10/Nov/2026:23:11:00', '/late', { address: '91.12.3.5' });

test('the first use stores its zone, and says it once; lines a minute apart are of one day, whatever TZ says later', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', [early]);
  const added = await logsIn(file, 'Europe/Berlin').addAndRead({ domain, patterns: [path], options: {} }, {});
  expect(added.advice).toEqual([
    'Days and hours are those of Europe/Berlin, as on this machine now, and stay so: sitedeck logs zone ZONE changes that.',
  ]);
  expect(zoneOfFile(file)).toBe('Europe/Berlin');
  appendFileSync(path, textOf([late]));
  expect(await logsIn(file, 'UTC').update()).toMatchObject({ sources: [{ counted: 1 }], advice: [] });
  expect(viewsOf(file)).toEqual({ '2026-11-11': 2 });
  const summary = await logsIn(file, 'America/New_York').recount(domain, yes);
  expect(summary.recount).toMatchObject({ pageviewsBefore: 2, pageviewsAfter: 2, kept: [] });
  expect(viewsOf(file)).toEqual({ '2026-11-11': 2 });
});

test('an import says the zone with the first lines, and those of another zone are counted in the stored one', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const first = await importInto(file, [writeLog(folder, 'a.log', [early])], { timeZone: 'Asia/Tokyo' });
  expect(first.notes.at(-1)).toContain('Days and hours are those of Asia/Tokyo');
  const next = await importInto(file, [writeLog(folder, 'b.log', [late])], { timeZone: 'America/New_York' });
  expect(next).toMatchObject({ timeZone: 'Asia/Tokyo', from: '2026-11-11', advice: [] });
  expect(viewsOf(file)).toEqual({ '2026-11-11': 2 });
});

const proxied = (time: string, page: string) =>
  `203.0.113.7:333 [${time}.655] web web/a 0/0/0/3/3 200 27 - - ---- 1/1/1/1/0 0/0 {example.com|${chrome}} "GET ${page} HTTP/1.1"`;

test('lines of HAProxy, which name no zone, are of the one that is kept, wherever they are read', async () => {
  const file = temporaryFile();
  // Clocks go forward in the night of 29 March, and back in that of 25 October.
  const times = [
    '29/Mar/2026:01:59:59',
    '29/Mar/2026:03:00:00',
    '25/Oct/2026:02:30:00',
    '10/Nov/2026:08:05:00',
  ];
  const path = writeLog(
    temporaryFolder(),
    'haproxy.log',
    times.map((time, at) => proxied(time, `/${at}`)),
  );
  const patterns = [path];
  await logsIn(file, 'Europe/Berlin').addAndRead({ domain, patterns, options: {} }, {});
  const hours = { '01': 1, '02': 1, '03': 1, '08': 1 };
  expect(countsOf(file, 17)).toEqual(hours);
  const found = await linesIn(file, { period: { from: '2026-11-10', to: '2026-11-10' } });
  expect(found.lines).toEqual([proxied('10/Nov/2026:08:05:00', '/3')]);
  // The same lines read by a process with another TZ are known.
  expect(await importInto(file, [path], { timeZone: 'America/New_York' })).toMatchObject({
    counted: 0,
    known: 4,
  });
  appendFileSync(path, textOf([proxied('10/Nov/2026:08:06:00', '/4')]));
  expect(await logsIn(file, 'Asia/Tokyo').update()).toMatchObject({ sources: [{ counted: 1 }] });
  expect(countsOf(file, 17)).toEqual({ ...hours, '08': 2 });
  // Ten past eight in Berlin.
  const now = () => Date.UTC(2026, 10, 10, 7, 10);
  const reader = await openNow({ file, timeZone: 'Asia/Tokyo', now }, '1');
  onTestFinished(() => reader.close());
  expect((await reader.read()).latest.map(({ page }) => page)).toEqual(['/4', '/3']);
  const { recount } = await logsIn(file, 'America/New_York').recount(domain, yes);
  expect(recount).toMatchObject({ pageviewsBefore: 5, pageviewsAfter: 5, kept: [] });
  expect(countsOf(file, 17)).toEqual({ ...hours, '08': 2 });
  // Another zone is that of their times too.
  await logsIn(file, 'UTC').changeZone('Asia/Kathmandu');
  expect((await logsIn(file, 'UTC').recount(domain, yes)).recount).toMatchObject({ kept: [], former: [] });
  expect(countsOf(file, 17)).toEqual({ '01': 1, '02': 1, '03': 1, '08': 2 });
  const part = writeLog(temporaryFolder(), 'part.log', [proxied('10/Nov/2026:08:06:00', '/4')]);
  expect(await importInto(file, [part])).toMatchObject({ counted: 0, known: 1 });
});

/** As an older Sitedeck left it: counted, and without a zone. */
function forgetZone(file: string): void {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec('delete from log_zone');
  database.close();
}

test('lines that an older Sitedeck counted in two zones are counted once by a recount', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', [early]);
  await logsIn(file, 'Europe/Berlin').addAndRead({ domain, patterns: [path], options: {} }, {});
  forgetZone(file);
  appendFileSync(path, textOf([late]));
  await logsIn(file, 'UTC').update();
  expect(viewsOf(file)).toEqual({ '2026-11-10': 1, '2026-11-11': 1 });
  const { recount } = await logsIn(file, 'UTC').recount(domain, yes);
  expect(recount).toMatchObject({ pageviewsBefore: 2, pageviewsAfter: 2, kept: [] });
  expect(viewsOf(file)).toEqual({ '2026-11-10': 2 });
});

/** What is counted, and which lines are known. */
function countedIn(file: string): unknown {
  return { ...Object(contentsOf(file)), files: undefined };
}

test('another zone counts again what the logs hold, and names the days that stay', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const lines = (date: number) =>
    [0, 6, 12, 18, 23].map((hour, at) =>
      line(`${date}/Nov/2026:${String(hour).padStart(2, '0')}:30:00`, `/${date}/${hour}`, {
        address: `91.12.3.${at}`,
      }),
    );
  const old = writeLog(folder, 'access.log.1', [...lines(10), ...lines(11)]);
  writeLog(folder, 'access.log', [...lines(12), ...lines(13)]);
  const patterns = [join(folder, 'access.log*')];
  const logs = logsIn(file, 'UTC');
  await logs.addAndRead({ domain, patterns, options: {} }, {});
  const before = countedIn(file);
  expect(await logs.changeZone('Asia/Tokyo')).toBe(true);
  expect(await logs.changeZone('Asia/Tokyo')).toBe(false);
  expect(zoneOfFile(file)).toBe('Asia/Tokyo');
  // Nine hours ahead: the 18 and 23 o'clock lines are of the next day.
  expect((await logs.recount(domain, yes)).recount).toMatchObject({ kept: [], former: [] });
  expect(viewsOf(file)).toEqual({
    '2026-11-10': 3,
    '2026-11-11': 5,
    '2026-11-12': 5,
    '2026-11-13': 5,
    '2026-11-14': 2,
  });
  rmSync(old);
  await logs.changeZone('UTC');
  const { recount } = await logs.recount(domain, yes);
  // The lines of the 12th in Tokyo until 15:00 UTC are of the 12th still: those of the 11th, 18 and 23 o'clock, are gone.
  expect(recount).toMatchObject({
    kept: ['2026-11-10', '2026-11-11', '2026-11-12'],
    former: [{ from: undefined, to: '2026-11-12', timeZones: ['Asia/Tokyo'] }],
  });
  expect(viewsOf(file)).toEqual({
    '2026-11-10': 3,
    '2026-11-11': 5,
    '2026-11-12': 7,
    '2026-11-13': 5,
  });
  expect(await logs.counted()).toEqual([
    {
      domain,
      former: [{ from: undefined, to: '2026-11-12', timeZones: ['Asia/Tokyo'] }],
      otherRulesTo: undefined,
    },
  ]);
  // The log is there again.
  writeLog(folder, 'access.log.1', [...lines(10), ...lines(11)]);
  await logs.recount(domain, yes);
  expect(countedIn(file)).toEqual(before);
});

/** A log with a line at 10:00 UTC on each of two days, and one with a line at 20:00 on the second and the day after. */
function twoLogs(folder: string) {
  const early = [line('16/Sep/2026:10:00:00', '/one'), line('17/Sep/2026:10:00:00', '/two')];
  const late = [line('17/Sep/2026:20:00:00', '/three'), line('18/Sep/2026:20:00:00', '/four')];
  const first = writeLog(folder, 'a.log', early);
  const putSecond = () => writeLog(folder, 'b.log', late);
  return { first, second: putSecond(), putSecond };
}

test('after two changes of the zone each day that stays is named once, by the zones it was counted in', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const { first, second, putSecond } = twoLogs(folder);
  const logs = logsIn(file, 'Asia/Tokyo');
  await logs.addAndRead({ domain, patterns: [join(folder, '*.log')], options: {} }, {});
  expect(viewsOf(file)).toEqual({ '2026-09-16': 1, '2026-09-17': 1, '2026-09-18': 1, '2026-09-19': 1 });

  rmSync(first);
  await logs.changeZone('America/New_York');
  // The line of 05:00 on the 18th in Tokyo is of 16:00 on the 17th in New York.
  expect((await logs.recount(domain, yes)).recount).toMatchObject({
    kept: ['2026-09-16', '2026-09-17'],
    former: [{ from: undefined, to: '2026-09-17', timeZones: ['Asia/Tokyo'] }],
  });
  expect(viewsOf(file)).toEqual({ '2026-09-16': 1, '2026-09-17': 2, '2026-09-18': 1 });

  rmSync(second);
  // The day that two zones share is named apart from those before and after it.
  await logs.changeZone('Europe/Berlin');
  expect((await logs.counted())[0]?.former).toEqual([
    { from: undefined, to: '2026-09-16', timeZones: ['Asia/Tokyo'] },
    { from: '2026-09-17', to: '2026-09-17', timeZones: ['Asia/Tokyo', 'America/New_York'] },
    { from: '2026-09-18', to: '2026-09-18', timeZones: ['America/New_York'] },
  ]);
  await logs.changeZone('Asia/Tokyo');
  const ofBoth = { from: '2026-09-17', to: '2026-09-17', timeZones: ['Asia/Tokyo', 'America/New_York'] };
  const [counted] = await logs.counted();
  expect(counted?.former).toEqual([
    ofBoth,
    { from: '2026-09-18', to: '2026-09-18', timeZones: ['America/New_York'] },
  ]);

  putSecond();
  const { recount } = await logs.recount(domain, yes);
  expect(recount).toMatchObject({ kept: ['2026-09-16', '2026-09-17'], former: [ofBoth] });
  expect(viewsOf(file)).toEqual({ '2026-09-16': 1, '2026-09-17': 2, '2026-09-19': 1 });
  expect((await logs.counted())[0]?.former).toEqual([ofBoth]);
});

test('a zone in which no line was counted names no days', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const { first, second, putSecond } = twoLogs(folder);
  const logs = logsIn(file, 'Europe/Berlin');
  await logs.addAndRead({ domain, patterns: [first], options: {} }, {});
  rmSync(first);
  rmSync(second);
  await logs.changeZone('America/New_York');
  await logs.changeZone('Asia/Tokyo');
  const ofBerlin = { from: undefined, to: '2026-09-17', timeZones: ['Europe/Berlin'] };
  expect((await logs.counted())[0]?.former).toEqual([ofBerlin]);
  await logs.addAndRead({ domain, patterns: [putSecond()], options: {} }, {});
  // 22:00 on the 17th in Berlin, a day of which is kept; 05:00 on the 19th in Tokyo.
  expect(viewsOf(file)).toEqual({ '2026-09-16': 1, '2026-09-17': 2, '2026-09-19': 1 });
  expect((await logs.recount(domain, yes)).recount).toMatchObject({ former: [ofBerlin] });
  // An hour behind midnight in Berlin: of the 17th in New York, where no line was counted, of the 18th in Tokyo.
  const between = writeLog(folder, 'c.log', [line('17/Sep/2026:23:00:00', '/five')]);
  await logs.addAndRead({ domain, patterns: [between], options: {} }, {});
  expect(viewsOf(file)).toEqual({ '2026-09-16': 1, '2026-09-17': 2, '2026-09-18': 1, '2026-09-19': 1 });
});

test('who follows hears of another zone', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', [early]);
  const logs = logsIn(file, 'UTC');
  await logs.addAndRead({ domain, patterns: [path], options: {} }, {});
  let advice: readonly string[] = ['none yet'];
  const following = logs.follow({
    onStatus: status => (advice = status.advice),
    onStored: () => undefined,
    onFailure: message => (advice = [message]),
  });
  onTestFinished(() => following.stop());
  await vi.waitFor(() => expect(advice).toEqual([]), { timeout: 60_000 });
  await logsIn(file, 'UTC').changeZone('Asia/Tokyo');
  await vi.waitFor(
    () =>
      expect(advice).toEqual([
        'Days and hours are now those of Asia/Tokyo: what was started before has the today of UTC.',
      ]),
    { timeout: 60_000 },
  );
});

test('the zone is read while others open, write and close the file all the time', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  await importInto(file, [writeLog(folder, 'a.log', [early])], { timeZone: 'Asia/Tokyo' });
  let left = 10;
  const writing = (async () => {
    for (; left > 0; left--) {
      const later = line(`10/Nov/2026:23:${10 + left}:30`, `/${left}`);
      await importInto(file, [writeLog(folder, `${left}.log`, [later])], { timeZone: 'UTC' });
    }
  })();
  for (let before = left; before > 0; before = left) {
    expect(zoneOfFile(file)).toBe('Asia/Tokyo');
    await nextTurn();
  }
  await writing;
});
