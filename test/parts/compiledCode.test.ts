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
import { compiledCodeIn, fileWith, keptIn } from '#parts/compiledCode.ts';
import { parts } from './fixture.ts';

test('compiled code is kept once, and used from then on', () => {
  const { start, kept } = parts();
  const first = start();
  first.load('first.js');
  expect(kept()).toEqual([]);
  first.keepNew();
  const before = kept();
  expect(before.map(([name]) => name.split('.')[0])).toEqual(expect.arrayContaining(['first', 'second']));
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.keepNew();
  expect(kept()).toEqual(before);
});

test('it holds the functions that were called', () => {
  const sizeAfter = (isCalled: boolean) => {
    const { start, cache } = parts(
      `function twice(n) { return [n, n].map(one => one + 0).reduce((sum, one) => sum + one); }
      exports.twice = n => ${isCalled} ? twice(n) : 42;`,
    );
    const loader = start();
    loader.load('first.js');
    loader.keepNew();
    const name = readdirSync(cache).find(file => file.startsWith('second.js')) ?? '';
    return readFileSync(join(cache, name)).length;
  };
  expect(sizeAfter(true)).toBeGreaterThan(sizeAfter(false) + 200);
});

test('what a start that called little has kept is kept anew, once, by one that went on', () => {
  const work = 'n => [n, n].map(one => one + 0).filter(one => one > 0).reduce((sum, one) => sum + one)';
  const { start, cache, kept } = parts(
    `const work = ${work}; exports.twice = n => globalThis.atWork ? work(n) : 42;`,
  );
  const first = start();
  first.load('first.js');
  first.keepNew();
  const before = kept();
  Reflect.set(globalThis, 'atWork', true);
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'atWork'));
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.keepNew();
  expect(kept()).toEqual(before);
  const sizes = () => kept().map(([name]) => readFileSync(join(cache, name)).length);
  const [small] = sizes().sort((a, b) => b - a);
  second.keepWhole();
  const [large] = sizes().sort((a, b) => b - a);
  expect(large).toBeGreaterThan(Number(small) + 200);
  const third = start();
  third.load('first.js');
  const after = kept();
  third.keepWhole();
  expect(kept()).toEqual(after);
});

test('of another build nothing is used, and nothing stays', () => {
  const { start, kept, write } = parts();
  for (const build of ['one', 'two']) {
    write('first.js', "exports.value = require('./second.js').twice(21);", build);
    write('second.js', 'exports.twice = n => 2 * n;', build);
    const loader = start(build);
    loader.load('first.js');
    loader.keepNew();
  }
  expect(kept().map(([name]) => name.split('.').at(-1))).toEqual(['two', 'two']);
});

test('of parts that were updated while the program runs nothing is kept', () => {
  const { start, kept, write } = parts();
  const loader = start();
  loader.load('second.js');
  write('first.js', "exports.value = require('./second.js').twice(4);", 'two');
  expect(loader.load('first.js')).toEqual({ value: 8 });
  loader.keepNew();
  expect(kept().map(([name]) => name.split('.')[0])).toEqual(['second']);
});

test('what cannot be kept leaves nothing behind', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  // A folder in the place of a file cannot be replaced.
  const names = kept().map(([name]) => name);
  for (const name of names) {
    rmSync(join(cache, name));
    mkdirSync(join(cache, name));
  }
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.keepNew();
  expect(kept().map(([name]) => name)).toEqual(names);
});

test('compiled code that V8 does not take is made again', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  for (const [name] of kept()) writeFileSync(join(cache, name), 'cut short');
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.keepNew();
  for (const [name] of kept()) expect(readFileSync(join(cache, name)).length).toBeGreaterThan(100);
});

test('of what is damaged nothing is used', () => {
  const { start, cache, kept } = parts(`exports.twice = n => 2 * n; // ${'a long text '.repeat(2_000)}`);
  const first = start();
  first.load('first.js');
  first.keepNew();
  for (const [name] of kept()) {
    const code = readFileSync(join(cache, name));
    writeFileSync(join(cache, name), code.fill(0xa5, 64, 576));
  }
  expect(start().load('first.js')).toEqual({ value: 42 });
});

