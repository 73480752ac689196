import { hash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineHash, LineTable } from '#logs/count/KnownLines.ts';

const rotated = (word: number, bits: number): number => ((word << bits) | (word >>> (32 - bits))) >>> 0;

/** HalfSipHash with 64 bits as its authors write it down, a round a call: eight bytes. */
function halfSipHash(key: Buffer, text: Buffer, [perWord, atEnd]: readonly [number, number]): string {
  const [low, high] = [key.readUInt32LE(0), key.readUInt32LE(4)];
  const v = [low, (high ^ 0xee) >>> 0, (0x6c796765 ^ low) >>> 0, (0x74656462 ^ high) >>> 0];
  const at = (index: number): number => v[index] ?? NaN;
  const add = (to: number, from: number): void => void (v[to] = (at(to) + at(from)) >>> 0);
  const turn = (index: number, bits: number, other?: number): void => {
    const word = rotated(at(index), bits);
    v[index] = other === undefined ? word : (word ^ at(other)) >>> 0;
  };
  const rounds = (count: number): void => {
    for (let round = 0; round < count; round++) {
      add(0, 1);
      turn(1, 5, 0);
      turn(0, 16);
      add(2, 3);
      turn(3, 8, 2);
      add(0, 3);
      turn(3, 7, 0);
      add(2, 1);
      turn(1, 13, 2);
      turn(2, 16);
    }
  };
  const padded = Buffer.alloc((text.length >> 2) * 4 + 4);
  text.copy(padded);
  padded[padded.length - 1] = text.length & 255;
  for (let place = 0; place < padded.length; place += 4) {
    const word = padded.readUInt32LE(place);
    v[3] = (at(3) ^ word) >>> 0;
    rounds(perWord);
    v[0] = (at(0) ^ word) >>> 0;
  }
  const out = Buffer.alloc(8);
  v[2] = (at(2) ^ 0xee) >>> 0;
  rounds(atEnd);
  out.writeUInt32LE((at(1) ^ at(3)) >>> 0, 0);
  v[1] = (at(1) ^ 0xdd) >>> 0;
  rounds(atEnd);
  out.writeUInt32LE((at(1) ^ at(3)) >>> 0, 4);
  return out.toString('hex');
}

const secret = 'a secret';

function hashOf(line: string): string {
  const lines = new LineHash(secret);
  lines.take(line);
  const out = Buffer.alloc(8);
  out.writeInt32LE(lines.high, 0);
  out.writeInt32LE(lines.low, 4);
  return out.toString('hex');
}

test('a line has the HalfSipHash-1-3 of its bytes, with a key of the secret', () => {
  // The authors' first test vector, of HalfSipHash-2-4.
  expect(halfSipHash(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), Buffer.alloc(0), [2, 4])).toBe(
    '218d1f59b9b83cc8',
  );
  const key = hash('sha256', secret, 'buffer');
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 600 }), bytes => {
      fc.pre(bytes.at(-1) !== 13);
      const text = Buffer.from(bytes);
      expect(hashOf(text.toString('latin1'))).toBe(halfSipHash(key, text, [1, 3]));
    }),
  );
});

test('a carriage return at the end is no part of a line, and nothing stays of a longer line before', () => {
  const lines = new LineHash(secret);
  const hashes = ['a line', 'a line\r', 'a', 'a line'].map(line => {
    lines.take(line);
    return `${lines.high} ${lines.low}`;
  });
  expect(new Set([hashes[0], hashes[1], hashes[3]]).size).toBe(1);
  expect(hashes[2]).not.toBe(hashes[0]);
});

test('a table knows as many of each line as the source with the most has, whatever the order', () => {
  // Few hashes, also such that meet in one place of the table.
  const line = fc.constantFrom<readonly [number, number]>(
    [0, 0],
    [0, 1],
    [16, 0],
    [-16, 7],
    [1, 1],
    [2 ** 31 - 1, 5],
  );
  const many = fc.array(fc.oneof(line, fc.tuple(fc.integer(), fc.integer())), { maxLength: 80 });
  fc.assert(
    fc.property(fc.array(many, { maxLength: 5 }), sources => {
      let table = new LineTable(new Uint8Array());
      const most = new Map<string, number>();
      for (const source of sources) {
        table.begin(new Uint8Array());
        const own = new Map<string, number>();
        for (const [low, high] of source) {
          const key = `${low} ${high}`;
          const count = (own.get(key) ?? 0) + 1;
          own.set(key, count);
          const isKnown = count <= (most.get(key) ?? 0);
          expect(table.isKnown(low, high)).toBe(isKnown);
          if (!isKnown) table.add(low, high);
          most.set(key, Math.max(count, most.get(key) ?? 0));
        }
        expect(hashesOf(table.own)).toEqual(keysOf(own));
        expect(hashesOf(table.known)).toEqual(keysOf(most));
        table = new LineTable(table.known);
      }
    }),
  );
});

function hashesOf(bytes: Uint8Array): string[] {
  const words = new Int32Array(new Uint8Array(bytes).buffer);
  return Array.from(
    { length: words.length / 2 },
    (_, at) => `${words[at * 2]} ${words[at * 2 + 1]}`,
  ).toSorted();
}

function keysOf(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].flatMap(([key, count]) => Array.from({ length: count }, () => key)).toSorted();
}
