import { exitCodes, Failure } from '#model/failure.ts';
import { errorCode, noHomeCode, notAFile } from '#system/files.ts';

/** The data file cannot be used. The message is one line that names the file and says what to do. */
export class ServiceFileError extends Failure {
  override readonly name = 'ServiceFileError';
  readonly exitCode = exitCodes.unreachable;
  /** Nothing can be written in this place; the file itself is not damaged, nor in use. */
  readonly isOfPlace: boolean;
  /** The problem without advice. */
  readonly what: string;

  constructor(message: string, options?: ErrorOptions & { readonly isOfPlace?: boolean }) {
    super(message, options);
    this.isOfPlace = options?.isOfPlace ?? false;
    this.what = message.replace(/: [^:]*$/, '');
  }
}

const busy = 5;
const full = 13;
/** What others read beside the file could not be made as large as it has to be: SQLite says so of a full disk, also to who only reads. */
const noRoomToShare = 4874;

/** Codes of SQLite: read-only, full, cannot be opened, may not be used; and of the system. */
const placeCodes: ReadonlySet<number | string> = new Set([
  8,
  full,
  14,
  23,
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  noHomeCode,
]);

const sqliteAdvice: Readonly<Record<number, string>> = {
  [busy]: 'is held by another program: close that program, then try again',
  8: 'is read-only: give yourself permission to write the file and its folder, or choose another place',
  10: 'could not be read or written: check the disk it is on',
  11: 'is damaged: move it away (a new one is made) or put back a copy',
  [full]: 'cannot grow, the disk is full: free some space, then try again',
  14: 'cannot be opened: check that its folder exists and that you may write there',
  23: 'may not be used by this account: check its permissions',
  26: 'is not a Sitedeck database, or is damaged: move it away (a new one is made) or choose another file',
};

const systemAdvice: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by this account: check the permissions of the file and its folder',
  EPERM: 'may not be written by this account: check the permissions of the file and its folder',
  EROFS: 'is on a read-only disk: choose another place',
  ENOSPC: 'cannot be written, the disk is full: free some space, then try again',
  EDQUOT: 'cannot be written, your disk quota is used up: free some space, then try again',
  ENOTDIR: 'cannot be made, a part of its path is a file and no folder: choose another place',
  EEXIST: 'cannot be made, a part of its path is a file and no folder: choose another place',
  EISDIR: 'is a folder: name a file in it',
  ENXIO: 'is no ordinary file: move it away',
  [notAFile]: 'is no ordinary file: move it away',
  [noHomeCode]: 'cannot be made, this account has no home folder: set HOME',
  ENOENT: 'cannot be made there: choose another one',
  ENAMETOOLONG: 'has a name that is too long: choose a shorter one',
  // Of a lock any link: what it leads to is neither made nor locked.
  ELOOP: 'is a link where none may be, or one that never ends: move it away',
};

/** Another connection holds the lock: another try may succeed. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === busy;
}

/** SQLite's primary result code of an error it threw; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  if (error.errcode === noRoomToShare) return full;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** The message for the user about a failing file; undefined where the error is not the file's (a bug). */
export function fileProblem(error: unknown, file: string): ServiceFileError | undefined {
  if (error instanceof ServiceFileError) return error;
  const code = sqliteCode(error);
  const named = code ?? errorCode(error) ?? '';
  const advice = typeof named === 'number' ? sqliteAdvice[named] : systemAdvice[named];
  if (advice === undefined) return undefined;
  const place = named === 'ELOOP' && error instanceof Error && 'path' in error ? String(error.path) : file;
  return new ServiceFileError(`${place} ${advice}.`, { cause: error, isOfPlace: placeCodes.has(named) });
}
