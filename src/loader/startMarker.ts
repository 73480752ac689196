import { closeSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** Milliseconds: no start takes longer, so an older marker with a live process id belongs to a start that crashed. */
const longestStart = 60_000;
/** Milliseconds between creating the marker and writing the process id into it, at most. */
const writingTime = 1_000;

/** A file that exists while a start is under way: one that is found belongs to a start that ended before its first frame. */
interface StartMarker {
  /**
   * To be called before cached bytecode is run; works once. False where none may be run: the last start crashed and its
   * cache was deleted, or no marker can be made.
   */
  set(): boolean;
  /** The start went well. */
  remove(): void;
}

/** The marker of a cache folder. Holds the process id, as text. */
export function startMarker(folder: string): StartMarker {
  const path = `${folder}/starting`;
  let state: 'none' | 'own' | 'another' | 'refused' = 'none';
  const make = () => {
    try {
      makeMarker(path);
      return 'own';
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return 'refused';
      if (isUnderWay(path)) return 'another';
      deleteCache(folder, path);
      return 'refused';
    }
  };
  return {
    set() {
      if (state === 'none') state = make();
      return state !== 'refused';
    },
    remove() {
      const wasOwn = state === 'own';
      state = 'another';
      if (wasOwn) ignoreErrors(() => rmSync(path));
    },
  };
}

/** Leaves no marker where the disk is too full for the process id. Throws the system's error. */
function makeMarker(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, String(process.pid));
  } catch (error) {
    ignoreErrors(() => rmSync(path));
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Whether the start that made the marker still runs. */
function isUnderWay(path: string): boolean {
  try {
    const found = lstatSync(path);
    // The clock may have been set back since.
    const age = Math.abs(Date.now() - found.mtimeMs);
    if (!found.isFile() || age > longestStart) return false;
    const text = readFileSync(path, 'utf8');
    // Just created: the process id is still to come.
    if (text === '') return age < writingTime;
    const pid = Number(text);
    // In a container every start may have the same process id. 0 or a negative number would ask about process groups.
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Deletes the marker last: a start meanwhile finds it, or an empty cache. */
function deleteCache(folder: string, path: string): void {
  ignoreErrors(() => {
    for (const name of readdirSync(folder))
      if (name.includes('.js.')) rmSync(`${folder}/${name}`, { force: true });
    rmSync(path, { force: true, recursive: true });
  });
}

/** In a read-only folder the marker stays, and the next start refuses the cache too. */
function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}
