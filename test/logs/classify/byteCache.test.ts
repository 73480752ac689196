import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteCache, viewOf } from '#logs/classify/ByteCache.ts';

/** A value of each text, made once it is not known; all texts stand in one piece. */
function valuesOf(cache: ByteCache<{ text: string }>, texts: readonly string[]): { text: string }[] {
  const bytes = Buffer.from(texts.join('|'), 'latin1');
  const view = viewOf(bytes);
  let at = 0;
  return texts.map(text => {
    const [start, end] = [at, at + text.length];
    at = end + 1;
    return cache.find(view, start, end) ?? cache.add({ text });
  });
}

const text = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map(byte => String.fromCharCode(byte)),
  maxLength: 12,
});

test('a text finds what was made of it, and never what was made of another one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text)), pieces => {
      const cache = new ByteCache<{ text: string }>();
      const first = new Map<string, object>();
      for (const texts of pieces)
        for (const [index, value] of valuesOf(cache, texts).entries()) {
          expect(value.text).toBe(texts[index]);
          expect(first.get(value.text) ?? value).toBe(value);
          first.set(value.text, value);
        }
    }),
  );
});

test('of the texts that it may hold none is forgotten, however their hashes lie', () => {
  const cache = new ByteCache<{ text: string }>();
  const texts = Array.from({ length: 40_000 }, (_, index) => `/page-${index}`);
  const values = valuesOf(cache, texts);
  const again = valuesOf(cache, texts);
  expect(texts.filter((_, index) => again[index] !== values[index])).toEqual([]);
});

test('it holds as many as it may, and is emptied then', () => {
  const cache = new ByteCache<{ text: string }>(10_000);
  const texts = Array.from({ length: 5_000 }, (_, index) => `/page-${index}`);
  for (let round = 0; round < 2; round++)
    expect(valuesOf(cache, texts).map(value => value.text)).toEqual(texts);
  // 92 of them come to 10,000 bytes, with a hundred each for the value: the last ones are there.
  const [last] = texts.slice(-1);
  expect(cache.find(viewOf(Buffer.from(last ?? '')), 0, 10)).toEqual({ text: last });
  expect(cache.find(viewOf(Buffer.from('/page-4000')), 0, 10)).toBeUndefined();
});
