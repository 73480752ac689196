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
import { dirname, join } from 'node:path';
import { makeFolder } from './makeFolder.ts';

/**
 * Writes a private file (0600, in a folder 0700) atomically: a reader finds the old text or the new one, also after a crash
 * of the machine. A link stays a link; the file it leads to is replaced. Throws the system's error.
 */
export function writeFileAtomic(path: string, text: string): void {
  makePrivateFolder(dirname(path));
  replaceFile(targetOf(path), text, 0o600);
}

/**
 * Writes a file atomically, in place of the one or the link that may be there. Where it is not `isLasting` it does not wait for the
 * disk: a crash of the machine may leave half of it. Throws the system's error.
 */
export function replaceFile(target: string, text: string, mode: number, isLasting = true): void {
  writeWhole(target, text, mode, temporary => renameSync(temporary, target), isLasting);
  if (isLasting) syncFolder(dirname(target));
}

/**
 * Writes a text to a temporary file beside the target, calls `place` to move it there, and removes what is left of it.
 * Throws the system's error and what `place` throws.
 */
export function writeWhole(
  target: string,
  text: string,
  mode: number,
  place: (temporary: string) => void,
  isLasting = true,
): void {
  const temporary = join(
    dirname(target),
    `.sitedeck-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`,
  );
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      writeFileSync(file, text);
      if (isLasting) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes a folder that only this account can enter. Throws the system's error. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Another account's folder that we may write to: the file in it is private anyway.
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Writes the new name to the disk too. Some systems cannot open folders: there the rename has to be enough. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    return;
  }
}
