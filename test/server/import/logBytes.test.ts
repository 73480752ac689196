import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { lookAt } from '#server/import/follow/FoundFile.ts';
import { MovedLog, openPacked, openPlain } from '#server/import/follow/LogBytes.ts';
import { temporaryFolder } from '../serverFixture.ts';

const kinds = [
  {
    name: 'plain',
    pack: (text: string) => Buffer.from(text),
    open: (found: Found) => openPlain(found, 0, Infinity),
  },
  { name: 'compressed', pack: gzipSync, open: (found: Found) => openPacked(found, undefined) },
] as const;

type Found = NonNullable<ReturnType<typeof lookAt>>;

test.each(kinds)(
  'a $name log that was renamed since it was found is not read as another one',
  async ({ pack, open }) => {
    const path = join(temporaryFolder(), 'access.log.1');
    writeFileSync(path, pack('first\n'));
    const found = lookAt(path);
    if (found === undefined) throw new Error('it was just written');
    const bytes = open(found);
    onTestFinished(() => bytes.close());
    renameSync(path, `${path}.2`);
    expect(() => open(found)).toThrow(MovedLog);
    writeFileSync(path, pack('second\n'));
    expect(() => open(found)).toThrow(MovedLog);
    rmSync(path);
    // What is open stays what it was.
    const read: Buffer[] = [];
    for await (const piece of bytes.pieces()) read.push(piece);
    expect(Buffer.concat(read).toString()).toBe('first\n');
  },
);
