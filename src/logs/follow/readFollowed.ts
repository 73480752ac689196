import { setLogZone } from '#logs/formats/LogLine.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import { type LogBytes, MovedLog, openPacked, openPlain, OtherLog } from '#logs/files/LogBytes.ts';
import { fileSource } from '#logs/files/LogSource.ts';
import { type FoundFile, lookAt } from '#logs/files/find.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import type { LogPart, PartRead, WebsiteLines } from '#logs/import/readLog.ts';
import type { TopAddress } from '#logs/summary.ts';
import { importExclusively } from '#logs/import/importExclusively.ts';
import { type ImportRun, runImport } from '#logs/import/runImport.ts';
import {
  type LogFileRecord,
  type LogSourceRecord,
  putLogFile,
  putLogFileLines,
  selectLogFileLines,
  selectLogFiles,
  usualHosts,
} from '#logs/storage/sources.ts';
import { countWebsites } from '#logs/storage/targets.ts';
import type { SourceUpdate } from '#logs/tasks.ts';
import { dayNumber } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { selectZone } from '#server/database/openDatabase.ts';
import type { Reading } from './planReadings.ts';

export interface FollowContext extends Pick<
  ImportRun,
  'timeZone' | 'today' | 'quotesLines' | 'pause' | 'beginStoring'
> {
  readonly file: string;
  /** Called before each reading, and often while another process counts logs: throws to end the reading. */
  readonly check: () => void;
  /** In place of readMilliseconds. */
  readonly milliseconds?: number | undefined;
}

/** Counts are stored at least every five seconds: so long is read at once, the rest is for storing. */
const readMilliseconds = 2_500;
/** Servers log a request once it is answered, perhaps with the time of its start. */
const latestSeconds = 60;

/** In place of the size of a file that was cut off: of one whose lines may all have been counted before, and of one that goes on. */
const cutSizes = { own: -1, later: -2 } as const;

interface FollowedRead extends Omit<SourceUpdate, 'hostless' | 'problems'> {
  readonly topAddress: TopAddress;
  readonly isAtEnd: boolean;
}

/** Counts what is new of a file, and stores in the same transaction how far it was read. Rejects with ImportError and MovedLog. */
export async function readFollowed(
  source: LogSourceRecord,
  reading: Reading,
  context: FollowContext,
): Promise<FollowedRead> {
  const readAs = (planned: Reading): Promise<FollowedRead> =>
    importExclusively(context.file, context.check, database => readFrom(database, source, planned, context));
  try {
    return await readAs(reading);
  } catch (error) {
    if (!(error instanceof OtherLog)) throw error;
    return await readAs({ ...reading, from: 0, continues: undefined });
  }
}

async function readFrom(
  database: Database,
  source: LogSourceRecord,
  reading: Reading,
  context: FollowContext,
): Promise<FollowedRead> {
  const { file, isPacked, from, continues } = reading;
  setLogZone(selectZone(database) ?? context.timeZone);
  const known = from === 0 ? undefined : continues;
  const bytes = isPacked
    ? openPacked(file, known)
    : openPlain(file, known, performance.now() + (context.milliseconds ?? readMilliseconds));
  try {
    const linesOf = await linesBefore(database, source, reading);
    const { options, website } = source;
    const summary = await runImport({
      ...context,
      ...options,
      database,
      domain: website?.domain ?? '',
      hosts: website ? undefined : hostRulesOf(database, options),
      sources: [],
      part: partOf(bytes, reading, linesOf, read => ({
        ...read,
        database,
        source,
        today: context.today,
      })),
    });
    const { counted, read, from: first, hostNote, advice, topAddress } = summary;
    return { counted, read, from: first, hostNote, advice, topAddress, isAtEnd: bytes.isAtEnd() };
  } finally {
    bytes.close();
  }
}

/** A follower has no end: so many websites are made that there are `mostWebsites` in all. */
function hostRulesOf(database: Database, { hosts }: ReadingOptions): HostRules {
  const { fewestViews, mostWebsites, patterns } = hosts ?? usualHosts;
  return { fewestViews, mostWebsites: Math.max(0, mostWebsites - countWebsites(database)), patterns };
}

function partOf(
  bytes: LogBytes,
  reading: Reading,
  linesOf: LogPart['linesOf'],
  withContext: (read: PartRead) => PartRead & Omit<Storing, 'linesOf'>,
): LogPart {
  const { file, from, record, continues } = reading;
  return {
    name: file.path,
    size: file.size - from,
    linesOf,
    isLater: isLater(reading, linesOf),
    directive: from > 0 ? continues?.directive : undefined,
    directiveBefore: continues?.directive,
    isNew: from === 0 && record === undefined,
    skipsLine: () => bytes.skipsLine(),
    bytes: () => bytes.pieces(),
    isAtEnd: () => bytes.isAtEnd(),
    isCut: () => !bytes.isAtEnd(),
    store: (read, lines) => store(lines, bytes, reading, { ...withContext(read), linesOf }),
  };
}

/** Whether its lines were written after all that was counted. */
function isLater({ continues }: Reading, linesOf: LogPart['linesOf']): boolean {
  return linesOf !== undefined && continues?.size !== cutSizes.own;
}

interface Storing {
  readonly database: Database;
  readonly source: LogSourceRecord;
  readonly today: Day;
  readonly linesOf: LogPart['linesOf'];
}

function store(
  websites: readonly WebsiteLines[],
  bytes: LogBytes,
  reading: Reading,
  { database, source, today, linesOf, length, lastTime, directive }: PartRead & Storing,
): void {
  const { file, record, from, continues, formerPath } = reading;
  const { path, identity, size, modified } = file;
  const isCut = !bytes.isAtEnd();
  const lastTimes = [lastTime, record?.lastTime, continues?.lastTime].filter(time => time !== undefined);
  const id = putLogFile(
    database,
    source.id,
    {
      id: record?.id,
      path,
      formerPath,
      identity,
      size: isCut ? cutSizes[isLater(reading, linesOf) ? 'later' : 'own'] : size,
      modified,
      ...bytes.fingerprint(from + length),
      lastTime: lastTimes.length === 0 ? undefined : Math.max(...lastTimes),
      directive,
    },
    dayNumber(today),
  );
  putLogFileLines(database, { file: id, continues: linesOf && continues?.id, isCut }, websites);
}

/** The last lines of what a reading goes on from; undefined where it is a log of its own. */
async function linesBefore(
  database: Database,
  { id }: LogSourceRecord,
  { file, from, continues, record, isRotated }: Reading,
): Promise<LogPart['linesOf']> {
  if (continues === undefined) return undefined;
  // Perhaps it was read on since this was planned.
  const known = selectLogFiles(database, id).find(other => other.id === continues.id) ?? continues;
  const isBeginning = from === 0 && (record === undefined || record.length > 0);
  const slack = isRotated ? latestSeconds : 0;
  if (isBeginning && !(await beginsAfter(file, known, slack))) return undefined;
  return website => (website === undefined ? [] : selectLogFileLines(database, known.id, website));
}

/** Whether a log begins where another one ended, but for some seconds: else it is a changed copy. Rejects with MovedLog. */
async function beginsAfter(
  { path, identity, descriptor }: FoundFile,
  { lastTime = -Infinity }: LogFileRecord,
  slack: number,
): Promise<boolean> {
  const { firstTime } = await fileSource(path).catch(() => ({ firstTime: Infinity }));
  if (descriptor === undefined && lookAt(path)?.identity !== identity) throw new MovedLog();
  return firstTime >= lastTime - slack;
}
