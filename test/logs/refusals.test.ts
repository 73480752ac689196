import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/openDatabase.ts';
import { applicationId, migrations } from '#server/database/schema.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { contentsOf, importHere, importInto, line, refusalOf, textOf, writeLog } from './importFixture.ts';

const good = line('10/Nov/2026:08:00:00');

/**
 * Why a bad source is not read: alone it is refused, and nothing is stored; beside a good log that is imported, and the bad
 * one is not.
 */
async function refused(name: string, content: string | Buffer): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  const file = temporaryFile();
  const message = await refusalOf(importHere(file, [path]));
  expect(contentsOf(file)).toEqual({ websites: [], stat: [], visits: [], times: [], lines: [], files: [] });
  const other = line('10/Nov/2026:09:00:00', '/other');
  const { files, counted } = await importHere(file, [path, writeLog(folder, 'good.log', [other])]);
  const [bad] = files.flatMap(({ name, state }) => (state.kind === 'failed' ? [{ name, ...state }] : []));
  expect({ name: bad?.name, counted: counted - (bad?.read ?? 0) }).toEqual({ name: path, counted: 1 });
  expect(message).toBe(`${path} ${bad?.reason} Nothing was imported.`);
  return bad?.reason ?? '';
}

test('a file that is no log is not read, and says which format is the nearest', async () => {
  expect(await refused('notes.txt', 'Dear diary\n'.repeat(20))).toBe(
    'has no line of an access log in a known format. The nearest is common, but it has no time such as ' +
      '[17/May/2015:10:05:03 +0000]. The first line is shown with --debug FILE.',
  );
  expect(await refused('breaks.txt', '\n'.repeat(20))).toBe('has no line of an access log; all are empty.');
  expect(await refused('data.json', '{"level":"info"}\n')).toBe(
    'has no line of an access log in a known format. The nearest is JSON, but a time with its zone, an address, a request ' +
      'or a status is missing. The first line is shown with --debug FILE.',
  );
  expect(await refused('iis.log', '2026-11-10 08:00:00 GET / 200\n')).toBe(
    'has no line of an access log in a known format. The nearest is W3C, but no #Fields: line stands before it. ' +
      'The first line is shown with --debug FILE.',
  );
  expect(await refused('script.sh', '#!/bin/sh\n# nothing\n[10/Nov/2026:08:00:00 +0000] up\n')).toBe(
    'has no line of an access log in a known format. The nearest is combined, but no request in quotes stands behind the ' +
      'time. The first line is shown with --debug FILE.',
  );
});

test.each([
  '10.0.1.2:33313 [06/Feb/2026:12:12:51.443] fnt bck/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0',
  'Feb  6 12:12:09 localhost haproxy[14385]: Connect from 10.0.1.2:33312 to 10.0.3.31:8012 (www/HTTP)',
])('lines of HAProxy without requests are said to be that: %s', async text => {
  expect(await refused('haproxy.log', `${text}\n`)).toBe(
    'has no line of an access log in a known format. The nearest is HAProxy, but only lines of its option httplog or httpslog ' +
      'hold requests. The first line is shown with --debug FILE.',
  );
});

test('a line of S3 that lacks a field is said to be one of S3', async () => {
  const text =
    '79a59df900b949e55d96a1e698fbaced example.com [10/Nov/2026:08:00:00 +0000] 203.0.113.7 - 3E57 WEBSITE.GET.OBJECT a "GET /a HTTP/1.1" 200\n';
  expect(await refused('s3.log', text)).toBe(
    'has no line of an access log in a known format. The nearest is S3, but a field of its server access log is missing. ' +
      'The first line is shown with --debug FILE.',
  );
});

test('compressed data that is cut short or damaged says so, and is counted as far as it could be read', async () => {
  const packed = gzipSync(`${good}\n`.repeat(100));
  expect(await refused('cut.gz', packed.subarray(0, -20))).toBe(
    'is cut short, its compressed data ends too early: copy it again.',
  );
  expect(await refused('bad.gz', Buffer.from(packed).fill(0x55, 12, 40))).toBe(
    'is damaged, its compressed data cannot be read: copy it again.',
  );
  expect(await refused('a.zst', Buffer.from('28b52ffd0458', 'hex'))).toBe(
    'is cut short, its compressed data ends too early: copy it again.',
  );
  expect(await refused('a.zip', Buffer.from('504b030414000000', 'hex'))).toBe(
    'is compressed with zip: unzip -p FILE | sitedeck import DOMAIN - reads it.',
  );
});

