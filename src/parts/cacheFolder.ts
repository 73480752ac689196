import { existsSync, mkdirSync, statSync } from 'node:fs';

/**
 * Where compiled code is kept: made where it is missing, for this account only. Undefined where there is no place for it.
 * config/readPaths and system/makeFolder say the same, and load more than the entry may.
 */
export function cacheFolder({ XDG_CACHE_HOME: given = '', HOME: home = '' }: NodeJS.ProcessEnv) {
  const base = given.startsWith('/') ? given : home.startsWith('/') ? `${home}/.cache` : undefined;
  if (base === undefined) return undefined;
  const folder = `${base}/sitedeck`;
  try {
    let above = '/';
    for (const level of levelsOf(folder)) {
      if (!existsSync(level)) {
        if (isSomebodyElses(above)) return undefined;
        mkdirSync(level, 0o700);
      }
      above = level;
    }
    return isSomebodyElses(folder) ? undefined : folder;
  } catch {
    return undefined;
  }
}

/** "/a", "/a/b", "/a/b/c". */
function levelsOf(path: string): string[] {
  return Array.from(`${path}/`.matchAll(/[^/]\//g), ({ index }) => path.slice(0, index + 1));
}

/** Root may write everywhere. In the home of the account that called sudo its folders would be closed to that account. */
function isSomebodyElses(folder: string): boolean {
  return process.getuid?.() === 0 && statSync(folder).uid !== 0;
}
