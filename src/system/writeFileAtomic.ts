import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './makeFolder.ts';

/**
 * Puts a private file (0600, in a folder 0700) in place as a whole: whoever reads it, and whatever ends this process,
 * finds the old text or the new one. A link stays a link; the file it leads to is replaced. Throws the system's error.
 */
export function writeFileAtomic(path: string, text: string): void {
  makePrivateFolder(dirname(path));
  const target = targetOf(path);
  const temporary = `${target}.${process.pid}-${Date.now()}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(target));
}

function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Somebody else's folder that we may write to: the file in it is private all the same.
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The new name must be on the disk too. Some systems do not open folders: there the rename has to do. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    return;
  }
}
