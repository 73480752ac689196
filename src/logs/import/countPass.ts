import { LinePool } from '#logs/count/KnownLines.ts';
import { type CountedSite, type KeptCounts, LogCounter } from '#logs/count/LogCounter.ts';
import { countSessions, SessionStager } from '#logs/count/sessions.ts';
import type { LogSource } from '#logs/files/LogSource.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';
import type { ImportState } from '#logs/storage/contents.ts';
import type { SourceLines } from '#logs/storage/knownLines.ts';
import { Tally } from '#logs/storage/staging.ts';
import type { Target } from '#logs/storage/targets.ts';
import type { ReadingOptions } from '#logs/reading.ts';
import type { Recount } from '#logs/summary.ts';
import type { DayClock } from '#model/period/zone.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { countLines } from './readSources.ts';
import type { LogPart } from './readLog.ts';

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

type Counted = Awaited<ReturnType<typeof countLines>>;

interface Pass extends Counted {
  readonly counter: LogCounter;
  readonly only: CountedSite | undefined;
  readonly hosts: HostSearch;
  /** The lines that a part had in its last minutes. */
  readonly partLines: ReadonlyMap<CountedSite, SourceLines>;
  /** Stages what is still in memory: once nothing is wrong with the lines. */
  stage(): void;
}

const noRules: HostRules = { fewestViews: 0, mostWebsites: 0, patterns: [] };

export async function countPass(run: ImportRun, setting: Setting): Promise<Pass> {
  const { database, source = '', part, client, trustedProxies, logFormat } = run;
  const { key, before, target, targets, clockOf, kept } = setting;
  const tally = new Tally(database);
  const pool = new LinePool(database);
  const pause = (): void => run.pause(counter.read, undefined);
  const sessions = new SessionStager(days => countSessions(database, days, counter, pause));
  // A recount counts again as if nothing was known.
  const isRecount = run.recount !== undefined;
  const counter: LogCounter = new LogCounter({
    key,
    source,
    pool,
    tally,
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
    { ...run, format: ServerFormat.of(logFormat) },
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
    stage() {
      pause();
      for (const site of counter.sites) partLines.set(site, part ? site.lines.end() : []);
      pool.flush();
      sessions.flush();
      tally.flush();
      pause();
    },
  };
}
