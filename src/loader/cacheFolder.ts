import { existsSync, mkdirSync, statSync } from 'node:fs';

/**
 * The folder of what V8 compiled, created with mode 0700 where it is missing: what is in it is run. Undefined where it cannot be
 * created, or is not for this account alone. config/readPaths and system/makeFolder do the same; importing them would make the
 * entry read more files.
 */
export function cacheFolder({ XDG_CACHE_HOME: given = '', HOME: home = '' }: NodeJS.ProcessEnv) {
  const base = given.startsWith('/') ? given : home.startsWith('/') ? `${home}/.cache` : undefined;
  if (base === undefined) return undefined;
  const folder = `${base}/sitedeck`;
  try {
    let above = '/';
    for (const level of levelsOf(folder)) {
      if (!existsSync(level)) {
        if (belongsToOther(above)) return undefined;
        mkdirSync(level, 0o700);
      }
      above = level;
    }
    return isForThisAccountAlone(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** "/a", "/a/b", "/a/b/c". */
function levelsOf(path: string): string[] {
  return Array.from(`${path}/`.matchAll(/[^/]\//g), ({ index }) => path.slice(0, index + 1));
}

/** Under sudo: a folder that root creates in the home of the calling account would be closed to that account. */
function belongsToOther(folder: string): boolean {
  return process.getuid?.() === 0 && statSync(folder).uid !== 0;
}

function isForThisAccountAlone(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return uid === process.geteuid?.() && (mode & 0o077) === 0;
}
