import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { ContentError } from '#logs/summary.ts';
import { decompress } from '#logs/files/decompress.ts';

/** The bytes of pieces of some size, decompressed. */
async function unpacked(packed: Buffer, size = 7): Promise<Buffer> {
  function* pieces() {
    for (let at = 0; at < packed.length; at += size) yield packed.subarray(at, at + size);
  }
  const parts: Buffer[] = [];
  for await (const part of decompress(Readable.from(pieces()))) parts.push(part);
  return Buffer.concat(parts);
}

const long = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));
const parts = [Buffer.from('one\n'), long, Buffer.alloc(0), Buffer.alloc(400_000), Buffer.from('two\n')];
const whole = Buffer.concat(parts);

test('gzip of several members', async () => {
  const packed = Buffer.concat(parts.map(part => zlib.gzipSync(part)));
  expect((await unpacked(packed, 1_000)).equals(whole)).toBe(true);
});

test.runIf('zstdCompressSync' in zlib)('zstd of several frames, in pieces of any size', async () => {
  const checksums = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } };
  const packed = Buffer.concat(
    parts.map((part, index) => zlib.zstdCompressSync(part, index % 2 === 0 ? checksums : {})),
  );
  for (const size of [1, 1_000, packed.length])
    expect((await unpacked(packed, size)).equals(whole)).toBe(true);
  const empty = Buffer.from('502a4d1803000000616263', 'hex');
  const between = Buffer.concat([zlib.zstdCompressSync(whole), empty, zlib.zstdCompressSync(whole)]);
  expect((await unpacked(between, 500)).length).toBe(2 * whole.length);
  await expect(unpacked(packed.subarray(0, -3), 500)).rejects.toMatchObject({ code: 'Z_BUF_ERROR' });
});

const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

for (const program of ['xz', 'bzip2'])
  test.runIf(hasProgram(program))(`${program} of several members, by the program`, async () => {
    const packed = Buffer.concat(parts.map(input => spawnSync(program, ['-c'], { input }).stdout));
    expect((await unpacked(packed, 10_000)).equals(whole)).toBe(true);
    await expect(unpacked(packed.subarray(0, -9), 10_000)).rejects.toThrow(
      `is damaged, or cut short: ${program} cannot read it to its end. Copy it again.`,
    );
  });

test('without the program one line says what to run', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    const xz = unpacked(Buffer.from('fd377a585a000004', 'hex'));
    await expect(xz).rejects.toBeInstanceOf(ContentError);
    await expect(xz).rejects.toThrow(
      'is compressed with xz, and there is no xz on this machine. Where it is, xzcat FILE | sitedeck import DOMAIN - reads it.',
    );
  } finally {
    process.env['PATH'] = path;
  }
});
