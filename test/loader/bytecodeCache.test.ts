import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as fc from 'fast-check';
import { bytecodeCacheIn, encodeCacheFile, decodeCacheFile } from '#loader/bytecodeCache.ts';
import { chunks } from './fixture.ts';

test('bytecode is cached once, and used from then on', () => {
  const { start, cached } = chunks();
  const first = start();
  first.load('first.js');
  expect(cached()).toEqual([]);
  first.cacheMissing();
  const before = cached();
  expect(before.map(([name]) => name.split('.')[0])).toEqual(expect.arrayContaining(['first', 'second']));
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.cacheMissing();
  expect(cached()).toEqual(before);
});

test('it holds the functions that were called', () => {
  const sizeAfter = (isCalled: boolean) => {
    const { start, cache } = chunks(
      `function twice(n) { return [n, n].map(one => one + 0).reduce((sum, one) => sum + one); }
      exports.twice = n => ${isCalled} ? twice(n) : 42;`,
    );
    const loader = start();
    loader.load('first.js');
    loader.cacheMissing();
    const name = readdirSync(cache).find(file => file.startsWith('second.js')) ?? '';
    return readFileSync(join(cache, name)).length;
  };
  expect(sizeAfter(true)).toBeGreaterThan(sizeAfter(false) + 200);
});

test('what a start that called little has cached is cached anew, once, by one that went on', () => {
  const work = 'n => [n, n].map(one => one + 0).filter(one => one > 0).reduce((sum, one) => sum + one)';
  const { start, cache, cached } = chunks(
    `const work = ${work}; exports.twice = n => globalThis.atWork ? work(n) : 42;`,
  );
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  const before = cached();
  Reflect.set(globalThis, 'atWork', true);
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'atWork'));
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.cacheMissing();
  expect(cached()).toEqual(before);
  const sizes = () => cached().map(([name]) => readFileSync(join(cache, name)).length);
  const [small] = sizes().sort((a, b) => b - a);
  second.cacheComplete();
  const [large] = sizes().sort((a, b) => b - a);
  expect(large).toBeGreaterThan(Number(small) + 200);
  const third = start();
  third.load('first.js');
  const after = cached();
  third.cacheComplete();
  expect(cached()).toEqual(after);
});

test('of another build nothing is used, and nothing stays', () => {
  const { start, cached, write } = chunks();
  for (const build of ['one', 'two']) {
    write('first.js', "exports.value = require('./second.js').twice(21);", build);
    write('second.js', 'exports.twice = n => 2 * n;', build);
    const loader = start(build);
    loader.load('first.js');
    loader.cacheMissing();
  }
  expect(cached().map(([name]) => name.split('.').at(-1))).toEqual(['two', 'two']);
});

test('of parts that were updated while the program runs nothing is cached', () => {
  const { start, cached, write } = chunks();
  const loader = start();
  loader.load('second.js');
  write('first.js', "exports.value = require('./second.js').twice(4);", 'two');
  expect(loader.load('first.js')).toEqual({ value: 8 });
  loader.cacheMissing();
  expect(cached().map(([name]) => name.split('.')[0])).toEqual(['second']);
});

test('what cannot be cached leaves nothing behind', () => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  // A folder in the place of a file cannot be replaced.
  const names = cached().map(([name]) => name);
  for (const name of names) {
    rmSync(join(cache, name));
    mkdirSync(join(cache, name));
  }
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.cacheMissing();
  expect(cached().map(([name]) => name)).toEqual(names);
});

test('bytecode that V8 does not take is made again', () => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  for (const [name] of cached()) writeFileSync(join(cache, name), 'cut short');
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.cacheMissing();
  for (const [name] of cached()) expect(readFileSync(join(cache, name)).length).toBeGreaterThan(100);
});

test('of what is damaged nothing is used', () => {
  const { start, cache, cached } = chunks(`exports.twice = n => 2 * n; // ${'a long text '.repeat(2_000)}`);
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  for (const [name] of cached()) {
    const code = readFileSync(join(cache, name));
    writeFileSync(join(cache, name), code.fill(0xa5, 64, 576));
  }
  expect(start().load('first.js')).toEqual({ value: 42 });
});

test('what another account wrote is left alone', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a file away');
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  for (const [name] of cached()) chownSync(join(cache, name), 12_345, 12_345);
  expect(cached().map(([name]) => bytecodeCacheIn(cache, 'one').read(name.split('.v')[0] ?? ''))).toEqual([
    undefined,
    undefined,
  ]);
});

test('what others may write is left alone', () => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  for (const [name] of cached()) chmodSync(join(cache, name), 0o620);
  expect(cached().map(([name]) => bytecodeCacheIn(cache, 'one').read(name.split('.v')[0] ?? ''))).toEqual([
    undefined,
    undefined,
  ]);
});

const bytes = { minLength: 1, maxLength: 400 };

