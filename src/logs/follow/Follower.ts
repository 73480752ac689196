import { setTimeout as delay } from 'node:timers/promises';
import { MovedLog } from '#logs/files/LogBytes.ts';
import { readProblem } from '#logs/files/LogSource.ts';
import { expandPattern, type FoundFile, placeProblems } from '#logs/files/find.ts';
import { zoneWords } from '#logs/import/notes.ts';
import {
  ContentError,
  ImportError,
  isOneAddress,
  noHosts,
  type TopAddress,
  withoutPerson,
  withReasons,
} from '#logs/summary.ts';
import { followLockOf } from '#logs/import/importExclusively.ts';
import {
  adviceOf,
  dataVersion,
  type LogSourceRecord,
  putFollower,
  putProxy,
  selectFollower,
  selectLastTime,
  selectLogFiles,
  selectLogSources,
} from '#logs/storage/sources.ts';
import type { Control, FollowTarget, FromFollower, SourceUpdate, UpdatedSource } from '#logs/tasks.ts';
import type { Follower as FollowingProcess, FollowStatus } from '#model/now.ts';
import { todayIn } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { putZone, selectZone, withDatabase } from '#server/database/openDatabase.ts';
import { ProcessLock } from '#system/processLock.ts';
import { withSmallHeap } from '#system/runtime.ts';
import { FileMemory, planReadings } from './planReadings.ts';
import { type FollowContext, readFollowed } from './readFollowed.ts';

/** A log that is compressed is written all the while. */
const freshMilliseconds = 60_000;

function isFresh({ modified }: FoundFile): boolean {
  return Date.now() - Number(BigInt(modified) / 1_000_000n) < freshMilliseconds;
}

/** Nobody names a file so: what a name holds could be taken for a line of ours. */
export const unsafeName = /[\x00-\x1f\x7f]/;

/**
 * Reads what is new of a source, each file to its end as it is then. A file that cannot be read does not keep it from the
 * others. Rejects where `context.pause` throws, and where the database cannot be used.
 * @param paths the files of the source as they are now
 */
export async function updateSource(
  database: Database,
  source: LogSourceRecord,
  { memory, context, paths }: { memory: FileMemory; context: FollowContext; paths: readonly string[] },
): Promise<SourceUpdate> {
  const safe = paths.filter(path => !unsafeName.test(path));
  const problems = paths
    .filter(path => unsafeName.test(path))
    .map(path => `${JSON.stringify(path)} has control characters in its name and is not read.`);
  let [counted, read, hostless] = [0, 0, 0];
  let from: Day | undefined;
  let hostNote: string | undefined;
  const advice = new Set<string>();
  const ended = new Set<string>();
  for (;;) {
    const records = await database.read(() => selectLogFiles(database, source.id));
    const planned = await planReadings(safe, records, memory);
    const readings = planned.filter(({ file }) => !ended.has(file.identity));
    if (readings.length === 0)
      return { counted, read, hostless, from, problems, hostNote, advice: [...advice] };
    for (const reading of readings) {
      context.pause(read, undefined);
      try {
        const done = await readFollowed(source, reading, context);
        counted += done.counted;
        read += done.read;
        if (done.hostNote === noHosts) hostless += done.read;
        hostNote ??= paths.length > 1 ? noteOf(reading.file.path, done.hostNote) : done.hostNote;
        for (const note of done.advice) advice.add(note);
        await watchProxy(database, source, memory.top.add(done.topAddress), advice);
        if (done.from !== undefined && (from === undefined || done.from < from)) from = done.from;
        if (done.isAtEnd) ended.add(reading.file.identity);
      } catch (error) {
        memory.forgetFolders();
        context.pause(read, undefined);
        // Later ones wait until it is found again.
        if (error instanceof MovedLog) break;
        const problem = readProblem(error);
        if (!(problem instanceof ContentError)) throw problem;
        ended.add(reading.file.identity);
        // Perhaps it is being compressed.
        if (reading.isPacked && isFresh(reading.file)) continue;
        memory.noteFailure(reading.file);
        problems.push(`${reading.file.path} ${problem.message}`);
      }
    }
  }
}

/** Keeps what it finds, and says it once. */
async function watchProxy(
  database: Database,
  { id }: LogSourceRecord,
  top: TopAddress,
  advice: Set<string>,
): Promise<void> {
  const isProxy = isOneAddress(top);
  const now = selectLogSources(database).find(source => source.id === id);
  if (now === undefined || isProxy === undefined || isProxy === (now.proxy !== undefined)) return;
  const proxy = isProxy ? withoutPerson(top) : undefined;
  await database.write(() => putProxy(database, id, proxy));
  const note = adviceOf({ ...now, proxy });
  if (note !== undefined) advice.add(note);
}