test('what another account wrote is left alone', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a file away');
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  for (const [name] of kept()) chownSync(join(cache, name), 12_345, 12_345);
  expect(kept().map(([name]) => compiledCodeIn(cache, 'one').read(name.split('.v')[0] ?? ''))).toEqual([
    undefined,
    undefined,
  ]);
});

test('what others may write is left alone', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  for (const [name] of kept()) chmodSync(join(cache, name), 0o620);
  expect(kept().map(([name]) => compiledCodeIn(cache, 'one').read(name.split('.v')[0] ?? ''))).toEqual([
    undefined,
    undefined,
  ]);
});

const bytes = { minLength: 1, maxLength: 400 };

test('a file in which any byte is another one, or missing, is none', () => {
  const damaged = fc
    .record({
      code: fc.uint8Array(bytes),
      isWhole: fc.boolean(),
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 255 }),
    })
    .map(({ code, isWhole, at, by }) => {
      const file = fileWith({ code: Buffer.from(code), isWhole }, 'part');
      const changed = Buffer.from(file);
      changed.writeUInt8((changed.readUInt8(at % file.length) + by) % 256, at % file.length);
      return { file, changed, cut: file.subarray(0, at % file.length) };
    });
  fc.assert(
    fc.property(damaged, ({ file, changed, cut }) => {
      expect(keptIn(file, 'part')?.code).toEqual(file.subarray(0, -5));
      expect([keptIn(changed, 'part'), keptIn(cut, 'part'), keptIn(file, 'another')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }),
    { numRuns: 1_000 },
  );
});

test('a file with 256 zeroed bytes is none, wherever they are', () => {
  const code = Buffer.alloc(40_000, 'compiled code ');
  const file = fileWith({ code, isWhole: true }, 'part');
  for (let at = 0; at < file.length; at += 97) {
    const damaged = Buffer.from(file);
    damaged.subarray(at, at + 256).fill(0);
    expect(keptIn(damaged, 'part')).toBeUndefined();
  }
  expect(keptIn(Buffer.alloc(file.length), 'part')).toBeUndefined();
  expect(keptIn(Buffer.alloc(5), 'part')).toBeUndefined();
});

/** The number of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '0']).pid;

test('a start after one that ended before its first frame uses nothing of it, and the next one again', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  const before = kept();
  // In a container this start may have the number of the one before.
  for (const endedEarly of [ended(), process.pid]) {
    const second = start('one', { endedEarly });
    expect(second.load('first.js')).toEqual({ value: 42 });
    expect(kept()).toEqual([]);
    second.keepNew();
    expect(kept().map(([name]) => name)).toEqual(before.map(([name]) => name));
  }
  const again = kept();
  const third = start();
  third.load('first.js');
  expect(existsSync(join(cache, 'starting'))).toBe(true);
  third.trust();
  expect(existsSync(join(cache, 'starting'))).toBe(false);
  third.keepNew();
  expect(kept()).toEqual(again);
});

test('starts beside each other use what is kept', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  const before = kept();
  const beside = start('one', { endedEarly: process.ppid });
  beside.load('first.js');
  beside.trust();
  beside.keepNew();
  expect(kept()).toEqual(before);
  // The other one's mark.
  expect(readFileSync(join(cache, 'starting'), 'utf8')).toBe(String(process.ppid));
});

test('a mark without the number of a process is one for an instant only', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  const mark = join(cache, 'starting');
  const startWith = (text: string, secondsAgo: number) => {
    const loader = start();
    writeFileSync(mark, text);
    utimesSync(mark, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
    loader.load('first.js');
    const isKept = kept().length > 0;
    loader.keepNew();
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

test('on a full disk no mark stays, and what is kept does', ({ skip }) => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keepNew();
  const full = fullDisk();
  skip(full === undefined, 'only root can make a small disk');
  if (full === undefined) return;
  for (const [name] of kept()) copyFileSync(join(cache, name), join(full, name));
  fill(full);
  const code = compiledCodeIn(full, 'one');
  for (const part of ['first.js', 'second.js']) expect(code.read(part)).toBeUndefined();
  code.trust?.();
  expect(
    readdirSync(full)
      .filter(name => name !== 'rest')
      .sort(),
  ).toEqual(
    kept()
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
