import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NewestLines } from '#logs/lines/LineFinder.ts';

function bytesOf(newest: NewestLines, roomBytes: number): Buffer {
  const room = Buffer.alloc(roomBytes);
  const pieces = Array.from(newest.writeTo(room), length => Buffer.from(room.subarray(0, length)));
  // Whole lines, unless one alone does not fit.
  expect(pieces.filter(piece => piece.at(-1) !== lineFeed && piece.includes(lineFeed))).toEqual([]);
  return Buffer.concat(pieces);
}

const lineFeed = 10;
const someLine = fc.record({ time: fc.nat(20), text: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }) });

test('however small the memory, pass after pass gives all lines, the newest first, and of one time the last first', () => {
  fc.assert(
    fc.property(
      fc.array(someLine, { maxLength: 80 }),
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 200 }),
      (given, most, room) => {
        const all = given.map(({ time, text }, at) => ({ time, text: `${at} ${text}` }));
        const found: string[] = [];
        let [before, passes] = [Infinity, 0];
        for (; before > -Infinity && passes <= all.length; passes++) {
          const newest = new NewestLines(most);
          for (const { time, text } of all) if (time <= before) newest.add(time, text);
          const text = bytesOf(newest, room).toString('latin1');
          found.push(...text.split('\n').slice(0, -1));
          before = newest.cut;
        }
        const expected = all
          .map((each, at) => ({ ...each, at }))
          .toSorted((a, b) => b.time - a.time || b.at - a.at);
        expect(found).toEqual(expected.map(({ text }) => text));
        expect(before).toBe(-Infinity);
      },
    ),
  );
});

test('bytes stay as they are', () => {
  const newest = new NewestLines();
  const every = String.fromCharCode(
    ...Array.from({ length: 256 }, (_, code) => code).filter(code => code !== 10),
  );
  newest.add(1, every);
  expect(bytesOf(newest, 1)).toEqual(Buffer.from(`${every}\n`, 'latin1'));
});

test('what is kept stays within the memory, where the times differ', () => {
  const newest = new NewestLines(100_000);
  for (let time = 0; time < 20_000; time++) newest.add(time, `line ${time}`.padEnd(99));
  const kept = bytesOf(newest, 1_000_000);
  expect(kept.length).toBeLessThanOrEqual(100_000);
  expect(kept.length).toBeGreaterThan(45_000);
  expect(newest.cut).toBe(20_000 - kept.length / 100 - 1);
});
