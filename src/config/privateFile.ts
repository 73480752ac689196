import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { shellQuote } from '#model/shellQuote.ts';
import { errorCode } from '#system/errorCode.ts';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';

const largestFile = 1_000_000;

/** The text of a file with keys in it; undefined where there is none. Throws a ConfigError, also where others can read it. */
export function readPrivateFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { mode, size } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new ConfigError(
        `Other people on this machine can read ${safeText(path)}, where API keys are: run  chmod 600 ${safeText(shellQuote(path))}`,
      );
    if (size > largestFile) throw new ConfigError(`${safeText(path)} is far too large: move it away.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new ConfigError(`${safeText(path)} cannot be read: ${systemWords(error)}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Does what writes a file. Throws a ConfigError for what the system refuses; any other error is not about the file. */
export function writing(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new ConfigError(`${safeText(path)} cannot be written: ${systemWords(error)}.`);
  }
}

const permission = 'this account may not, check the permissions of the file and its folder';
const noFolder = 'a part of its path is a file and no folder';
const words: Readonly<Record<string, string>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder cannot be made in that place',
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  ELOOP: 'it leads through links that never end',
};

function systemWords(error: unknown): string {
  return words[errorCode(error) ?? ''] ?? safeText(error instanceof Error ? error.message : error, 200);
}
