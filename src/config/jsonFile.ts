import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { ConfigError } from '#model/failure.ts';
import { isDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { errorCode, readText, systemWords, tooLarge, writeFileAtomic } from '#system/files.ts';
import { ProcessLock } from '#system/processLock.ts';
import { isRecord, parsedJson, safeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';

interface Content<T> {
  /** Made when used: making schemas takes time, and most starts find no file. */
  readonly schema: () => z.ZodMiniType<T>;
  readonly empty: T & { readonly version: number };
  /** There are keys in it: it is not used where other accounts can read or replace it. */
  readonly isSecret?: boolean;
  /** Said of what the schema refuses, in place of the schema's own words. */
  readonly refusal?: string;
  /** Bytes that are read at most. What would be larger is not written: it could not be read again. */
  readonly maxBytes?: number;
  /** Said of that. */
  readonly full?: string;
}

/** Of a day as files have it. */
export const storedDay = () => z.custom<Day>(value => typeof value === 'string' && isDay(value));

/** A record leaves out this name, and with it what somebody had entered. */
export function withoutProto<K extends z.core.$ZodRecordKey, V extends z.ZodMiniType>(
  record: z.ZodMiniRecord<K, V>,
) {
  const has = (value: unknown) => Object.hasOwn(Object(value), '__proto__');
  return z.pipe(
    z.custom<z.input<typeof record>>(value => !has(value), 'has the name __proto__'),
    record,
  );
}

/** A file of this account that several programs may read and change. */
export function jsonFile<T>(path: string, content: Content<T>) {
  const { maxBytes = maxFileBytes, full = `${safeText(path)} would be too large: nothing was changed.` } =
    content;
  const read = (): T => {
    const text = readOwnFile(path, content.isSecret === true ? checkSecret : undefined, maxBytes);
    return text === undefined ? content.empty : parseContent(safeText(path), text, content);
  };
  return {
    /** A missing file is an empty one. Throws a ConfigError for one that cannot be used. */
    read,
    /** The same; undefined for one that cannot be used. */
    peek(): T | undefined {
      try {
        return read();
      } catch (error) {
        if (error instanceof ConfigError) return undefined;
        throw error;
      }
    },
    /** Read again under its lock, and written where it is another object. Throws a ConfigError; an unusable file stays as it is. */
    change(change: (now: T) => T): void {
      writing(path, () => {
        const lock = takeLock(`${path}.lock`);
        try {
          const now = read();
          const changed = change(now);
          if (changed === now) return;
          const text = `${JSON.stringify(changed, null, 2)}\n`;
          if (Buffer.byteLength(text) > maxBytes) throw new ConfigError(full);
          writeFileAtomic(path, text);
        } finally {
          lock.release();
        }
      });
    },
  };
}

function parseContent<T>(shownPath: string, text: string, { schema, empty, refusal }: Content<T>): T {
  // Without the parser's message, which would quote the text, and so a key.
  const value = parsedJson(text);
  if (value === undefined)
    throw new ConfigError(
      `${shownPath} ${refusal ?? 'is not valid JSON'}: mend it, or move it away to start anew.`,
    );
  const version = isRecord(value) ? value['version'] : undefined;
  if (typeof version === 'number' && version > empty.version)
    throw new ConfigError(
      `${shownPath} was written by a newer Sitedeck (version ${version}): update this one.`,
    );
  const result = schema().safeParse(value);
  if (result.success) return result.data;
  if (refusal !== undefined)
    throw new ConfigError(`${shownPath} ${refusal}: mend it, or move it away to start anew.`);
  const [issue] = result.error.issues;
  const where = issue?.path.map(String).join('.') ?? '';
  throw new ConfigError(`${shownPath}: ${safeText(`${where} ${issue?.message ?? 'is wrong'}`.trim(), 200)}.`);
}

const waitMilliseconds = 3_000;

function takeLock(path: string): ProcessLock {
  let lock: ProcessLock | undefined;
  try {
    lock = ProcessLock.take(path, waitMilliseconds);
  } catch (error) {
    if (errorCode(error) === 'ELOOP')
      throw new ConfigError(`${safeText(path)} is a link, and no lock: move it away.`);
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new ConfigError(`${safeText(path)} cannot be locked: move it away.`);
  }
  if (lock === undefined) throw new ConfigError('Another sitedeck is writing its settings: try again.');
  return lock;
}

/** The text of a file; undefined for no file. Throws a ConfigError, and what `check` throws of the file that is there. */
export function readOwnFile(
  path: string,
  check?: (path: string, found: Stats) => void,
  maxBytes = maxFileBytes,
): string | undefined {
  try {
    return readText(path, { maxBytes, check: check && (found => check(path, found)) });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) === tooLarge)
      throw new ConfigError(`${safeText(path)} is far too large: move it away.`);
    throw new ConfigError(`${safeText(path)} cannot be read: ${systemWords(error)}.`);
  }
}

const maxFileBytes = 1_000_000;

/** Throws a ConfigError where other accounts can read or replace a file. */
export function checkSecret(path: string, found: Stats): void {
  checkOwner(path, found);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new ConfigError(
      `Other people on this machine can read ${safeText(path)}, where API keys are: run  chmod 600 ${safeText(shellQuote(path))}`,
    );
  checkFolders(path);
}

/** Throws a ConfigError where other accounts can write or replace a file that says what is run. */
export function checkTrusted(path: string, found: Stats): void {
  if (found.uid !== 0) checkOwner(path, found);
  if (process.platform !== 'win32' && (found.mode & 0o022) !== 0)
    throw new ConfigError(
      `Other people on this machine can write ${safeText(path)}, which says what is run: run  chmod go-w ${safeText(shellQuote(path))}`,
    );
  checkFolders(path);
}

function checkOwner(path: string, { uid }: Stats): void {
  if (uid !== (process.geteuid?.() ?? uid))
    throw new ConfigError(
      `${safeText(path)} belongs to ${owner(uid)}, so nothing in it is used: ${remedy(uid)}.`,
    );
}

function checkFolders(path: string): void {
  for (const folder of new Set([dirname(path), dirname(realpathSync(path))])) checkFolder(folder);
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

/** Turns the system's errors into a ConfigError, and throws one where a secret file in that folder would be refused. */
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