test('what a damaged log lacks counts once it is there whole', async () => {
  const folder = temporaryFolder();
  const file = temporaryFile();
  const lines = Array.from({ length: 40_000 }, (_, index) =>
    line('10/Nov/2026:08:00:00', `/${(index * 7919) % 40_009}`),
  );
  const packed = gzipSync(textOf(lines));
  const path = join(folder, 'access.log.gz');
  writeFileSync(path, packed.subarray(0, packed.length / 2));
  const part = await importHere(file, [path, writeLog(folder, 'good.log', [good])]);
  expect(part.files.map(({ state }) => state.kind).toSorted()).toEqual(['failed', 'imported']);
  expect(part.counted).toBeGreaterThan(1_000);
  writeFileSync(path, packed);
  const whole = await importHere(file, [path]);
  expect(part.counted + whole.counted).toBe(40_001);
});

test('a file that is not there, or a folder, is refused before anything is made', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'service.sqlite');
  expect(await refusalOf(importInto(file, [join(folder, 'none.log')]))).toBe(
    `${join(folder, 'none.log')} is not there. Nothing was imported.`,
  );
  expect(await refusalOf(importInto(file, [folder]))).toBe(
    `${folder} is a folder: name the files in it. Nothing was imported.`,
  );
  expect(existsSync(file)).toBe(false);
});

test('a domain that is none is refused', async () => {
  const path = writeLog(temporaryFolder(), 'access.log', [good]);
  expect(await refusalOf(importInto(temporaryFile(), [path], { domain: 'https://example.com/' }))).toBe(
    'The domain must be a host name, such as example.com. Nothing was imported.',
  );
});

test('a database that is none is refused in the words of the service', async () => {
  const file = temporaryFile();
  writeFileSync(file, 'Dear diary, '.repeat(1_000));
  chmodSync(file, 0o600);
  const path = writeLog(temporaryFolder(), 'access.log', [good]);
  expect(await refusalOf(importInto(file, [path]))).toMatch(/is not a Sitedeck database, or is damaged/);
});

test('a stream that fails is told, and nothing of it is kept', async () => {
  const file = temporaryFile();
  const stream = Readable.from(
    (async function* fail() {
      yield Buffer.from(`${good}\n`);
      throw new Error('the cable is loose');
    })(),
  );
  expect(await refusalOf(importInto(file, [stream]))).toBe(
    '- could not be read: the cable is loose. Nothing was imported.',
  );
  expect(contentsOf(file)).toEqual({ websites: [], stat: [], visits: [], times: [], lines: [], files: [] });
});

test('an empty file and an empty stream are no errors where the website is known, and are not remembered', async () => {
  const file = temporaryFile();
  await importHere(file, [writeLog(temporaryFolder(), 'good.log', [good])]);
  const path = writeLog(temporaryFolder(), 'access.log', []);
  for (const _ of [1, 2]) {
    expect(await importInto(file, [path, Readable.from([])])).toMatchObject({
      read: 0,
      from: undefined,
      to: undefined,
      files: [{ state: { kind: 'imported' } }, { state: { kind: 'imported' } }],
    });
  }
});

test('a file of the first version takes an import', async () => {
  const file = temporaryFile();
  const old = new DatabaseSync(file, { timeout: 60_000 });
  old.exec(migrations[0] ?? '');
  old.exec(`pragma application_id = ${applicationId}; pragma user_version = 1`);
  old.close();
  (await openDatabase(file)).close();
  expect(await importHere(file, [writeLog(temporaryFolder(), 'access.log', [good])])).toMatchObject({
    counted: 1,
  });
});

test('a log that goes on in another format is refused, as one is that begins in it', async () => {
  const file = temporaryFile();
  const folder = temporaryFolder();
  const known = Array.from({ length: 30 }, (_, index) => line('10/Mar/2026:10:00:00', `/${index}`));
  await importHere(file, [writeLog(folder, 'access.log', known)]);
  const before = contentsOf(file);
  const other = Array.from({ length: 10 }, (_, index) => `{"path":"/${index}"}`);
  const path = writeLog(folder, 'access.log', [...known, good, ...other]);
  expect(await refusalOf(importHere(file, [path]))).toBe(
    '10 of 11 lines are in no known format of an access log. The nearest is JSON, but a time with its zone, an address, ' +
      'a request or a status is missing. The first such line is shown with --debug FILE. Nothing was imported.',
  );
  expect(contentsOf(file)).toEqual(before);
  const fewer = writeLog(folder, 'access.log', [...known, good, ...other.slice(0, 9)]);
  expect(await importHere(file, [fewer])).toMatchObject({ read: 10, malformed: 9, counted: 1 });
});
