import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { DeferredSink, type LineSink, ThreadSink } from '#logs/classify/threads.ts';
import { fileSource } from '#logs/files/LogSource.ts';
import { newTarget } from '#logs/storage/targets.ts';
import { insertImportKey } from '#logs/storage/contents.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { writeDiverseLog } from '../../helpers/diverseLog.ts';
import { temporaryFile, temporaryFolder } from '../../server/serverFixture.ts';
import { importHere, line, textOf } from '../importFixture.ts';

/** A late sink that holds up to eight bytes, and what the sinks behind it were asked for. */
function recorded() {
  const calls: string[] = [];
  const open = (name: string) => (): LineSink => {
    calls.push(name);
    return {
      begin: directive => void calls.push(`begin ${directive}`),
      push: bytes => void calls.push(String(bytes)),
      end: async () => void calls.push('end'),
      close: async () => void calls.push('close'),
    };
  };
  return { calls, sink: new DeferredSink(8, { few: open('few'), many: open('many') }) };
}

test('few bytes are held to the end, and passed on as they came', async () => {
  const { calls, sink } = recorded();
  sink.begin('#Fields: a');
  await sink.push(Buffer.from('one'));
  await sink.push(Buffer.from('four'));
  expect(calls).toEqual([]);
  await sink.end();
  await sink.close();
  expect(calls).toEqual(['few', 'begin #Fields: a', 'one', 'four', 'end', 'close']);
});

test('many are passed on once there are so many, and all that follow at once', async () => {
  const { calls, sink } = recorded();
  sink.begin(undefined);
  await sink.push(Buffer.from('three'));
  await sink.push(Buffer.from('six'));
  expect(calls).toEqual(['many', 'begin undefined', 'three', 'six']);
  await sink.push(Buffer.from('more'));
  await sink.end();
  expect(calls.slice(4)).toEqual(['more', 'end']);
});

test('given up before its end it opens nothing', async () => {
  const { calls, sink } = recorded();
  sink.begin(undefined);
  await sink.push(Buffer.from('one'));
  await sink.close();
  expect(calls).toEqual([]);
});

test('rows that come faster than they are counted leave a turn between each for signals', async () => {
  const pieces = 8;
  let turns = 0;
  const turnsBefore: number[] = [];
  const sink = new ThreadSink({ choice: { target: newTarget('example.com') }, key: '', reading: {} }, () => {
    turnsBefore.push(turns);
    setImmediate(() => turns++);
    // Counting takes longer than the other thread takes.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
  });
  sink.begin(undefined);
  for (let piece = 0; piece < pieces; piece++)
    await sink.push(Buffer.from(textOf([line('10/Nov/2026:08:00:00', `/${piece}`)])));
  await sink.end();
  await sink.close();
  expect(turnsBefore).toHaveLength(pieces + 1);
  // The turn that was asked for when the one before was counted may follow.
  expect(turnsBefore.filter((turn, at) => turn < at - 1)).toEqual([]);
});

/** With the same key the same lines and visitors have the same hashes. */
async function fileWithKey(): Promise<string> {
  const file = temporaryFile();
  const database = await openDatabase(file);
  insertImportKey(database, 'ab'.repeat(32));
  database.close();
  return file;
}

function rowsOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 60_000 });
  try {
    return ['stat', 'visit_part', 'visit_value', 'import_line', 'import_file_line'].map(table =>
      database.prepare(`select * from ${table}`).all(),
    );
  } finally {
    database.close();
  }
}

test.each([
  ['one website', undefined],
  ['a website of each host', { fewestViews: 20, mostWebsites: 200, patterns: [] }],
])('a large log counts in two threads as in one, to the row: %s', async (_, hosts) => {
  const log = join(temporaryFolder(), 'access.log');
  const names = Array.from({ length: 5 }, (_, index) => `site${index}.example.com`);
  await writeDiverseLog(log, { lines: 25_000, hosts: names, addresses: 3_000 });
  appendFileSync(log, 'no line\n"\n{"a":1}\n#Fields: nothing\nNov 22 10:00:01 web nginx[1]: again no line\n');
  const [inTwo, inOne, ofPipe] = [await fileWithKey(), await fileWithKey(), await fileWithKey()];
  const source = await fileSource(log);
  expect(source.size).toBeGreaterThan(4_194_304);
  const options = { hosts };
  const two = await importHere(inTwo, [source], 'site0.example.com', options);
  const one = await importHere(inOne, [{ ...source, size: 0 }], 'site0.example.com', options);
  expect(two).toEqual(one);
  expect(two.counted).toBeGreaterThan(1_000);
  const rows = rowsOf(inOne);
  // Of 100,000 rows: Vitest's own comparison takes many times as long.
  expect(isDeepStrictEqual(rowsOf(inTwo), rows)).toBe(true);
  // Its size is not known: its first bytes wait for the second thread.
  await importHere(ofPipe, [{ ...source, size: undefined }], 'site0.example.com', options);
  expect(isDeepStrictEqual(rowsOf(ofPipe), rows)).toBe(true);
});
