import { setLogZone } from '#logs/formats/LogLine.ts';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LinePool } from '#logs/count/KnownLines.ts';
import { type CountedSite, type KeptCounts, LogCounter } from '#logs/count/LogCounter.ts';
import { countSessions, SessionStager } from '#logs/count/sessions.ts';
import { addressTest, readClientField } from '#logs/fields/clients.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import { type ReadingOptions, ServerFormat } from '#logs/formats/ServerFormat.ts';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import {
  type ImportState,
  insertImportKey,
  isSameState,
  readState,
  rememberContents,
} from '#logs/storage/contents.ts';
import { clockOf, selectFormerCounts } from '#logs/storage/formerCounts.ts';
import { mergeLines, type SourceLines } from '#logs/storage/knownLines.ts';
import { plannedRecount, type RecountPlan, type StoredCounts, wholeRecount } from '#logs/storage/recount.ts';
import {
  attachStaging,
  emptyStaging,
  finishStaging,
  mergeStaged,
  stagedDays,
} from '#logs/storage/staging.ts';
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
import { mergeVisits } from '#logs/storage/visits.ts';
import { type ImportedHost, ImportError, type ImportSummary, noHosts, type Recount } from '#logs/summary.ts';
import { type DayClock, dayNumber, dayOfNumber, LocalClock, timeStampIn } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { putZone } from '#server/database/openDatabase.ts';
import { hostNotes, notesOf, refuseWrongLog, topAddressOf, zoneWords } from './notes.ts';
import type { WebsiteLines } from './readLog.ts';
import { countLines, type Run } from './readSources.ts';

/** `hosts`: each host in the lines is a website, in place of the domain. */
export interface ImportRun extends ReadingOptions, Omit<Run, 'format'> {
  readonly domain: string;
  /** That of the days, where the database has none yet: its first use. */
  readonly timeZone: string;
  readonly today: Day;
  /** Asks whether the days that the sources have lines of are to be counted again from them alone; undefined: they are not. */
  readonly recount?: ((recount: Recount) => Promise<boolean>) | undefined;
  /** Of these days, only those are counted again of which the sources hold every line that is known; others stay. */
  readonly wholeDaysOnly?: boolean | undefined;
  /** Called once the lock is held, before anything is written: throws to end the import. */
  readonly beginStoring: () => void;
}

interface Setting {
  /** The random key of the database. */
  readonly key: string;
  readonly before: ImportState;
  /** The only website; undefined where each host is one. */
  readonly target: Target | undefined;
  /** All websites, where each host is one. */
  readonly targets: readonly Target[];
  readonly clockOf: (website: number | undefined) => DayClock;
  /** What stays as it is of a website that is counted again. */
  readonly kept?: KeptCounts | undefined;
}

const noRules: HostRules = { fewestViews: 0, mostWebsites: 0, patterns: [] };

async function countPass(run: ImportRun, setting: Setting) {
  const { database, source = '', part, client, trustedProxies, logFormat } = run;
  const { key, before, target, targets, clockOf, kept } = setting;
  const pool = new LinePool(database);
  const pause = (): void => run.pause(counter.read, undefined);
  const sessions = new SessionStager(days => countSessions(database, days, counter, pause));
  // A recount counts again as if nothing was known.
  const isRecount = run.recount !== undefined;
  const counter: LogCounter = new LogCounter({
    key,
    source,
    pool,
    sessions,
    clockOf,
    isRecount,
    kept,
  });
  const only = target && counter.open(target);
  // Counted again from the logs of each host, all lines tell theirs.
  const tellHosts = run.sources.length > 0 && run.sources.every(({ namesHosts }) => namesHosts === true);
  const hosts = new HostSearch(tellHosts ? undefined : target?.domain);
  const counted = await countLines(
    { ...run, format: ServerFormat.parse(logFormat) },
    {
      choice: target ? { target } : { targets, rules: run.hosts ?? noRules },
      key,
      reading: { logFormat, client, trustedProxies },
    },
    { counter, pool, hosts },
    { contents: isRecount ? [] : before.contents, lines: only?.lines },
  );
  const partLines = new Map<CountedSite, SourceLines>();
  return {
    ...counted,
    counter,
    only,
    hosts,
    partLines,
    /** Stages what is still in memory: once nothing is wrong with the lines. */
    stage() {
      pause();
      for (const site of counter.sites) partLines.set(site, part ? site.lines.end(part.isCut()) : []);
      pool.flush();
      sessions.flush();
      counter.stageSums();
      pause();
    },
  };
}

