import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Everything below a folder, by path: identity, mode, size, time of the last write and content. Not the time at which its owner
 * was set: SQLite sets that anew where root opens a file, to the same.
 */
export function fileTree(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort()) {
    const whole = join(folder, path);
    const { ino, mode, size, mtimeNs } = lstatSync(whole, { bigint: true });
    const isFile = lstatSync(whole).isFile();
    const content = isFile ? createHash('sha256').update(readFileSync(whole)).digest('hex') : 'folder';
    found.set(path, [ino, mode.toString(8), size, mtimeNs, content].join(' '));
  }
  return found;
}
