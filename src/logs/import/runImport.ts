import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LinePool } from '#logs/count/KnownLines.ts';
import { type CountedSite, LogCounter } from '#logs/count/LogCounter.ts';
import { countSessions, SessionStager } from '#logs/count/sessions.ts';
import { ImportError } from '#logs/errors.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import { addressTest } from '#logs/fields/addresses.ts';
import { readClientField } from '#logs/fields/clients.ts';
import type { LogSource } from '#logs/files/LogSource.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { HostSearch } from '#logs/formats/hostField.ts';
import {
  type ImportState,
  insertImportKey,
  isSameState,
  readState,
  rememberContents,
} from '#logs/storage/contents.ts';
import { mergeLines } from '#logs/storage/knownLines.ts';
import { type CoveredDays, plannedRecount, removeDays, wholeRecount } from '#logs/storage/recount.ts';
import type { ReadingOptions } from '#logs/reading.ts';
import { attachStaging, finishStaging, mergeStaged, stagedDays, Tally } from '#logs/storage/staging.ts';
import {
  changedMeanwhile,
  countWaiting,
  ensureWebsite,
  findTarget,
  forgetWaiting,
  insertWaiting,
  selectTargets,
  selectViews,
  type Target,
} from '#logs/storage/targets.ts';
import type { ImportedHost, ImportSummary, Recount } from '#logs/summary.ts';
import { dayNumber, dayOfNumber } from '#model/period/day.ts';
import { LocalClock, timeStampIn } from '#model/period/zone.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { withDatabase } from '#server/database/openDatabase.ts';
import { putZone } from '#server/database/zone.ts';
import { ProcessLock } from '#system/lock.ts';
import { hostNotes, noHosts, notesOf, refuseWrongLog, zoneWords } from './notes.ts';
import type { LogPart, WebsiteLines } from './readLog.ts';
import { countLines } from './readSources.ts';

/** So many hosts wait at most: those with the fewest page views are forgotten. */
const mostWaiting = 2_000;

interface StoredHosts {
  readonly websites: readonly ImportedHost[];
  /** Hosts that have enough page views, and wait since there were too many new websites. */
  readonly heldBack: number;
}

/** Makes websites of the hosts with enough page views, lets the others wait, and calls `store` for each of both. Needs a transaction. */
function storeHosts(
  database: Database,
  sites: Iterable<CountedSite>,
  { fewestViews, mostWebsites }: HostRules,
  { createdAt, store }: { createdAt: string; store: (site: CountedSite, website: number) => void },
): StoredHosts {
  const websites: ImportedHost[] = [];
  let [made, heldBack] = [0, 0];
  for (const { site, views } of byViews(database, sites)) {
    const { id, domain, isWaiting } = site.target;
    const isNew = id === undefined || isWaiting;
    const isWanted = isNew && views >= fewestViews;
    if (isWanted && made >= mostWebsites) heldBack++;
    const waits = isNew && (!isWanted || made >= mostWebsites);
    const website = waits
      ? (id ?? insertWaiting(database, domain, createdAt))
      : ensureWebsite(database, site.target, createdAt);
    if (!waits && isNew) made++;
    store(site, website);
    if (!waits) websites.push({ id: website, domain, created: isNew, counted: isNew ? views : site.counted });
  }
  forgetWaiting(database, mostWaiting);
  return { websites, heldBack };
}

function byViews(database: Database, sites: Iterable<CountedSite>): { site: CountedSite; views: number }[] {
  const all = [...sites].map(site => {
    const { id, isWaiting } = site.target;
    const before = id !== undefined && isWaiting ? selectViews(database, id) : 0;
    return { site, views: before + site.counted };
  });
  return all.toSorted((a, b) => b.views - a.views || (a.site.target.domain < b.site.target.domain ? -1 : 1));
}

/** `hosts`: each host in the lines is a website, in place of the domain. */
export interface ImportRun extends ReadingOptions {
  readonly database: Database;
  readonly domain: string;
  readonly sources: readonly LogSource[];
  readonly part?: LogPart | undefined;
  /** That of the days, where the database has none yet: its first use. */
  readonly timeZone: string;
  readonly today: Day;
  /** Asks whether the days that the sources have lines of are to be counted again from them alone; undefined: they are not. */
  readonly recount?: ((recount: Recount) => Promise<boolean>) | undefined;
  /** Of these days, only those are counted again of which the sources hold every line that is known; others stay. */
  readonly wholeDaysOnly?: boolean | undefined;
  readonly quotesLines?: boolean | undefined;
  /** Called often: throws to end the import. */
  readonly pause: (lines: number, file: string | undefined) => void;
  /** Called once the lock is held, before anything is written: throws to end the import. */
  readonly beginStoring: () => void;
}

