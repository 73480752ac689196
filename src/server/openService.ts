import { rmSync, statSync } from 'node:fs';
import { dayNumber } from '#model/period/day.ts';
import { filtersOfDemo, filtersOfLogs } from '#model/service/filter.ts';
import type { Answerer } from '#model/service/connection.ts';
import { type Day, offeredStatistics } from '#model/statistics/statistics.ts';
import { createAnswerer, errorAnswer } from './answerer.ts';
import { type Database, fileProblem, hasNoRoom } from './database/Database.ts';
import type { Visits } from './database/filter/filtered.ts';
import { DatabaseReader, hasCounts, openDatabase, putZone, selectZone } from './database/openDatabase.ts';
import { storedVisits } from '#server/database/filter/filteredViews.ts';
import { errorCode } from '#system/files.ts';
import { demoBegunDay, type DemoTime, demoWebsitesBehind } from './demo/demoTables.ts';

/**
 * Makes the demo, or brings it up to now. Most starts find it ready, and do not load what makes it.
 * @param onProgress gets 0 to 1; not called when nothing is to be done
 */
async function prepareDemo(
  database: Database,
  now: DemoTime,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<void> {
  const isReady = await database.read(
    () => demoBegunDay(database) !== undefined && demoWebsitesBehind(database, now).length === 0,
  );
  if (isReady) return;
  const { makeDemo } = await import('./demo/makeDemo.ts');
  await makeDemo(database, now, onProgress);
}

function isEmpty(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  } catch {
    return false;
  }
}

/** As far as this account may. */
function removeDatabase(file: string): void {
  try {
    for (const part of [file, `${file}-wal`, `${file}-shm`]) rmSync(part, { force: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

export interface ServiceOptions {
  /** A path, or ':memory:'. The folder and the file are made where they are missing. */
  readonly file: string;
  /** Left out, yes. Else the file is only read, and the demo is made in memory: nothing is written, nor made beside it. */
  readonly writes?: boolean | undefined;
  readonly today: () => Day;
  /** The same clock's day and time, for what is created: "2026-11-20 10:00:00"; left out, the start of the day, and noon for the demo. */
  readonly timeStamp?: (() => string) | undefined;
  /** The zone that counts of logs get which have none yet: those of an older Sitedeck. Left out, they get none. */
  readonly timeZone?: string | undefined;
  /** What clients must send as Bearer key; left out, no key is asked for. */
  readonly apiKey?: string | undefined;
  /** Fills a new file with the demo, and brings the demo's statistics up to now. */
  readonly demo?: boolean | undefined;
  /** Whether its counts are of logs: then it offers the statistics that only logs have, and filters. */
  readonly countsLogs?: boolean | undefined;
  /** Called with a line that says why, where the demo cannot be kept in the file and is made in memory. */
  readonly onMemory?: ((line: string) => void) | undefined;
  /** How much of the demo is ready, 0 to 1. Not called when there is nothing to do. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

export interface Service {
  readonly answer: Answerer;
  close(): void;
}

/** Opens the embedded service over one file. Rejects with ServiceFileError when the file cannot be used. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { today, writes = true, apiKey, demo = false, onProgress } = options;
  const { timeStamp = () => `${today()} 00:00:00` } = options;
  if (demo && !writes) return await openService({ ...options, file: ':memory:', writes: true });
  const { file } = options;
  const offered = options.countsLogs === true ? offeredStatistics : [];
  const filters = demo ? filtersOfDemo : options.countsLogs === true ? filtersOfLogs : {};
  const visits = demo ? dealtOrStored : undefined;
  const answererOf = (database: Database) =>
    createAnswerer({ database, file, timeStamp, apiKey, offered, filters, visits });
  if (!writes && !demo) {
    const reader = new DatabaseReader(file);
    await reader.open();
    const answer: Answerer = request => reader.read(database => answererOf(database)(request));
    return { answer, close: () => reader.close() };
  }
  let database: Database | undefined;
  /** Nobody has seen it, so that nothing in it is anybody's. */
  let isUnfinished = demo && isEmpty(file);
  try {
    const opened = await openDatabase(file);
    database = opened;
    const { timeZone } = options;
    const isBehind = () => hasCounts(opened) && selectZone(opened) === undefined;
    if (options.countsLogs === true && timeZone !== undefined && (await opened.read(isBehind)))
      await opened.write(() => putZone(opened, timeZone));
    if (demo) {
      isUnfinished ||= await opened.read(() => demoWebsitesBehind(opened, { day: 0, hour: 0 }).length > 0);
      // Up to the hour that has ended or begun last, whichever is nearer.
      const [hour = 12, minute = 0] = (options.timeStamp?.() ?? ' 12:00')
        .replace(/^.* /, '')
        .split(':')
        .map(Number);
      const now = { day: dayNumber(today()), hour: minute < 30 ? hour : hour + 1 };
      await prepareDemo(opened, now, onProgress);
    }
  } catch (error) {
    database?.close();
    const problem = fileProblem(error, file);
    // What is stored can be read; who writes is told of the disk where they write.
    if (!demo && apiKey === undefined && hasNoRoom(problem?.cause) && !isEmpty(file)) {
      const { answer, close } = await openService({ ...options, writes: false });
      return {
        answer: async request =>
          request.method === 'GET' ? await answer(request) : errorAnswer(problem, file),
        close,
      };
    }
    if (!demo || file === ':memory:' || problem?.isOfPlace !== true) throw problem ?? error;
    if (isUnfinished) removeDatabase(file);
    options.onMemory?.(`The demo is in memory only: ${problem.message}`);
    return await openService({ ...options, file: ':memory:' });
  }
  const answer = answererOf(database);
  return { answer, close: () => database.close() };
}

/** Loaded by the first filter. */
async function dealtOrStored(database: Database, website: number): Promise<Visits> {
  const { dealtVisits } = await import('#server/demo/distributeDay.ts');
  return await database.read(() => dealtVisits(database, website) ?? storedVisits(database, website));
}

/** Files that are being opened, by path. */
const opening = new Map<string, Promise<void>>();

/** Opened after an earlier opening of its file has ended: waiting for its lock would block it. Rejects with ServiceFileError. */
export function openBuiltIn(
  kind: 'demo' | 'logs',
  options: Omit<ServiceOptions, 'demo' | 'countsLogs'>,
): Promise<Service> {
  const { file } = options;
  const open = () => openService({ ...options, demo: kind === 'demo', countsLogs: kind === 'logs' });
  const before = opening.get(file);
  const opened = before === undefined ? open() : before.then(open);
  const over = () => {
    if (opening.get(file) === ended) opening.delete(file);
  };
  const ended = opened.then(over, over);
  opening.set(file, ended);
  return opened;
}
