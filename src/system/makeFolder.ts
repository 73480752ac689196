import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents where they are missing, for this account only. One level at a time: Node's `recursive`
 * never returns below a folder in which none can be made (/proc). Throws the system's error.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
