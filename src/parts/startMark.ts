import { closeSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** Milliseconds: no start takes this long, so the process that has the number of an older mark is another one. */
const longestStart = 60_000;
/** Milliseconds between the mark and the number in it, at most. */
const writingTime = 1_000;

/** A file that is there while a start is under way: one that is found tells of a start that ended before its first frame. */
export interface StartMark {
  /** Before kept code is run, once. False where none may be: then all of it is gone, or no mark can be made. */
  set(): boolean;
  remove(): void;
}

export function startMark(folder: string): StartMark {
  const path = `${folder}/starting`;
  let state: 'none' | 'own' | 'another' | 'refused' = 'none';
  const make = () => {
    try {
      makeMark(path);
      return 'own';
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return 'refused';
      if (isUnderWay(path)) return 'another';
      discard(folder, path);
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
      if (wasOwn) tryTo(() => rmSync(path));
    },
  };
}

/** None stays where the disk is too full for the number. Throws the system's error. */
function makeMark(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, String(process.pid));
  } catch (error) {
    tryTo(() => rmSync(path));
    throw error;
  } finally {
    closeSync(file);
  }
}

function isUnderWay(path: string): boolean {
  try {
    const found = lstatSync(path);
    // The clock may have been set back since.
    const age = Math.abs(Date.now() - found.mtimeMs);
    if (!found.isFile() || age > longestStart) return false;
    const text = readFileSync(path, 'utf8');
    // Made this instant: its number is still to come.
    if (text === '') return age < writingTime;
    const pid = Number(text);
    // In a container every start may have the same number. No number, or less than 1, would ask for groups of processes.
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The mark last: a start meanwhile finds it, or nothing. */
function discard(folder: string, path: string): void {
  tryTo(() => {
    for (const name of readdirSync(folder))
      if (name.includes('.js.')) rmSync(`${folder}/${name}`, { force: true });
    rmSync(path, { force: true, recursive: true });
  });
}

/** What stays, in a folder in which nothing can be changed, is refused by the next start too. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}
