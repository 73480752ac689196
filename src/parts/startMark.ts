import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Milliseconds: no start takes this long, so the process that has the number of an older mark is another one. */
const longestStart = 60_000;

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
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return 'own';
    } catch {
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

function isUnderWay(path: string): boolean {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || Date.now() - found.mtimeMs > longestStart) return false;
    const pid = Number(readFileSync(path, 'utf8'));
    // In a container every start may have the same number.
    return pid !== process.pid && process.kill(pid, 0);
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
