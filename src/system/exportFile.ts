import { linkSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { safeText } from '#text/safeText.ts';
import { errorCode, homeFolder, replaceFile, systemWords, writeThenPlace } from './files.ts';

export type WrittenExport =
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'exists'; readonly path: string }
  /** One line that says what to do. Safe text. */
  | { readonly kind: 'failed'; readonly message: string };

/** Atomic. `~` is the home folder. Without `overwrite` an existing file is never changed, not even a new one. */
export async function writeExport(
  path: string,
  text: string,
  { overwrite }: { readonly overwrite: boolean },
): Promise<WrittenExport> {
  const wanted = expandHome(path.trim());
  if (wanted === undefined)
    return { kind: 'failed', message: 'This account has no home folder: write the whole path.' };
  if (wanted === '') return { kind: 'failed', message: 'Type the name of a file.' };
  const target = resolve(wanted);
  try {
    const existing = statSync(target, { throwIfNoEntry: false });
    if (existing?.isDirectory() === true) return failed(target, 'is a folder: add the name of a file');
    if (existing !== undefined && !existing.isFile()) return failed(target, 'is no ordinary file');
    if (existing !== undefined && !overwrite) return { kind: 'exists', path: target };
    if (existing === undefined) return create(target, text);
    // A link stays a link: the file it leads to is replaced.
    replaceFile(realpathSync(target), text, existing.mode & 0o777);
    return { kind: 'written', path: target };
  } catch (error) {
    return failed(target, reasonOf(error, target));
  }
}

/** The home folder for a `~` at the head of a path; undefined where there is none. */
function expandHome(path: string): string | undefined {
  if (path !== '~' && !path.startsWith('~/')) return path;
  const home = homeFolder();
  return home === undefined ? undefined : join(home, path.slice(2));
}

function create(target: string, text: string): WrittenExport {
  let kind: 'written' | 'exists' = 'written';
  writeThenPlace(target, text, 0o666, temporary => {
    try {
      // Unlike a rename, a link fails where the file exists by now.
      linkSync(temporary, target);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') kind = 'exists';
      // A file system without hard links.
      else writeFileSync(target, text, { flag: 'wx' });
    }
  });
  return { kind, path: target };
}

function reasonOf(error: unknown, target: string): string {
  const code = errorCode(error);
  if (code === 'EEXIST') return 'has just been made by something else: export again to be asked';
  if (code === 'ENOENT') return `cannot be written: there is no folder ${dirname(target)}`;
  if (code === 'ENOTDIR') return `cannot be written: ${dirname(target)} is no folder`;
  return `cannot be written: ${systemWords(error)}`;
}

function failed(target: string, reason: string): WrittenExport {
  return { kind: 'failed', message: safeText(`${target} ${reason}.`, 500) };
}
