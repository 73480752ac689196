import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { lookAt } from '#logs/files/find.ts';
import { type LogBytes, MovedLog, openPacked, openPlain } from '#logs/files/LogBytes.ts';
import { temporaryFolder } from '../server/serverFixture.ts';

const kinds = [
  {
    name: 'plain',
    pack: (text: string) => Buffer.from(text),
    open: (found: Found) => openPlain(found, undefined, Infinity),
  },
  { name: 'compressed', pack: gzipSync, open: (found: Found) => openPacked(found, undefined) },
] as const;

type Found = NonNullable<ReturnType<typeof lookAt>>;

test.each(kinds)(
  'a $name log that was renamed since it was found is not read as another one',
  async ({ pack, open }) => {
    const path = join(temporaryFolder(), 'access.log.1');
    writeFileSync(path, pack('first\n'));
    const found = lookAt(path);
    if (found === undefined) throw new Error('it was just written');
    const bytes = open(found);
    onTestFinished(() => bytes.close());
    renameSync(path, `${path}.2`);
    expect(() => open(found)).toThrow(MovedLog);
    writeFileSync(path, pack('second\n'));
    expect(() => open(found)).toThrow(MovedLog);
    rmSync(path);
    // What is open stays what it was.
    const read: Buffer[] = [];
    for await (const piece of bytes.pieces()) read.push(piece);
    expect(Buffer.concat(read).toString()).toBe('first\n');
  },
);

function found(path: string): Found {
  const file = lookAt(path);
  if (file === undefined) throw new Error('it was just written');
  return file;
}

async function contentOf(bytes: LogBytes): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of bytes.pieces()) read.push(piece);
  return Buffer.concat(read).toString();
}

/** So many lines of 16 bytes. */
function linesOf(word: string, from: number, to: number): string {
  return Array.from(
    { length: to - from },
    (_, at) => `${word} ${String(from + at).padStart(10, '0')}\n`,
  ).join('');
}

const pieceBytes = 262_144;
const lineBytes = 16;

test('a compressed log goes on behind a whole line, however much follows', async () => {
  const path = join(temporaryFolder(), 'access.log.1.gz');
  const lines = linesOf('line', 0, 60_000);
  writeFileSync(path, gzipSync(lines.slice(0, lineBytes * 100)));
  const before = openPacked(found(path), undefined);
  expect(await contentOf(before)).toHaveLength(lineBytes * 100);
  const known = before.fingerprint(lineBytes * 100);
  before.close();
  for (const end of [101, 9_000, 60_000]) {
    writeFileSync(path, gzipSync(lines.slice(0, lineBytes * end)));
    const bytes = openPacked(found(path), known);
    expect(await contentOf(bytes)).toBe(lines.slice(lineBytes * 100, lineBytes * end));
    expect(bytes.skipsLine()).toBe(false);
    expect(bytes.fingerprint(lineBytes * 100 + 5).length).toBe(lineBytes * 100 + 5);
    bytes.close();
  }
  const within = openPacked(found(path), { ...known, ...before.fingerprint(lineBytes * 100 - 5) });
  expect(await contentOf(within)).toBe(lines.slice(lineBytes * 100 - 5));
  expect(within.skipsLine()).toBe(true);
  within.close();
});

test('a log that is truncated while it is read, and grows past the place at once, is never mixed up with what follows', async () => {
  const path = join(temporaryFolder(), 'access.log');
  const old = linesOf('old ', 0, 20_000);
  const next = linesOf('next', 0, 30_000);
  writeFileSync(path, old);
  const bytes = openPlain(found(path), undefined, Infinity);
  onTestFinished(() => bytes.close());
  let read = '';
  for await (const piece of bytes.pieces()) {
    read += piece.toString();
    truncateSync(path);
    appendFileSync(path, next);
  }
  expect(read).toBe(old.slice(0, pieceBytes));
  // It is to be looked at again, and is known by what was read of it, not by what is there now.
  expect(bytes.isAtEnd()).toBe(false);
  const known = bytes.fingerprint(pieceBytes);
  expect(() => openPlain(found(path), known, Infinity)).toThrow(MovedLog);
  truncateSync(path);
  appendFileSync(path, old);
  const again = openPlain(found(path), known, Infinity);
  onTestFinished(() => again.close());
  expect(await contentOf(again)).toBe(old.slice(pieceBytes));
  expect(again.isAtEnd()).toBe(true);
  expect(again.skipsLine()).toBe(pieceBytes % lineBytes !== 0);
  expect(again.fingerprint(pieceBytes)).toEqual(known);
});
