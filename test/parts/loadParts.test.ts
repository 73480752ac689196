import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { expect, onTestFinished, test } from 'vitest';
import { compiledCodeIn } from '#parts/compiledCode.ts';
import { createLoader, filesIn } from '#parts/loadParts.ts';

// What this process has compiled would be taken in place of what is kept.
setFlagsFromString('--no-compilation-cache');

/** Two parts in a folder, and a folder for their compiled code. */
function parts(second = 'exports.twice = n => 2 * n;') {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'first.js'), "exports.value = require('./second.js').twice(21);");
  writeFileSync(join(folder, 'second.js'), second);
  const cache = mkdtempSync(join(tmpdir(), 'sitedeck-compiled-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  return {
    cache,
    start: (build = 'one') => createLoader(filesIn(folder), compiledCodeIn(cache, build)),
    kept: () => readdirSync(cache).map(name => [name, statSync(join(cache, name)).ino] as const),
  };
}

test('parts load each other, and the modules of Node', () => {
  const { start } = parts("exports.twice = n => require('node:path').join('a', String(2 * n));");
  expect(start().load('first.js')).toEqual({ value: 'a/42' });
});

test('what is neither a part nor of Node is an error that names it', () => {
  const { start } = parts("require('left-pad')");
  expect(() => start().load('first.js')).toThrow('left-pad');
});

test('compiled code is kept once, and used from then on', () => {
  const { start, kept } = parts();
  const first = start();
  first.load('first.js');
  expect(kept()).toEqual([]);
  first.keep();
  const before = kept();
  expect(before.map(([name]) => name.split('.')[0])).toEqual(expect.arrayContaining(['first', 'second']));
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.keep();
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
    loader.keep();
    const name = readdirSync(cache).find(file => file.startsWith('second.js')) ?? '';
    return readFileSync(join(cache, name)).length;
  };
  expect(sizeAfter(true)).toBeGreaterThan(sizeAfter(false) + 200);
});

test('of another build nothing is used, and nothing stays', () => {
  const { start, kept } = parts();
  for (const build of ['one', 'two']) {
    const loader = start(build);
    loader.load('first.js');
    loader.keep();
  }
  expect(kept().map(([name]) => name.split('.').at(-1))).toEqual(['two', 'two']);
});

test('compiled code that V8 does not take is made again', () => {
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keep();
  for (const [name] of kept()) writeFileSync(join(cache, name), 'cut short');
  const second = start();
  expect(second.load('first.js')).toEqual({ value: 42 });
  second.keep();
  for (const [name] of kept()) expect(readFileSync(join(cache, name)).length).toBeGreaterThan(100);
});

test('what another account wrote is left alone', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a file away');
  const { start, cache, kept } = parts();
  const first = start();
  first.load('first.js');
  first.keep();
  for (const [name] of kept()) chownSync(join(cache, name), 12_345, 12_345);
  expect(kept().map(([name]) => compiledCodeIn(cache, 'one').read(name.split('.v')[0] ?? ''))).toEqual([
    undefined,
    undefined,
  ]);
});
