import {
  accessSync,
  type BigIntStats,
  constants,
  fstatSync,
  globSync,
  lstatSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '#system/files.ts';

export interface FoundFile {
  readonly path: string;
  /** Device and inode. */
  readonly identity: string;
  /** In bytes on the disk. */
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly modified: string;
  /** Where it has no path any more, but is still open. */
  readonly descriptor?: number | undefined;
}

/** Undefined where there is no regular file: a pipe would never end. */
export function lookAt(path: string): FoundFile | undefined {
  try {
    return foundFile(path, statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

export function lookAtOpen(path: string, descriptor: number): FoundFile | undefined {
  const found = foundFile(path, fstatSync(descriptor, { bigint: true }));
  return found && { ...found, descriptor };
}

function foundFile(path: string, found: BigIntStats): FoundFile | undefined {
  if (!found.isFile()) return undefined;
  const { dev, ino, size, mtimeNs } = found;
  return { path, identity: `${dev}:${ino}`, size: Number(size), modified: String(mtimeNs) };
}

/** The times of a file system are as exact as that. */
const settledMilliseconds = 100;

/** Changes with every file that comes, goes or is renamed. Undefined where that was just now: another could get the same time. */
export function folderState(path: string): string | undefined {
  try {
    const { dev, ino, mtimeNs } = statSync(dirname(path), { bigint: true });
    const isSettled = Date.now() - Number(mtimeNs / 1_000_000n) > settledMilliseconds;
    return isSettled ? `${dev}:${ino}:${mtimeNs}` : undefined;
  } catch {
    return '';
  }
}

/** Of the name of a compressed log. */
export const packedEnd = /\.(?:gz|bz2|xz|zst)$/;

const maxSiblings = 10_000;
const maxTries = 5;

/** Looked at until nothing has changed meanwhile: in the midst of a rotation each name may lead to the next file. */
export function siblingFiles(path: string, fits: (path: string) => boolean = () => true): FoundFile[] {
  let found = listSiblings(path, fits);
  for (let tries = 1; tries < maxTries; tries++) {
    const again = listSiblings(path, fits);
    const isSame = placesIn(found) === placesIn(again);
    found = again;
    if (isSame) break;
  }
  return found;
}

function placesIn(files: readonly FoundFile[]): string {
  return files.map(({ path, identity }) => `${identity} ${path}`).join('\n');
}

function listSiblings(path: string, fits: (path: string) => boolean): FoundFile[] {
  const folder = dirname(path);
  try {
    return readdirSync(folder)
      .slice(0, maxSiblings)
      .map(name => join(folder, name))
      .filter(fits)
      .map(lookAt)
      .filter(file => file !== undefined);
  } catch {
    return [];
  }
}

/** The paths that a pattern matches, in the order of their names. A path that exists matches itself alone. */
export function expandPattern(pattern: string): string[] {
  if (lookAt(pattern) || !/[*?[\]{}]/.test(pattern)) return [pattern];
  return globSync(pattern).toSorted();
}

export const mayNotBeRead =
  'may not be read by this account: run sitedeck as one that may (on Debian the group adm may read logs).';

const gone = 'is not there.';
const isFolder = 'is a folder: name the files in it, such as access.log*';

interface PlaceProblem {
  readonly words: string;
  /** Nothing is there, as in the midst of a rotation. */
  readonly isGone: boolean;
}

/**
 * What is wrong with the files of a pattern: none is there, or something else has taken the place of one. A folder beside logs
 * that fit a pattern is no fault.
 * @param paths what the pattern matches
 */
export function placeProblems(pattern: string, paths: readonly string[]): PlaceProblem[] {
  const found = paths
    .map(path => ({ path, problem: lookAt(path) ? undefined : problemOf(path) }))
    .filter(({ path, problem }) => path === pattern || problem !== isFolder);
  if (found.length === 0)
    return [
      { words: `${pattern} matches no file: look whether this account may read its folder.`, isGone: true },
    ];
  return found.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ words: `${path} ${problem}`, isGone: problem === gone }],
  );
}

/** Why no file of a pattern can be read, in words that go on from it; undefined where one can. */
export function problemOfPattern(pattern: string): string | undefined {
  const problems = expandPattern(pattern).map(problemOf);
  if (problems.includes(undefined)) return undefined;
  return (
    problems[0] ?? 'matches no file: put it in quotes, and look whether this account may read its folder.'
  );
}

/** Why a log cannot be read, in words that go on from its name; undefined where it can. */
export function problemOf(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return isFolder;
    if (!found.isFile()) return 'is no file: a pipe is read by sitedeck import --follow DOMAIN -';
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (isGone(code)) return isLink(path) ? 'is a link that leads nowhere.' : gone;
    return mayNotBeRead;
  }
}

function isGone(code: string | undefined): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code ?? '');
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