function noteOf(path: string, note: string | undefined): string | undefined {
  return note === undefined ? undefined : `${path}: ${note}`;
}

const pollMilliseconds = 1_000;
/** How often the files of a pattern are listed; those that are known are looked at each time. */
const listMilliseconds = 5_000;
/** Files that could not be read are tried again: their account or rights may have changed. */
const retryMilliseconds = 60_000;
/** A log that is rotated is there again before that. */
const rotationMilliseconds = 60_000;
/** A reading that takes longer is said: what has come within a second takes less. */
const longMilliseconds = 300;

/** Makes this process the one that follows, unless another one is: it takes that over within a second of that one's end. */
async function takeLock(
  database: Database,
  { file, timeZone, name }: FollowTarget,
  advice: Set<string>,
): Promise<ProcessLock | undefined> {
  const lock = ProcessLock.take(followLockOf(file));
  if (lock)
    await database.write(() => {
      putFollower(database, process.pid, name);
      if (selectZone(database) !== undefined || selectLogSources(database).length === 0) return;
      putZone(database, timeZone);
      advice.add(zoneWords(timeZone));
    });
  return lock;
}

export interface Update {
  /** None where another process follows them. */
  readonly sources: readonly UpdatedSource[];
  readonly by: FollowingProcess | undefined;
  /** What to do about their lines, or to know of them: one line each. */
  readonly advice: readonly string[];
}

/**
 * Reads what is new of all sources. Aborting ends it; what was stored stays. Rejects with ImportError.
 * @param only the id of the only source to be read
 */
export async function updateLogs(
  target: FollowTarget,
  { quotesLines, onProgress, signal }: Control = {},
  only?: number,
): Promise<Update> {
  const check = (): void => {
    if (signal?.aborted === true)
      throw new ImportError(
        'Interrupted: what was read so far is counted, and the next logs update reads the rest.',
      );
  };
  const pause = (lines: number, file: string | undefined): void => {
    check();
    onProgress?.({ lines, file });
  };
  const read = async (database: Database): Promise<Update> => {
    check();
    const sources = new Sources(database, target, { check, pause, only, quotesLines });
    const lock = await takeLock(database, target, sources.advice);
    if (!lock) return { sources: [], by: selectFollower(database), advice: [] };
    try {
      return { sources: await sources.update(), by: undefined, advice: [...sources.advice] };
    } finally {
      lock.release();
    }
  };
  return await withSmallHeap(() => withReasons(target.file, () => withDatabase(target.file, read)));
}

type Send = (message: FromFollower) => void;

/** Follows until its thread is ended. Rejects with ImportError, and as the database does. */
export async function runFollower(target: FollowTarget, send: Send): Promise<never> {
  return await withDatabase(target.file, database => follow(database, target, send));
}

async function follow(database: Database, target: FollowTarget, send: Send): Promise<never> {
  // A follower that was just started counts as one that reads.
  let isReading = true;
  const sayReading = (isNow: boolean): void => {
    if (isNow !== isReading) send({ kind: 'reading', isReading: isNow });
    isReading = isNow;
  };
  const sources = new Sources(database, target, {
    follows: true,
    pause(_lines, _file, begun) {
      if (performance.now() - begun >= longMilliseconds) sayReading(true);
    },
  });
  let lock: ProcessLock | undefined;
  let lastSent = '';
  let version = -1;
  let wasHeld = false;
  let problems = '';
  for (;;) {
    lock ??= await takeLock(database, target, sources.advice);
    const isHeld = lock !== undefined;
    const updated = isHeld ? await sources.update() : [];
    sayReading(false);
    const before = { version, problems };
    version = await database.read(() => dataVersion(database));
    problems = sources.problems.join('\n');
    if (before.version !== version || isHeld !== wasHeld || before.problems !== problems) {
      const status = await database.read(() => statusOf(target, { database, isHeld, sources }));
      if (JSON.stringify(status) !== lastSent) send({ kind: 'status', status });
      lastSent = JSON.stringify(status);
      const isStored = isHeld ? updated.some(({ counted }) => counted > 0) : before.version !== -1;
      if (isStored) send({ kind: 'stored', counts: { from: firstDay(updated) } });
    }
    wasHeld = isHeld;
    await delay(pollMilliseconds);
  }
}

function firstDay(updated: readonly UpdatedSource[]): Day | undefined {
  const [first] = updated.flatMap(({ from = [] }) => from).toSorted();
  return first;
}