/** Counts the sources, and stores what came of them in one transaction. The connection is to be closed afterwards. */
export async function runImport(run: ImportRun): Promise<ImportSummary> {
  const { database, source = '', today, part, client, trustedProxies, logFormat } = run;
  const clientField = readClientField(client);
  const format = ServerFormat.of(logFormat);
  const target = run.hosts ? undefined : await findTarget(database, run.domain);
  const owner = { website: target?.id, source };
  const before: ImportState = await database.read(() => readState(database, owner));
  const timeZone = before.timeZone ?? run.timeZone;
  const clock = new LocalClock(timeZone);
  const targets = run.hosts ? await database.read(() => selectTargets(database)) : [];
  attachStaging(database);

  const key = before.key ?? randomBytes(32).toString('hex');
  const tally = new Tally(database);
  const pool = new LinePool(database);
  const pause = (): void => run.pause(counter.read, undefined);
  const sessions = new SessionStager(days => countSessions(database, days, counter, pause));
  // A recount counts again as if nothing was known.
  const isRecount = run.recount !== undefined;
  const counter: LogCounter = new LogCounter({ key, source, pool, tally, sessions, clock, isRecount });
  const only = target && counter.open(target);
  // Counted again from the logs of each host, all lines tell theirs.
  const tellHosts = run.sources.length > 0 && run.sources.every(({ namesHosts }) => namesHosts === true);
  const hosts = new HostSearch(tellHosts ? undefined : target?.domain);
  const { files, contents, fresh, partRead } = await countLines(
    { ...run, format },
    {
      choice: target ? { target } : { targets, rules: run.hosts ?? noRules },
      key,
      reading: { logFormat, client, trustedProxies },
    },
    { counter, pool, hosts },
    { contents: isRecount ? [] : before.contents, lines: only?.lines },
  );
  if (part === undefined)
    refuseWrongLog(counter, {
      isCounted: (only?.website !== undefined && target?.isWaiting !== true) || run.wholeDaysOnly === true,
      domain: target?.domain,
      clientField,
      fresh,
      quotesLines: run.quotesLines,
      hostNote: hosts.note,
    });

  pause();
  const { sites } = counter;
  const partLines = new Map(sites.map(site => [site, part ? site.lines.end() : []]));
  pool.flush();
  sessions.flush();
  tally.flush();
  pause();
  finishStaging(database);
  const { covered, recount } = recountOf(
    run,
    target,
    { days: counter.days, dayOf: time => clock.day(time) },
    counter,
  );
  const days = stagedDays(database);
  if (recount && !(await run.recount?.(recount))) throw new ImportError('Nothing was changed.');
  const createdAt = timeStampIn(timeZone, new Date());
  const stored = await database.write(() => {
    run.beginStoring();
    const websiteLines: WebsiteLines[] = [];
    const merge = (site: CountedSite, website: number): void => {
      mergeStaged(database, site.number, website);
      mergeLines(database, { site: site.number, website, source, today: dayNumber(today) });
      websiteLines.push({ website, lines: partLines.get(site) ?? [] });
    };
    let website: number | undefined;
    if (!isSameState(before, readState(database, owner))) throw changedMeanwhile();
    if (before.key === undefined) insertImportKey(database, key);
    if (before.timeZone === undefined) putZone(database, timeZone);
    if (target && only) {
      website = ensureWebsite(database, target, createdAt);
      if (run.recount) removeDays(database, website, covered);
      merge(only, website);
      rememberContents(database, { website, source }, { before: before.contents, after: contents });
    }
    const storedHosts = run.hosts && storeHosts(database, sites, run.hosts, { createdAt, store: merge });
    if (part && partRead) part.store(partRead, websiteLines);
    const waiting = countWaiting(database, run.hosts?.fewestViews ?? 0);
    return { website, hosts: storedHosts && { ...storedHosts, ...waiting } };
  });
  const zoneNote = before.timeZone === undefined ? zoneWords(timeZone) : undefined;
  const namesNone = run.hosts !== undefined && counter.read > 0 && counter.hosts.total === 0;
  const hostNote = hosts.note ?? (namesNone ? noHosts : undefined);
  const advice = zoneNote === undefined ? [] : [zoneNote];
  return {
    ...counter.counts,
    read: counter.read,
    website:
      target && stored.website !== undefined
        ? {
            id: stored.website,
            domain: target.domain,
            created: target.id === undefined || target.isWaiting,
          }
        : undefined,
    hosts: stored.hosts?.websites,
    from: days && dayOfNumber(days.from),
    to: days && dayOfNumber(days.to),
    files,
    recount,
    hostNote,
    timeZone,
    advice,
    notes: [
      ...(hostNote === undefined ? [] : [hostNote]),
      ...(stored.hosts && run.hosts ? hostNotes(stored.hosts, run.hosts, counter.crowdedOut) : []),
      ...notesOf(counter, clock, {
        clientField,
        hasCountries: counter.hasCountries,
        unusable: [
          ...sites.flatMap(({ target }) => addressTest(target.exclude_ips).unusable),
          ...addressTest(trustedProxies?.join('\n') ?? null).unusable,
        ],
      }),
      ...advice,
    ],
  };
}

/** What is counted again, where that was asked for. Throws ImportError where nothing can be. */
function recountOf(
  { database, recount, wholeDaysOnly }: ImportRun,
  target: Target | undefined,
  covered: CoveredDays,
  { counts }: LogCounter,
): { readonly covered: CoveredDays; readonly recount: Recount | undefined } {
  const { id, domain = '' } = target ?? {};
  if (recount === undefined || id === undefined) return { covered, recount: undefined };
  if (wholeDaysOnly === true) return wholeRecount(database, { id, domain }, covered);
  return { covered, recount: plannedRecount(database, { id, domain }, covered, counts.counted) };
}

const noRules: HostRules = { fewestViews: 0, mostWebsites: 0, patterns: [] };

const pauseMilliseconds = 50;

/**
 * Does the work with the database while no other process counts logs into it.
 * @param check called first, and often while it waits: throws to end it
 */
export async function importAlone<T>(
  file: string,
  check: () => void,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  for (;;) {
    check();
    const lock = ProcessLock.take(importLockOf(file));
    if (lock)
      try {
        return await withDatabase(file, work);
      } finally {
        lock.release();
      }
    await delay(pauseMilliseconds);
  }
}

function importLockOf(file: string): string {
  return `${file}-import`;
}

/** The lock of the one process that follows the sources of a database. */
export function followLockOf(file: string): string {
  return `${file}-follow`;
}
