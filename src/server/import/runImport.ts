import { randomBytes } from 'node:crypto';
import type { Day } from '#model/statistics/statistics.ts';
import { timeStampIn } from '#model/period/today.ts';
import type { Database } from '#server/database/Database.ts';
import { mergeStaged, stagedDays } from '#server/database/importMerge.ts';
import { mergeLines } from '#server/database/importLines.ts';
import { type CoveredDays, removeDays } from '#server/database/importRecount.ts';
import { insertImportKey } from '#server/database/importRecords.ts';
import { attachStaging, finishStaging, stageDelta } from '#server/database/importStaging.ts';
import { dayNumber, dayOfNumber } from '#server/days.ts';
import { openCountries } from '#server/import/fields/Countries.ts';
import { isPrivateAddress } from '#server/import/fields/address.ts';
import type { ClientField } from '#server/import/fields/clientField.ts';
import { addressTest, parameterTest } from '#server/import/fields/exclusions.ts';
import type { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import type { PrefixKind } from '#server/import/log/knownPrefix.ts';
import type { LogSource } from '#server/import/log/LogSource.ts';
import { type LogPart, readPart } from '#server/import/follow/readPart.ts';
import { KnownLines } from '#server/import/lines/KnownLines.ts';
import { countStaged } from '#server/import/sessions/countStaged.ts';
import { SessionStager } from '#server/import/sessions/SessionStager.ts';
import { type ImportState, isSameState, readState, rememberContents } from './importState.ts';
import { ImportError } from './ImportError.ts';
import type { ImportSummary } from './ImportSummary.ts';
import { LocalClock } from './LocalClock.ts';
import { LogCounter } from './LogCounter.ts';
import { notesOf } from './notes.ts';
import { readSources } from './readSources.ts';
import { coveredDays, plannedRecount, type Recount, wholeRecount } from './recount.ts';
import { refuseWrongLog } from './refuseWrongLog.ts';
import { Tally } from './Tally.ts';
import { changedMeanwhile, findTarget, ensureWebsite, type Target } from './target.ts';

export interface ImportRun {
  readonly database: Database;
  readonly domain: string;
  /** Tells servers apart that may write the same lines; empty for none. */
  readonly source: string;
  readonly sources: readonly LogSource[];
  /** A part of a log that is followed, in place of the sources. */
  readonly part?: LogPart | undefined;
  readonly timeZone: string;
  readonly today: Day;
  /** The format of all lines; undefined: each line tells. */
  readonly format?: ServerFormat | undefined;
  /** Where the client of a line is named; undefined: in front. */
  readonly client?: ClientField | undefined;
  /** Addresses and ranges of proxies, beside those of private networks. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Asks whether the days that the sources have lines of are to be counted again from them alone; undefined: they are not. */
  readonly recount?: ((recount: Recount) => Promise<boolean>) | undefined;
  /** Of these days, only those are counted again of which the sources hold every line that is known; others stay. */
  readonly wholeDaysOnly?: boolean | undefined;
  /** Called often: throws to end the import. */
  readonly pause: (lines: number, file: string | undefined) => void;
  /** Called once the lock is held, before anything is written: throws to end the import. */
  readonly beginStoring: () => void;
}

/** Counts the sources, and stores what came of them in one transaction. The connection is to be closed afterwards. */
export async function runImport(run: ImportRun): Promise<ImportSummary> {
  const { database, domain, source, timeZone, today } = run;
  const clock = new LocalClock(timeZone);
  const target = await findTarget(database, domain);
  const owner = { website: target.id, source };
  // Counts again as if nothing was known.
  const website = run.recount ? undefined : target.id;
  const before: ImportState = await database.read(() => readState(database, owner));
  attachStaging(database);

  const key = before.key ?? randomBytes(32).toString('hex');
  const tally = new Tally(rows => stageDelta(database, rows));
  const secret = `${key}\n${target.domain}`;
  const sessions = new SessionStager(database, secret);
  const lines = new KnownLines(database, { website, source }, `${secret}\nlines`);
  const countries = openCountries();
  const addresses = addressTest(target.exclude_ips);
  const proxies = addressTest(run.trustedProxies?.join('\n') ?? null);
  const counter = new LogCounter(
    {
      domain: target.domain,
      excludesBots: target.exclude_bots === 1,
      isExcludedParameter: parameterTest(target.exclude_params),
      isExcludedAddress: addresses.isExcluded,
      isTrusted: address => isPrivateAddress(address) || proxies.isExcluded(address),
      clientField: run.client,
    },
    { tally, sessions, lines, clock, countries },
  );
  const known = run.recount ? [] : before.contents;
  const { part } = run;
  const prefixes = new Map<PrefixKind, number>();
  const partRead =
    part &&
    (await readPart(part, { counter, lines, prefixes, pause: () => run.pause(counter.read, part.name) }));
  const { files, contents, fresh } = await readSources(
    { ...run, format: run.format },
    { counter, lines, prefixes },
    known,
  );
  if (part === undefined)
    refuseWrongLog(counter, {
      isCounted: website !== undefined || run.wholeDaysOnly === true,
      domain: target.domain,
      clientField: run.client,
      fresh,
    });

  const pause = (): void => run.pause(counter.read, undefined);
  pause();
  sessions.flush();
  lines.flush();
  const facts = { website, software: counter.agents.software, places: countries?.places };
  for (const _ of countStaged(database, tally, facts)) pause();
  tally.flush();
  pause();
  finishStaging(database);
  const { covered, recount } = recountOf(run, target, coveredDays(counter, clock), counter);
  const days = stagedDays(database);
  if (recount && !(await run.recount?.(recount))) throw new ImportError('Nothing was changed.');
  const id = await database.write(() => {
    run.beginStoring();
    const website = ensureWebsite(database, target, timeStampIn(timeZone, new Date()));
    if (!isSameState(before, readState(database, owner))) throw changedMeanwhile();
    if (before.key === undefined) insertImportKey(database, key);
    if (run.recount) removeDays(database, website, covered);
    mergeStaged(database, website);
    rememberContents(database, { website, source }, { before: before.contents, after: contents });
    mergeLines(database, { website, source, today: dayNumber(today) });
    if (partRead) part.store(website, partRead);
    return website;
  });
  return {
    ...counter.counts,
    read: counter.read,
    website: { id, domain: target.domain, created: target.id === undefined },
    from: days && dayOfNumber(days.from),
    to: days && dayOfNumber(days.to),
    files,
    recount,
    notes: notesOf(counter, clock, {
      prefixes,
      clientField: run.client,
      hasCountries: countries !== undefined,
      unusable: [...addresses.unusable, ...proxies.unusable],
    }),
  };
}

/** What is counted again, where that was asked for. Throws ImportError where nothing can be. */
function recountOf(
  { database, recount, wholeDaysOnly }: ImportRun,
  { id, domain }: Target,
  covered: CoveredDays,
  { counts }: LogCounter,
): { readonly covered: CoveredDays; readonly recount: Recount | undefined } {
  if (recount === undefined || id === undefined) return { covered, recount: undefined };
  if (wholeDaysOnly === true) return wholeRecount(database, { id, domain }, covered);
  return { covered, recount: plannedRecount(database, { id, domain }, covered, counts.counted) };
}
