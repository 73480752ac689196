import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { accessLog } from '../helpers/accessLogs.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import {
  contentsOf,
  countedIn,
  countsOf,
  importHere,
  importInto,
  line,
  query,
  textOf,
  visitsIn,
  writeLog,
} from './importFixture.ts';

/** A busy hour and a half, in which sessions are open at every border between files. */
function manyLines(): string[] {
  const pieces = [...accessLog({ lines: 1_500, days: 1 / 16, domain: 'example.com' })];
  return pieces.join('').trimEnd().split('\n');
}

async function importedAtOnce(lines: readonly string[]): Promise<unknown> {
  const file = temporaryFile();
  await importHere(file, [writeLog(temporaryFolder(), 'whole.log', lines)]);
  return countedIn(file);
}

function rotate(lines: readonly string[], folder: string): string[] {
  const [first, second, third] = [lines.slice(0, 400), lines.slice(400, 1_100), lines.slice(1_100)];
  const oldest = join(folder, 'access.log.2.gz');
  writeFileSync(oldest, gzipSync(textOf(first)));
  return [writeLog(folder, 'access.log', third), writeLog(folder, 'access.log.1', second), oldest];
}

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

test('the files of a rotation, named in any order, count as one log and are taken in the order of their time', async () => {
  const lines = manyLines();
  const whole = await importedAtOnce(lines);
  const folder = temporaryFolder();
  const files = rotate(lines, folder);
  for (const order of orders) {
    const file = temporaryFile();
    const summary = await importHere(
      file,
      order.map(place => files[place] ?? ''),
    );
    expect(summary.files).toEqual([
      { name: join(folder, 'access.log.2.gz'), state: { kind: 'imported' }, lines: 400, known: 0 },
      { name: join(folder, 'access.log.1'), state: { kind: 'imported' }, lines: 700, known: 0 },
      { name: join(folder, 'access.log'), state: { kind: 'imported' }, lines: 400, known: 0 },
    ]);
    expect(countedIn(file)).toEqual(whole);
  }
});

test('files imported one by one, in any order, count as one log', async () => {
  const lines = manyLines();
  const whole = await importedAtOnce(lines);
  const files = rotate(lines, temporaryFolder());
  for (const order of [orders[0], orders[3], orders[5]]) {
    const file = temporaryFile();
    for (const place of order) await importHere(file, [files[place] ?? '']);
    expect(countedIn(file)).toEqual(whole);
  }
});

test('lines dealt to three servers count as one log', async () => {
  const lines = manyLines();
  const folder = temporaryFolder();
  const dealt = [0, 1, 2].map(server =>
    writeLog(
      folder,
      `server-${server}.log`,
      lines.filter((_, index) => (index * 7) % 3 === server),
    ),
  );
  const file = temporaryFile();
  for (const path of dealt.toReversed()) await importHere(file, [path]);
  expect(countedIn(file)).toEqual(await importedAtOnce(lines));
});

test('the same content is refused, whatever its name, compressed or from a stream', async () => {
  const folder = temporaryFolder();
  const path = writeLog(folder, 'access.log', manyLines());
  const file = temporaryFile();
  await importHere(file, [path]);
  const before = contentsOf(file);
  const packed = join(folder, 'other-name');
  writeFileSync(packed, gzipSync(readFileSync(path)));
  for (const source of [path, packed, Readable.from([readFileSync(path)])]) {
    const summary = await importInto(file, [source]);
    expect(summary).toMatchObject({ read: 0, counted: 0, files: [{ state: { kind: 'refused' }, lines: 0 }] });
    expect(contentsOf(file)).toEqual(before);
  }
});

test('the same content twice in one import counts once', async () => {
  const lines = manyLines();
  const folder = temporaryFolder();
  const paths = ['access.log', 'copy.log'].map(name => writeLog(folder, name, lines));
  const file = temporaryFile();
  const { files } = await importHere(file, paths);
  expect(files.map(({ state }) => state.kind)).toEqual(['imported', 'refused']);
  expect(countedIn(file)).toEqual(await importedAtOnce(lines));
});

test('an older, shorter copy has nothing new after the longer one, and begins it in the same import', async () => {
  const lines = manyLines();
  const folder = temporaryFolder();
  const longer = writeLog(folder, 'access.log', lines);
  const shorter = writeLog(folder, 'backup.log', lines.slice(0, 700));
  const whole = await importedAtOnce(lines);

  const later = temporaryFile();
  await importHere(later, [longer]);
  expect(await importHere(later, [shorter])).toMatchObject({ read: 700, known: 700, counted: 0 });
  expect(countedIn(later)).toEqual(whole);

  const together = temporaryFile();
  const { files } = await importHere(together, [longer, shorter]);
  expect(files).toEqual([
    { name: shorter, state: { kind: 'imported' }, lines: 700, known: 0 },
    { name: longer, state: { kind: 'grown', at: statSync(shorter).size }, lines: 800, known: 0 },
  ]);
  expect(countedIn(together)).toEqual(whole);
});

