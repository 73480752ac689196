import { expect, test } from 'vitest';
import { chunks } from './fixture.ts';

test('chunks load each other, and the modules of Node', () => {
  const { start } = chunks("exports.twice = n => require('node:path').join('a', String(2 * n));");
  expect(start().load('first.js')).toEqual({ value: 'a/42' });
});

test('what is neither a chunk nor of Node is an error that names it', () => {
  const { start } = chunks("require('left-pad')");
  expect(() => start().load('first.js')).toThrow('left-pad');
});

test('a chunk that cannot be read is asked for again', () => {
  const { start, write, remove } = chunks();
  const loader = start();
  remove('second.js');
  expect(() => loader.load('second.js')).toThrow('ENOENT');
  write('second.js', 'exports.back = true;');
  expect(loader.load('second.js')).toEqual({ back: true });
});
