import {
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { devNull, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { safeText } from '#text/safeText.ts';

/** The system's code of an error: ENOENT, EACCES, ECONNREFUSED ...; undefined for an error that is not the system's. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What systems call the home of accounts that have none. */
export const noHome = '/nonexistent';
/** Our code for a folder that would be below it: the system has none. */
export const noHomeCode = 'ENOHOME';

/** The home folder of this account; undefined where neither HOME nor the system names one, as in a container. */
export function homeFolder(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes a folder and its parents where they are missing, for this account only. One level at a time: Node's `recursive`
 * never returns below a folder in which none can be made (/proc). Throws the system's error, and one with the code noHomeCode
 * in the home of an account that has none.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  // Root could make it.
  if (path === noHome)
    throw Object.assign(new Error('has no home'), { code: noHomeCode, syscall: 'mkdir', path });
  makeFolder(dirname(path));
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** Our code for a pipe, a socket or a device in place of a file: the system has none. */
export const notAFile = 'ENOTFILE';
/** The system's own code for a file that is larger than what may be read. */
export const tooLarge = 'EFBIG';

/**
 * Opens an ordinary file. Reading a pipe could block and a device may never end, so anything else is an error with the code
 * notAFile. Throws the system's error.
 * @param flags of node:fs's constants
 */
export function openFile(path: string, flags: number): { file: number; found: Stats } {
  const { file, found } = openUnblocked(path, flags);
  if (found.isFile()) return { file, found };
  closeSync(file);
  throw noFile(path, found);
}

/** Opens whatever is there, of which neither opening nor reading then blocks. Throws the system's error. */
export function openUnblocked(path: string, flags: number): { file: number; found: Stats } {
  const file = openSync(path, flags | constants.O_NONBLOCK | constants.O_NOCTTY, 0o600);
  return { file, found: fstatSync(file) };
}

export function noFile(path: string, found: Stats): Error {
  const [code, words] = found.isDirectory() ? ['EISDIR', 'is a folder'] : [notAFile, 'is no ordinary file'];
  return Object.assign(new Error(words), { code, syscall: 'open', path });
}

/** More than any file of ours has. */
const maxOfOwn = 50_000_000;

/** Throws as openFile does, what `check` throws, and an error with the code tooLarge for one of more bytes. */
export function readText(
  path: string,
  {
    maxBytes = maxOfOwn,
    check,
    flags = 0,
  }: { maxBytes?: number; check?: ((found: Stats) => void) | undefined; flags?: number } = {},
): string {
  const { file, found } = openFile(path, constants.O_RDONLY | flags);
  try {
    check?.(found);
    return readOpenText(file, maxBytes);
  } finally {
    closeSync(file);
  }
}

const pieceBytes = 65_536;

/** The same of an open file. What the system says of its size may be wrong: it grows, or is one of /proc. */
function readOpenText(file: number, maxBytes: number): string {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const read = readSync(file, piece, 0, pieceBytes, null);
    if (read === 0) return Buffer.concat(pieces).toString('utf8');
    pieces.push(piece.subarray(0, read));
    length += read;
    if (length > maxBytes) throw fileTooLarge();
  }
}

function fileTooLarge(): Error {
  return Object.assign(new Error('is too large'), { code: tooLarge, syscall: 'read' });
}

/** 0600, in a folder 0700; atomic also after a crash of the machine. A link stays a link. Throws the system's error. */
export function writeFileAtomic(path: string, text: string): void {
  makePrivateFolder(dirname(path));
  const target = targetOf(path);
  removeLeftovers(dirname(target));
  replaceFile(target, text, 0o600);
}

/** In place of the file or the link. Not `isLasting`: a crash of the machine may leave half. Throws the system's error. */
export function replaceFile(target: string, text: string, mode: number, isLasting = true): void {
  writeThenPlace(target, text, mode, temporary => renameSync(temporary, target), isLasting);
  if (isLasting) syncFolder(dirname(target));
}

/** `place` moves the temporary file beside the target there. Throws the system's error and what `place` throws. */
export function writeThenPlace(
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

const leftover = /^\.sitedeck-(\d+)-[\da-z]+\.tmp$/;
/** Milliseconds: no file of ours takes so long to write. The process that has the number by now may be another. */
const maxWriteMs = 60_000;

/** Removes what programs left that were killed while they wrote a file: there may be keys in it. */
export function removeLeftovers(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const [, pid] = leftover.exec(name) ?? [];
      const path = join(folder, name);
      if (pid !== undefined && !(isRunning(Number(pid)) && isYoung(path))) rmSync(path, { force: true });
    }
  } catch {
    // A folder that cannot be read, or not be changed.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function isYoung(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  // The clock may have been set back since.
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < maxWriteMs;
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

/**
 * Neither opening nor reading blocks a thread, which could not be ended. Rejects with the system's error.
 * @param signal ends what waits for a pipe
 */
export async function* streamFile(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, void> {
  const { file, found } = openUnblocked(path, constants.O_RDONLY);
  if (found.isFile()) yield* createReadStream(path, { fd: file });
  else if (found.isFIFO()) yield* await pipeOf(file, signal);
  else {
    closeSync(file);
    if (!canStream(found)) throw noFile(path, found);
  }
}

/** Whether streamFile reads what is there. The device that is always empty stands for an empty file. */
export function canStream(found: Stats): boolean {
  return found.isFile() || found.isFIFO() || isNullDevice(found);
}

/** Whether it is the device that is always empty, whatever is written to it. */
export function isNullDevice(found: Stats): boolean {
  return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev;
}

/** The system waits for its first writer, and for bytes, beside everything else. */
async function pipeOf(file: number, signal: AbortSignal | undefined): Promise<AsyncIterable<Buffer>> {
  // Loaded here: few logs are pipes.
  const { Socket } = await import('node:net');
  return new Socket({ fd: file, readable: true, writable: false, ...(signal && { signal }) });
}

/** The whole text of a stream. Rejects with an error of the code tooLarge where it is longer, without reading on. */
export async function boundedText(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > maxBytes) throw fileTooLarge();
  }
  return Buffer.concat(pieces).toString('utf8');
}

const permission = 'this account may not, check the permissions of the file and its folder';
const noFolder = 'a part of its path is a file and no folder';
const words: Readonly<Record<string, string>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'it would be larger than a file of this account may be, check  ulimit -f',
  [noHomeCode]: 'this account has no home folder, set HOME',
  EISDIR: 'it is a folder, move it away',
  ENOENT: 'its folder cannot be made there',
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a link where none may be, or one that never ends',
  // A socket, which cannot even be opened.
  ENXIO: 'it is no ordinary file, move it away',
  [notAFile]: 'it is no ordinary file, move it away',
};

/** What the system's error says of a file, behind a colon; undefined for one that may be a bug. */
export function knownSystemWords(error: unknown): string | undefined {
  return words[errorCode(error) ?? ''];
}

/** The same of any error. Safe text. */
export function systemWords(error: unknown): string {
  return knownSystemWords(error) ?? safeText(error instanceof Error ? error.message : error, 200);
}