test('a file that has grown goes on where it ended, under another name and compressed', async () => {
  const lines = manyLines();
  const folder = temporaryFolder();
  const file = temporaryFile();
  const path = writeLog(folder, 'access.log', lines.slice(0, 600));
  await importHere(file, [path]);
  const at = statSync(path).size;
  appendFileSync(path, lines.slice(600, 900).join('\n'));
  appendFileSync(path, '\n');
  expect((await importHere(file, [path])).files).toEqual([
    { name: path, state: { kind: 'grown', at }, lines: 300, known: 0 },
  ]);
  const packed = join(folder, 'access.log.1.gz');
  writeFileSync(packed, gzipSync(textOf(lines)));
  expect((await importHere(file, [packed])).files).toMatchObject([{ state: { kind: 'grown' }, lines: 600 }]);
  expect(countedIn(file)).toEqual(await importedAtOnce(lines));
  expect(query(file, 'select count(*) as files from import_file')).toEqual([{ files: 1 }]);
});

test('a session goes on over the border of two imports', async () => {
  const folder = temporaryFolder();
  const path = writeLog(folder, 'access.log', [
    line('10/Nov/2026:08:00:00', '/first', { referrer: 'https://t.co/' }),
  ]);
  const file = temporaryFile();
  await importHere(file, [path]);
  appendFileSync(path, `${line('10/Nov/2026:08:29:00', '/second')}\n`);
  await importHere(file, [path]);
  const [visit, ...others] = visitsIn(file);
  expect(others).toEqual([]);
  expect(visit).toMatchObject({ landing_page: '/first', exit_page: '/second', referrer: 't.co', pages: 2 });
  expect(Number(visit?.['ended']) - Number(visit?.['started'])).toBe(1_740);
});

test('a view between two sessions that were imported makes them one', async () => {
  const folder = temporaryFolder();
  const file = temporaryFile();
  await importHere(file, [
    writeLog(folder, 'one.log', [line('10/Nov/2026:08:00:00', '/a'), line('10/Nov/2026:08:50:00', '/c')]),
  ]);
  expect(countsOf(file, 4)).toEqual({ '/a': 1, '/c': 1 });
  await importHere(file, [writeLog(folder, 'two.log', [line('10/Nov/2026:08:25:00', '/b')])]);
  expect(countsOf(file, 4)).toEqual({ '/a': 1 });
  expect(countsOf(file, 1)).toEqual({ '': 1 });
});

/** Twenty requests of one second and one of another page, which are the beginning of two logs and then differ. */
function logsAlike(folder: string): readonly [one: string, two: string] {
  const alike = Array.from({ length: 20 }, (_, second) =>
    line(`10/Nov/2026:08:00:${second + 10}`, '/health'),
  );
  const one = writeLog(folder, 'one.log', [...alike, line('10/Nov/2026:09:00:00', '/one')]);
  const two = writeLog(folder, 'two.log', [...alike, line('10/Nov/2026:09:00:00', '/two')]);
  return [one, two];
}

test('of two logs that only begin alike the beginning counts once, and what follows of both', async () => {
  const [one, two] = logsAlike(temporaryFolder());
  for (const second of [two, Readable.from([readFileSync(two)])]) {
    const file = temporaryFile();
    await importHere(file, [one]);
    expect(await importInto(file, [second])).toMatchObject({
      read: 21,
      known: 20,
      counted: 1,
      files: [{ state: { kind: 'imported' }, lines: 21, known: 20 }],
    });
    expect(countsOf(file, 3)).toEqual({ '/health': 20, '/one': 1, '/two': 1 });
  }
});

test('the same lines of two servers with names of their own count for both, and again for neither', async () => {
  const [one, two] = logsAlike(temporaryFolder());
  const file = temporaryFile();
  await importHere(file, [one], 'example.com', { source: 'web1' });
  expect(await importHere(file, [two], 'example.com', { source: 'web2' })).toMatchObject({
    known: 0,
    counted: 21,
  });
  for (const [path, name] of [
    [one, 'web1'],
    [two, 'web2'],
  ] as const)
    expect(await importHere(file, [path], 'example.com', { source: name })).toMatchObject({
      read: 0,
      counted: 0,
    });
  expect(countsOf(file, 3)).toEqual({ '/health': 40, '/one': 1, '/two': 1 });
});

test('the same log counts for two websites', async () => {
  const file = temporaryFile();
  const path = writeLog(temporaryFolder(), 'access.log', [line('10/Nov/2026:08:00:00')]);
  for (const domain of ['one.example', 'two.example']) {
    expect(await importHere(file, [path], domain)).toMatchObject({ counted: 1 });
  }
});
