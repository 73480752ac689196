import { closeSync, constants, existsSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { shellQuote } from '#model/text/shellQuote.ts';
import { errorCode } from '#system/errorCode.ts';
import { notAFile, openFile } from '#system/openFile.ts';
import { safeText } from '#terminal/safeText.ts';
import { ConfigError } from './ConfigError.ts';

const largestFile = 1_000_000;

/**
 * The text of a file with keys in it; undefined for no file. Throws a ConfigError, also where other accounts can read or
 * replace the file: then nothing in it is used.
 */
export function readPrivateFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    const opened = openFile(path, constants.O_RDONLY);
    file = opened.file;
    checkFile(path, opened.found);
    for (const folder of new Set([dirname(path), dirname(realpathSync(path))])) checkFolder(folder);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new ConfigError(`${safeText(path)} cannot be read: ${systemWords(error)}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function checkFile(path: string, { uid, mode, size }: Stats): void {
  const place = safeText(path);
  if (uid !== (process.geteuid?.() ?? uid))
    throw new ConfigError(`${place} belongs to ${owner(uid)}, so nothing in it is used: ${remedy(uid)}.`);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new ConfigError(
      `Other people on this machine can read ${place}, where API keys are: run  chmod 600 ${safeText(shellQuote(path))}`,
    );
  if (size > largestFile) throw new ConfigError(`${place} is far too large: move it away.`);
}

const sticky = 0o1000;

/** An account that can write to a folder can replace the files in it, except in sticky folders such as /tmp. */
function checkFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  const own = process.geteuid?.();
  if (own === undefined) return;
  if (uid !== own && uid !== 0)
    throw new ConfigError(
      `${safeText(folder)} belongs to ${owner(uid)}, so no file in it is used: ${remedy(uid)}.`,
    );
  if ((mode & 0o022) !== 0 && (mode & sticky) === 0)
    throw new ConfigError(
      `Others can replace files in ${safeText(folder)}, so none is used: run  chmod go-w ${safeText(shellQuote(folder))}`,
    );
}

/** Sudo sets SUDO_UID to the number of the account that called it. */
const isOfCaller = (uid: number) => process.geteuid?.() === 0 && process.env['SUDO_UID'] === String(uid);

const owner = (uid: number) =>
  isOfCaller(uid) ? 'the account that called sudo' : `another account (${uid})`;

/** Root does not use it either: the apiKeyCommand in it would run as root. */
function remedy(uid: number): string {
  if (isOfCaller(uid)) return 'leave out sudo, or call  sudo -H  for settings of root';
  return process.geteuid?.() === 0
    ? 'run this as that account, or set XDG_CONFIG_HOME to a folder of root'
    : 'move it away, or set XDG_CONFIG_HOME to a folder of your own';
}

/**
 * Runs the code that writes a file. Turns the system's errors into a ConfigError, and throws one where readPrivateFile would
 * refuse the folder. Other errors are passed on.
 */
export function writing(path: string, write: () => void): void {
  const folder = dirname(path);
  if (existsSync(folder)) checkFolder(folder);
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
  // A socket, which cannot even be opened.
  ENXIO: 'it is no ordinary file, move it away',
  [notAFile]: 'it is no ordinary file, move it away',
};

function systemWords(error: unknown): string {
  return words[errorCode(error) ?? ''] ?? safeText(error instanceof Error ? error.message : error, 200);
}
