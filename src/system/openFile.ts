import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Our code for a pipe, a socket or a device in place of a file: the system has none. */
export const notAFile = 'ENOTFILE';

/**
 * Opens an ordinary file. Reading a pipe could block and a device may never end, so anything else is an error with the code
 * notAFile. Throws the system's error.
 * @param flags of node:fs's constants
 */
export function openFile(path: string, flags: number, mode = 0o600): { file: number; found: Stats } {
  const file = openSync(path, flags | constants.O_NONBLOCK | constants.O_NOCTTY, mode);
  const found = fstatSync(file);
  if (found.isFile()) return { file, found };
  closeSync(file);
  const [code, words] = found.isDirectory() ? ['EISDIR', 'is a folder'] : [notAFile, 'is no ordinary file'];
  throw Object.assign(new Error(words), { code, syscall: 'open', path });
}

/** The text of an ordinary file. Throws as openFile does. */
export function readText(path: string): string {
  const { file } = openFile(path, constants.O_RDONLY);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
