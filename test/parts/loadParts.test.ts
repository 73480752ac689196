import { expect, test } from 'vitest';
import { parts } from './fixture.ts';

test('parts load each other, and the modules of Node', () => {
  const { start } = parts("exports.twice = n => require('node:path').join('a', String(2 * n));");
  expect(start().load('first.js')).toEqual({ value: 'a/42' });
});

test('what is neither a part nor of Node is an error that names it', () => {
  const { start } = parts("require('left-pad')");
  expect(() => start().load('first.js')).toThrow('left-pad');
});

test('a part that cannot be read is asked for again', () => {
  const { start, write, remove } = parts();
  const loader = start();
  remove('second.js');
  expect(() => loader.load('second.js')).toThrow('ENOENT');
  write('second.js', 'exports.back = true;');
  expect(loader.load('second.js')).toEqual({ back: true });
});
