import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packColumns, release, unpackColumns } from '#server/database/columns.ts';

test('a column takes as few bytes as its numbers need, and none where they are equal', () => {
  expect([...packColumns(3, [Int32Array.of(7, 7, 7)])]).toEqual([3, 0, 0, 0, 1, 0x10, 7]);
  // 256, and how far each is above it.
  expect([...packColumns(3, [Int32Array.of(256, 258, 511)])]).toEqual([3, 0, 0, 0, 1, 0x21, 0, 1, 0, 2, 255]);
  // The lower bytes come first.
  expect([...packColumns(2, [Int32Array.of(0, 0x1234)])]).toEqual([2, 0, 0, 0, 1, 2, 0, 0x34, 0, 0x12]);
});

test('a column that was added later is 0 in what was packed before', () => {
  const { rows, column } = unpackColumns(packColumns(2, [Int32Array.of(1, 2)]));
  expect([rows, column(0), column(1)]).toEqual([2, Int32Array.of(1, 2), Int32Array.of(0, 0)]);
});

test('nothing is empty columns', () => {
  const { rows, column, tail } = unpackColumns(new Uint8Array());
  expect([rows, column(0), tail.length]).toEqual([0, new Int32Array(), 0]);
});

test('what was packed is unpacked as it was, with the bytes behind it', () => {
  const number = fc.oneof(
    fc.integer({ min: -2, max: 300 }),
    fc.integer({ min: 0, max: 70_000 }),
    fc.integer({ min: 0, max: 20_000_000 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  );
  const columns = fc.tuple(fc.nat(20), fc.nat(5)).chain(([rows, count]) =>
    fc.array(fc.array(number, { minLength: rows, maxLength: rows }), {
      minLength: count,
      maxLength: count,
    }),
  );
  fc.assert(
    fc.property(columns, fc.uint8Array({ maxLength: 20 }), (all, tail) => {
      const [first = []] = all;
      const packed = packColumns(
        first.length,
        all.map(column => Int32Array.from(column)),
        tail,
      );
      const unpacked = unpackColumns(packed);
      expect(unpacked.rows).toBe(first.length);
      expect(all.map((_, index) => [...unpacked.column(index)])).toEqual(all);
      expect([...unpacked.tail]).toEqual([...tail]);
    }),
  );
});

test('an array gives its memory back, whatever part of it is known; the smallest have none of their own', () => {
  const [whole, small] = [new Int32Array(32), new Int32Array(16)];
  release(whole.subarray(0, 20));
  release(small);
  expect([whole.length, small.length]).toEqual([0, 16]);
  release(whole);
});
