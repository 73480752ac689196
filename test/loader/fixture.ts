import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { onTestFinished } from 'vitest';
import { bytecodeCacheIn } from '#loader/bytecodeCache.ts';
import { createLoader, filesIn } from '#loader/createLoader.ts';

// What this process has compiled would be taken in place of what is cached.
setFlagsFromString('--no-compilation-cache');

/** Two chunks in a folder, and a folder for their bytecode. */
export function chunks(second = 'exports.twice = n => 2 * n;') {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-chunks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string, build = 'one') =>
    writeFileSync(join(folder, name), `${text}\n//${build}\n`);
  write('first.js', "exports.value = require('./second.js').twice(21);");
  write('second.js', second);
  const cache = mkdtempSync(join(tmpdir(), 'sitedeck-bytecode-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  return {
    cache,
    write,
    remove: (name: string) => rmSync(join(folder, name)),
    /** After a start that went well, or after one of another process that did not. */
    start(build = 'one', after?: { readonly endedEarly: number }) {
      rmSync(join(cache, 'starting'), { force: true });
      if (after !== undefined) writeFileSync(join(cache, 'starting'), String(after.endedEarly));
      return createLoader(filesIn(folder), bytecodeCacheIn(cache, build));
    },
    cached: () =>
      readdirSync(cache)
        .filter(name => name.includes('.js.'))
        .map(name => [name, statSync(join(cache, name)).ino] as const),
  };
}