test('a file in which any byte is another one, or missing, is none', () => {
  const damaged = fc
    .record({
      bytecode: fc.uint8Array(bytes),
      isComplete: fc.boolean(),
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 255 }),
    })
    .map(({ bytecode, isComplete, at, by }) => {
      const file = encodeCacheFile({ bytecode: Buffer.from(bytecode), isComplete }, 'chunk');
      const changed = Buffer.from(file);
      changed.writeUInt8((changed.readUInt8(at % file.length) + by) % 256, at % file.length);
      return { file, changed, cut: file.subarray(0, at % file.length) };
    });
  fc.assert(
    fc.property(damaged, ({ file, changed, cut }) => {
      expect(decodeCacheFile(file, 'chunk')?.bytecode).toEqual(file.subarray(0, -5));
      expect([
        decodeCacheFile(changed, 'chunk'),
        decodeCacheFile(cut, 'chunk'),
        decodeCacheFile(file, 'another'),
      ]).toEqual([undefined, undefined, undefined]);
    }),
    { numRuns: 1_000 },
  );
});

test('a file with one wrong byte is refused, whichever byte and whatever its value', () => {
  const file = encodeCacheFile({ bytecode: Buffer.alloc(200, 'bytecode '), isComplete: true }, 'chunk');
  const accepted: [number, number][] = [];
  for (let at = 0; at < file.length; at++) {
    for (let by = 1; by < 256; by++) {
      const damaged = Buffer.from(file);
      damaged.writeUInt8((damaged.readUInt8(at) + by) % 256, at);
      if (decodeCacheFile(damaged, 'chunk') !== undefined) accepted.push([at, by]);
    }
  }
  expect(accepted).toEqual([]);
});

test('a file with 256 zeroed bytes is none, wherever they are', () => {
  const bytecode = Buffer.alloc(40_000, 'bytecode ');
  const file = encodeCacheFile({ bytecode, isComplete: true }, 'chunk');
  for (let at = 0; at < file.length; at += 97) {
    const damaged = Buffer.from(file);
    damaged.subarray(at, at + 256).fill(0);
    expect(decodeCacheFile(damaged, 'chunk')).toBeUndefined();
  }
  expect(decodeCacheFile(Buffer.alloc(file.length), 'chunk')).toBeUndefined();
  expect(decodeCacheFile(Buffer.alloc(5), 'chunk')).toBeUndefined();
});

/** The number of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '0']).pid;

test('a start after one that ended before its first frame uses nothing of it, and the next one again', () => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  const before = cached();
  // In a container this start may have the number of the one before.
  for (const endedEarly of [ended(), process.pid]) {
    const second = start('one', { endedEarly });
    expect(second.load('first.js')).toEqual({ value: 42 });
    expect(cached()).toEqual([]);
    second.cacheMissing();
    expect(cached().map(([name]) => name)).toEqual(before.map(([name]) => name));
  }
  const again = cached();
  const third = start();
  third.load('first.js');
  expect(existsSync(join(cache, 'starting'))).toBe(true);
  third.confirmStart();
  expect(existsSync(join(cache, 'starting'))).toBe(false);
  third.cacheMissing();
  expect(cached()).toEqual(again);
});

test('starts beside each other use what is cached', () => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  const before = cached();
  const beside = start('one', { endedEarly: process.ppid });
  beside.load('first.js');
  beside.confirmStart();
  beside.cacheMissing();
  expect(cached()).toEqual(before);
  // The other one's mark.
  expect(readFileSync(join(cache, 'starting'), 'utf8')).toBe(String(process.ppid));
});

test('a mark without the number of a process is one for an instant only', () => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  const mark = join(cache, 'starting');
  const startWith = (text: string, secondsAgo: number) => {
    const loader = start();
    writeFileSync(mark, text);
    utimesSync(mark, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
    loader.load('first.js');
    const isKept = cached().length > 0;
    loader.cacheMissing();
    return isKept;
  };
  expect([
    startWith('', 0),
    startWith('', 5),
    startWith('', -500),
    startWith('0', 0),
    startWith('-1', 0),
    startWith('x', 0),
  ]).toEqual([true, false, false, false, false, false]);
});

test('on a full disk no mark stays, and what is cached does', ({ skip }) => {
  const { start, cache, cached } = chunks();
  const first = start();
  first.load('first.js');
  first.cacheMissing();
  const full = fullDisk();
  skip(full === undefined, 'only root can make a small disk');
  if (full === undefined) return;
  for (const [name] of cached()) copyFileSync(join(cache, name), join(full, name));
  fill(full);
  const onFullDisk = bytecodeCacheIn(full, 'one');
  for (const chunk of ['first.js', 'second.js']) expect(onFullDisk.read(chunk)).toBeUndefined();
  onFullDisk.confirmStart?.();
  expect(
    readdirSync(full)
      .filter(name => name !== 'rest')
      .sort(),
  ).toEqual(
    cached()
      .map(([name]) => name)
      .sort(),
  );
});

/** A disk of 64 KB; undefined where this account may make none. */
function fullDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

function fill(folder: string): void {
  const rest = openSync(join(folder, 'rest'), 'w');
  try {
    expect(() => {
      for (;;) writeSync(rest, Buffer.alloc(4_096));
    }).toThrow('ENOSPC');
  } finally {
    closeSync(rest);
  }
}
