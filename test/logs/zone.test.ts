import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openLogs } from '#logs/index.ts';
import { zoneOfFile } from '#server/database/zone.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { importInto, line, query, textOf, writeLog } from './importFixture.ts';

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