interface Now {
  readonly database: Database;
  readonly sources: Sources;
  readonly isHeld: boolean;
}

function statusOf({ timeZone }: FollowTarget, { database, sources, isHeld }: Now): FollowStatus {
  const { problems, advice } = sources;
  const zone = selectZone(database) ?? timeZone;
  const other = `Days and hours are now those of ${zone}: what was started before has the today of ${timeZone}.`;
  return {
    by: isHeld ? 'this' : selectFollower(database),
    sources: selectLogSources(database).length,
    lastTime: selectLastTime(database),
    problems,
    advice: [
      ...(zone === timeZone ? [] : [other]),
      ...advice,
      ...selectLogSources(database).flatMap(source => adviceOf(source) ?? []),
    ],
  };
}

interface SourcesRun {
  /** Whether they are read on and on, and not only once. */
  readonly follows?: boolean;
  /** The only source that is read, by its id. */
  readonly only?: number | undefined;
  /** Whether messages may have lines of the logs. */
  readonly quotesLines?: boolean | undefined;
  /** Called often: throws to end it. */
  readonly check?: () => void;
  /** The same while lines are read, with when that began, of performance.now(). */
  readonly pause: (lines: number, file: string | undefined, begun: number) => void;
}

class Sources {
  readonly #database: Database;
  readonly #target: FollowTarget;
  readonly #run: SourcesRun;
  readonly #memories = new Map<number, FileMemory>();
  readonly #paths = new Map<number, readonly string[]>();
  /** Of files that could not be read, until they are or change. */
  readonly #unread = new Map<number, readonly string[]>();
  /** Of what is in the place of files, as it is now. */
  readonly #places = new Map<number, readonly string[]>();
  /** Since when nothing was there, of performance.now(), by the pattern. */
  readonly #goneSince = new Map<string, number>();
  #listed = -Infinity;
  #retried = performance.now();

  constructor(database: Database, target: FollowTarget, run: SourcesRun) {
    this.#database = database;
    this.#target = target;
    this.#run = run;
  }

  get problems(): string[] {
    return [...this.#places.values(), ...this.#unread.values()].flat();
  }

  /** What to do about their lines, or to know of them, as far as it came up. */
  readonly advice = new Set<string>();

  async update(): Promise<UpdatedSource[]> {
    const now = performance.now();
    if (now - this.#listed >= listMilliseconds) {
      this.#paths.clear();
      this.#listed = now;
    }
    if (now - this.#retried >= retryMilliseconds) {
      for (const memory of this.#memories.values()) memory.failed.clear();
      this.#retried = now;
    }
    const { only } = this.#run;
    const all = await this.#database.read(() => selectLogSources(this.#database));
    for (const problems of [this.#places, this.#unread])
      for (const id of problems.keys()) if (!all.some(source => source.id === id)) problems.delete(id);
    const updated: UpdatedSource[] = [];
    for (const source of all)
      if (only === undefined || source.id === only) updated.push(await this.#updateOne(source, now));
    return updated;
  }

  async #updateOne(source: LogSourceRecord, begun: number): Promise<UpdatedSource> {
    const { id, pattern, website } = source;
    const memory = this.#memories.get(id) ?? new FileMemory(this.#run.follows);
    this.#memories.set(id, memory);
    const paths = this.#paths.get(id) ?? expandPattern(pattern);
    this.#paths.set(id, paths);
    const { file, timeZone } = this.#target;
    const { check = () => undefined, pause, quotesLines } = this.#run;
    const context = {
      file,
      timeZone,
      today: todayIn(timeZone, new Date()),
      quotesLines,
      check,
      pause: (lines: number, path: string | undefined) => pause(lines, path, begun),
      beginStoring: check,
    };
    const update = await updateSource(this.#database, source, { memory, context, paths });
    if (update.read > 0 || update.problems.length > 0) this.#unread.set(id, update.problems);
    const places = this.#placeProblems(pattern, paths);
    this.#places.set(id, places);
    const { advice, ...rest } = update;
    for (const note of advice) this.advice.add(note);
    return { id, pattern, domain: website?.domain, ...rest, problems: [...places, ...rest.problems] };
  }

  #placeProblems(pattern: string, paths: readonly string[]): string[] {
    const now = performance.now();
    const found = placeProblems(pattern, paths);
    if (found.length === 0) this.#goneSince.delete(pattern);
    return found
      .filter(({ isGone }) => {
        if (!isGone || this.#run.follows !== true) return true;
        const since = this.#goneSince.get(pattern) ?? now;
        this.#goneSince.set(pattern, since);
        return now - since >= rotationMilliseconds;
      })
      .map(({ words }) => words);
  }
}
