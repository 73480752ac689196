import { closeSync, constants, existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '#model/failure.ts';
import { errorCode, makeFolder, notAFile, openFile, readOpenText, tooLarge } from '#system/files.ts';
import { noHomeCode } from '#system/homeFolder.ts';
import { safeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';

const waitMilliseconds = 3_000;

/**
 * Runs the work while no other Sitedeck holds the same lock. The lock is the operating system's, taken by SQLite on an empty
 * file that stays: it ends with its process, however that ends, so that no stale lock has to be removed. Throws a
 * ConfigError where another process holds it for too long.
 */
export function withFileLock<T>(path: string, work: () => T): T {
  makeFolder(dirname(path));
  // Makes the file private, and throws the system's error where that fails.
  closeSync(openFile(path, constants.O_RDWR | constants.O_CREAT | noLink(path)).file);
  // Loaded here: few starts change settings.
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  const lock = new Database(path);
  try {
    take(lock, path);
    return work();
  } finally {
    lock.close();
  }
}

/** What a link leads to is neither made nor locked. Throws a ConfigError for a link. */
function noLink(path: string): number {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new ConfigError(`${safeText(path)} is a link, and no lock: move it away.`);
  return constants.O_NOFOLLOW ?? 0;
}

function take(lock: DatabaseSync, path: string): void {
  try {
    // Else a full disk, on which there is no room for the journal, could not be told from a damaged lock.
    lock.exec(`PRAGMA busy_timeout = ${waitMilliseconds}; PRAGMA journal_mode = memory; BEGIN EXCLUSIVE`);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy)
      throw new ConfigError('Another sitedeck is writing its settings: try again.');
    throw new ConfigError(`${safeText(path)} cannot be locked: move it away.`);
  }
}

/** SQLITE_BUSY. */
const busy = 5;

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
    return readOpenText(file, largestFile);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) === tooLarge)
      throw new ConfigError(`${safeText(path)} is far too large: move it away.`);
    throw new ConfigError(`${safeText(path)} cannot be read: ${systemWords(error)}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function checkFile(path: string, { uid, mode }: Stats): void {
  const place = safeText(path);
  if (uid !== (process.geteuid?.() ?? uid))
    throw new ConfigError(`${place} belongs to ${owner(uid)}, so nothing in it is used: ${remedy(uid)}.`);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new ConfigError(
      `Other people on this machine can read ${place}, where API keys are: run  chmod 600 ${safeText(shellQuote(path))}`,
    );
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
  EDQUOT: 'your disk quota is used up',
  [noHomeCode]: 'this account has no home folder, set HOME',
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
