import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeLeftovers, replaceFile } from '#system/writeFileAtomic.ts';
import { isOwnFolder, makeOwnFolder } from './folder.ts';

/** Of starts with other arguments, and in terminals of other sizes. */
const mostFrames = 8;

/**
 * Writes the first frame of the next start, or with undefined removes it. Where it cannot be written, and below a link, the one
 * before stays.
 */
export function writeFrame(path: string, frame: object | undefined): void {
  const folder = dirname(path);
  try {
    if (
      !isOwnFolder(dirname(folder)) ||
      (frame === undefined ? !isOwnFolder(folder) : !makeOwnFolder(folder))
    )
      return;
    removeLeftovers(folder);
    if (frame === undefined) return rmSync(path, { force: true });
    // Not to the disk at once: what a crash leaves half written counts as absent.
    replaceFile(path, JSON.stringify(frame), 0o600, false);
    removeOldest(folder);
  } catch {
    // A full or read-only disk: then the next start draws as it did before.
  }
}

function removeOldest(folder: string): void {
  const frames = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => join(folder, name))
    .map(path => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of frames.slice(mostFrames)) rmSync(path, { force: true });
}