/** So many hosts wait at most: those with the fewest page views are forgotten. */
const maxWaiting = 2_000;

/** Makes websites of the hosts with enough page views, lets the others wait, and calls `store` for each of both. Needs a transaction. */
function storeHosts(
  database: Database,
  sites: Iterable<CountedSite>,
  { fewestViews, mostWebsites }: HostRules,
  { createdAt, store }: { createdAt: string; store: (site: CountedSite, website: number) => void },
) {
  const websites: ImportedHost[] = [];
  /** `heldBack`: hosts that have enough page views, and wait since there were too many new websites. */
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
  forgetWaiting(database, maxWaiting);
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

/** Counts the sources, and stores what came of them in one transaction. The connection is to be closed afterwards. */
export async function runImport(run: ImportRun): Promise<ImportSummary> {
  const { database, source = '', today, part, client, trustedProxies } = run;
  const clientField = readClientField(client);
  const target = run.hosts ? undefined : await findTarget(database, run.domain);
  const owner = { website: target?.id, source };
  const before: ImportState = await database.read(() => readState(database, owner));
  const timeZone = before.timeZone ?? run.timeZone;
  setLogZone(timeZone);
  const targets = run.hosts ? await database.read(() => selectTargets(database)) : [];
  attachStaging(database);

  const key = before.key ?? randomBytes(32).toString('hex');
  const setting = { key, before, target, targets };
  const former = target?.id === undefined ? [] : selectFormerCounts(database, target.id);
  const isWhole = run.wholeDaysOnly === true;
  const now = new LocalClock(timeZone);
  let pass = await countPass(run, {
    ...setting,
    // Counted again, all lines that can be are in the days of now.
    clockOf: id => (id === undefined || isWhole ? now : clockOf(selectFormerCounts(database, id), timeZone)),
  });
  if (part === undefined)
    refuseWrongLog(pass.counter, {
      isCounted: (pass.only?.website !== undefined && target?.isWaiting !== true) || isWhole,
      domain: target?.domain,
      clientField,
      fresh: pass.fresh,
      quotesLines: run.quotesLines,
      hostNote: pass.hosts.note,
    });
  pass.stage();
  const plan = planOf(run, target, { former, timeZone, counter: pass.counter });
  if (plan?.again) {
    emptyStaging(database);
    const { clock, kept } = plan.again;
    pass = await countPass(run, { ...setting, clockOf: () => clock, kept });
    pass.stage();
  }
  const recount = plan?.recount();
  finishStaging(database);
  const { counter, only, contents, files, hosts, partRead, partLines } = pass;
  const { sites } = counter;
  const days = stagedDays(database);
  if (recount && !(await run.recount?.(recount))) throw new ImportError('Nothing was changed.');
  const createdAt = timeStampIn(timeZone, new Date());
  // A signal that came while lines were counted is seen before it is too late.
  await nextTurn();
  const stored = await database.write(() => {
    run.beginStoring();
    const websiteLines: WebsiteLines[] = [];
    const merge = (site: CountedSite, website: number): void => {
      mergeStaged(database, site.number, website);
      site.values.store(website);
      mergeVisits(database, { site: site.number, website, today: dayNumber(today) });
      mergeLines(database, { site: site.number, website, source, today: dayNumber(today) });
      websiteLines.push({ website, lines: partLines.get(site) ?? [] });
    };
    let website: number | undefined;
    if (!isSameState(before, readState(database, owner))) throw changedMeanwhile();
    if (before.key === undefined) insertImportKey(database, key);
    if (before.timeZone === undefined) putZone(database, timeZone);
    if (target && only) {
      website = ensureWebsite(database, target, createdAt);
      plan?.remove();
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
    topAddress: topAddressOf(counter),
    notes: [
      ...(hostNote === undefined ? [] : [hostNote]),
      ...(stored.hosts && run.hosts ? hostNotes(stored.hosts, run.hosts, counter.crowdedOut) : []),
      ...notesOf(counter, now, {
        clientField,
        hasCountries: counter.places.length > 0,
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
function planOf(
  { database, recount, wholeDaysOnly }: ImportRun,
  target: Target | undefined,
  { counter, ...stored }: Pick<StoredCounts, 'former' | 'timeZone'> & { readonly counter: LogCounter },
): RecountPlan | undefined {
  const { id, domain = '' } = target ?? {};
  if (recount === undefined || id === undefined) return undefined;
  const counts = { ...stored, database, id, domain, days: counter.days };
  return wholeDaysOnly === true ? wholeRecount(counts) : plannedRecount(counts);
}
