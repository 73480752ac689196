import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** Programs of a run share a cache of Node: with this environment one has what its home keeps instead, as users have it. */
export const ownCompileCache = { NODE_COMPILE_CACHE: '' };

/** The files of the cache of a home, each with what changes when it is written anew. */
export function cachedCode({ path }: Home): Readonly<Record<string, string>> {
  const folder = join(path, 'cache', 'sitedeck');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.toSorted().map(name => [name, statSync(join(folder, name))] as const);
  return Object.fromEntries(
    files
      .filter(([, found]) => found.isFile())
      .map(([name, { ino, mtimeMs }]) => [name, `${ino} ${mtimeMs}`]),
  );
}
