import { link, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { safeText } from '#terminal/safeText.ts';
import { errorCode } from './errorCode.ts';

export type WrittenExport =
  | { readonly kind: 'written'; readonly path: string }
  /** There is such a file, and it was not to be replaced. */
  | { readonly kind: 'exists'; readonly path: string }
  /** One line that says what to do. Safe text. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Writes a text to a file as a whole: it is there complete or not at all. `~` is the home folder; a relative path counts
 * from where the program was started. Without `overwrite` a file that exists is never touched, however late it came.
 */
export async function writeExport(
  path: string,
  text: string,
  { overwrite }: { readonly overwrite: boolean },
): Promise<WrittenExport> {
  const wanted = expandHome(path.trim());
  if (wanted === '') return { kind: 'failed', message: 'Type the name of a file.' };
  const target = resolve(wanted);
  try {
    const existing = await stat(target).catch(absent);
    if (existing?.isDirectory() === true) return failed(target, 'is a folder: add the name of a file');
    if (existing !== undefined && !existing.isFile()) return failed(target, 'is no ordinary file');
    if (existing !== undefined && !overwrite) return { kind: 'exists', path: target };
    if (existing === undefined) return await create(target, text);
    // A link stays a link: the file it leads to is replaced.
    await replace(await realpath(target), text, existing.mode & 0o777);
    return { kind: 'written', path: target };
  } catch (error) {
    return failed(target, reasonOf(error, target));
  }
}

/** The home folder for a `~` at the head of a path. */
function expandHome(path: string): string {
  if (path === '~') return homedir();
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

async function create(target: string, text: string): Promise<WrittenExport> {
  const temporary = await writeBeside(target, text, 0o666);
  try {
    // Unlike a rename, a link fails where there is such a file by now.
    await link(temporary, target);
    return { kind: 'written', path: target };
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return { kind: 'exists', path: target };
    // A file system without links.
    await writeFile(target, text, { flag: 'wx' });
    return { kind: 'written', path: target };
  } finally {
    await rm(temporary, { force: true });
  }
}

async function replace(target: string, text: string, mode: number): Promise<void> {
  const temporary = await writeBeside(target, text, mode);
  try {
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeBeside(target: string, text: string, mode: number): Promise<string> {
  // Read here: most starts write nothing.
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const temporary = join(dirname(target), `.sitedeck-${randomBytes(6).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return temporary;
}

function absent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

function reasonOf(error: unknown, target: string): string {
  switch (errorCode(error)) {
    case 'ENOENT':
      return `cannot be written: there is no folder ${dirname(target)}`;
    case 'ENOTDIR':
      return `cannot be written: ${dirname(target)} is no folder`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'cannot be written: you have no permission there, choose another folder';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'cannot be written: the disk is full';
    case 'ENAMETOOLONG':
      return 'cannot be written: the name is too long';
    case 'EEXIST':
      return 'has just been made by something else: export again to be asked';
    default:
      return `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function failed(target: string, reason: string): WrittenExport {
  return { kind: 'failed', message: safeText(`${target} ${reason}.`, 500) };
}
