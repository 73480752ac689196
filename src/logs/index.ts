import { existsSync } from 'node:fs';
import type { FoundLog, LinesQuestion } from '#model/lines.ts';
import { dayNumber, secondsOfDay, timeStampIn, todayIn } from '#model/period/day.ts';
import type { Filter } from '#model/service/filter.ts';
import { readDatabase, selectZone, withDatabase } from '#server/database/openDatabase.ts';
import { deleteWebsite } from '#server/database/websites.ts';
import { expandPattern, type FoundFile, lookAt } from './files/find.ts';
import type { Update } from './follow/Follower.ts';
import { type Following, followOwnLogs, type FollowReactions } from './follow/followLogs.ts';
import { importExclusively } from './import/importExclusively.ts';

import { type FoundLines, findLines } from './lines/findLines.ts';
import type { Control, FollowTarget, ImportedLogs, UpdatedSource } from './tasks.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import { changeZone, type CountedWebsite, selectCountedWebsites } from './storage/formerCounts.ts';
import {
  addSources,
  adviceOf,
  deleteLogSource,
  type NewSources,
  selectLogFiles,
  selectLogSources,
} from './storage/sources.ts';
import { keepMonths } from './storage/visits.ts';
import { ImportError, type ImportProgress, type ImportSummary, noHosts, type Recount } from './summary.ts';
import type { NowReader } from './views/NowReader.ts';

export { problemOfPattern } from './files/find.ts';
export type {
  Control,
  CountedWebsite,
  FoundLines,
  Following,
  ImportedLogs,
  ImportProgress,
  ImportSummary,
  ReadingOptions,
  Recount,
  UpdatedSource,
};
export type { HostRules } from './fields/hosts.ts';
export { usualHosts } from './storage/sources.ts';
export { type FormerDays, lineClasses } from './summary.ts';

/** Logs that are read by themselves, as they stand. */
export interface SourceState {
  /** Undefined where each host in them is a website. */
  readonly domain: string | undefined;
  readonly pattern: string;
  readonly files: readonly string[];
  /** The time of the last line that was read; undefined before the first. */
  readonly readTo: string | undefined;
  /** Whether a file has grown that was not looked at since, over a day after that last line. */
  readonly isLeftUnread: boolean;
  /** What to do about its lines, one line; undefined for nothing. */
  readonly advice: string | undefined;
}

/** What was removed; where nothing was, the domains that have logs. */
interface Removed {
  readonly count: number;
  readonly domains: readonly string[];
}

/** All that the program does with access logs. What rejects, does so with ImportError or ServiceFileError. */
export interface Logs {
  /** Where there is no database none is made. */
  sources(): Promise<readonly SourceState[]>;
  /** Stores logs of a website, which is made where it is missing: whoever follows reads them. */
  add(logs: NewSources): Promise<void>;
  /**
   * The same, and reads them. Nothing stays where nothing can be read of logs that are new.
   * @param onStored called before they are read
   */
  addAndRead(logs: NewSources, control: Control & { onStored?: () => void }): Promise<Update>;
  /** Forgets those with these patterns, or all of the website. What was counted stays. */
  remove(domain: string | undefined, patterns: readonly string[]): Promise<Removed>;
  /** Reads what is new; ended, what was stored stays. */
  update(control?: Control): Promise<Update>;
  import(logs: ImportedLogs, control?: Control<ImportProgress>): Promise<ImportSummary>;
  /** Counts a website again from its own logs. */
  recount(
    domain: string,
    confirm: (recount: Recount) => Promise<boolean>,
    control?: Control,
  ): Promise<ImportSummary>;
  /** Websites that lines were counted of; where there is no database none is made. */
  counted(): Promise<readonly CountedWebsite[]>;
  /** What was counted stays in the days of the zone before, until it is counted again. Returns whether it is another one. */
  changeZone(timeZone: string, control?: Pick<Control, 'signal'>): Promise<boolean>;
  /** Of visits more than what joins late lines is kept for so many months; what is older is forgotten, and counts stay. */
  keep(months: number, control?: Pick<Control, 'signal'>): Promise<void>;
  /** The lines that were counted in a statistic, from the logs of a website themselves. */
  lines(question: LinesQuestion, control?: Control<ImportProgress>): Promise<FoundLines>;
  /** From when there are any, until it is stopped. */
  follow(reactions: FollowReactions): Following;
  /** @param website its id or domain */
  now(website: string, where?: Filter): Promise<NowReader>;
}

interface LogsTarget extends FollowTarget {
  readonly now?: () => number;
}

/** Opens nothing until it is asked. */
export function openLogs({ file, timeZone, name, now = Date.now }: LogsTarget): Logs {
  const target = { file, timeZone, name };
  const timeStamp = (time = now()) => timeStampIn(timeZone, new Date(time));
  const store = (logs: NewSources) => withDatabase(file, database => addSources(database, logs, timeStamp()));
  return {
    async sources() {
      if (!existsSync(file)) return [];
      return await readDatabase(file, database =>
        database.read(() =>
          selectLogSources(database).map(source => {
            const { id, pattern, website } = source;
            const records = selectLogFiles(database, id);
            const last = Math.max(...records.map(({ lastTime = -Infinity }) => lastTime));
            const found = expandPattern(pattern).flatMap(path => lookAt(path) ?? []);
            return {
              advice: adviceOf(source),
              domain: website?.domain,
              pattern,
              files: found.map(({ path }) => path),
              readTo: Number.isFinite(last) ? timeStamp(last * 1000) : undefined,
              isLeftUnread: found.some(
                each => isGrown(each, last) && !records.some(record => isSame(record, each)),
              ),
            };
          }),
        ),
      );
    },
    async add(logs) {
      await store(logs);
    },
    async addAndRead(logs, { onStored, ...control }) {
      const { updateLogs } = await import('./follow/Follower.ts');
      const { sources, isKnown, created } = await store(logs);
      onStored?.();
      const updated: UpdatedSource[] = [];
      const advice = new Set<string>();
      for (const { id } of sources) {
        const update = await updateLogs(target, control, id);
        if (update.by) return update;
        updated.push(...update.sources);
        for (const note of update.advice) advice.add(note);
      }
      const lines = updated.filter(({ read }) => read > 0);
      // As an import refuses them: lines that name no host are of no website.
      const isHostless = lines.length > 0 && lines.every(({ read, hostless }) => hostless === read);
      const [problem] = isHostless ? [noHosts] : updated.flatMap(({ problems }) => problems);
      if (problem === undefined || isKnown || (!isHostless && lines.length > 0))
        return { sources: updated, by: undefined, advice: [...advice] };
      await withDatabase(file, database =>
        database.write(() => {
          for (const { id } of sources) deleteLogSource(database, id);
          if (created !== undefined) deleteWebsite(database, created);
        }),
      );
      throw new ImportError(`${problem} The logs were not added.`);
    },
    remove: (domain, patterns) =>
      withDatabase(file, database =>
        database.write(() => {
          const all = selectLogSources(database);
          const sources = all.filter(({ website }) => website?.domain === domain);
          const isMissing = patterns.some(pattern => !sources.some(source => source.pattern === pattern));
          if (isMissing || sources.length === 0)
            return { count: 0, domains: all.map(({ website }) => website?.domain ?? '') };
          const chosen = sources.filter(({ pattern }) => patterns.length === 0 || patterns.includes(pattern));
          for (const { id } of chosen) deleteLogSource(database, id);
          return { count: chosen.length, domains: [] };
        }),
      ),
    async update(control) {
      const { updateLogs } = await import('./follow/Follower.ts');
      return await updateLogs(target, control);
    },
    async import(logs, control) {
      const { importLogs } = await import('./import/importLogs.ts');
      return await importLogs(target, logs, control);
    },
    async recount(domain, confirm, control) {
      const { importLogs } = await import('./import/importLogs.ts');
      const { readingOf } = await import('./follow/sourceLogs.ts');
      const reading = await withDatabase(file, database => database.read(() => readingOf(database, domain)));
      const ownLogs = { ...reading, domain, sources: [], fromSources: true, recount: confirm };
      return await importLogs(target, ownLogs, control);
    },
    async counted() {
      if (!existsSync(file)) return [];
      return await readDatabase(file, database =>
        database.read(() => selectCountedWebsites(database, selectZone(database) ?? timeZone)),
      );
    },
    async changeZone(zone, { signal } = {}) {
      return await importExclusively(file, unlessEnded(signal), database =>
        database.write(() => changeZone(database, zone, now() / 1000)),
      );
    },
    async keep(months, { signal } = {}) {
      const today = (zone: string) => dayNumber(todayIn(zone, new Date(now())));
      await importExclusively(file, unlessEnded(signal), database =>
        database.write(() => keepMonths(database, months, today(selectZone(database) ?? timeZone))),
      );
    },
    lines: (question, control) => findLines({ file, timeZone, now }, question, control),
    follow: reactions => followOwnLogs(target, reactions),
    async now(website, where) {
      const { openNow } = await import('./views/NowReader.ts');
      return await openNow({ file, timeZone, now }, website, where);
    },
  };
}

function unlessEnded(signal: AbortSignal | undefined): () => void {
  return () => {
    if (signal?.aborted === true) throw new ImportError('Interrupted: nothing was changed.');
  };
}

function isGrown({ size, modified }: FoundFile, lastTime: number): boolean {
  return size > 0 && Number.isFinite(lastTime) && Number(modified) / 1e9 > lastTime + secondsOfDay;
}

function isSame(one: Omit<FoundFile, 'descriptor'>, other: FoundFile): boolean {
  return one.identity === other.identity && one.size === other.size && one.modified === other.modified;
}

export async function usualLogs(root: string, home: string | undefined): Promise<FoundLog[]> {
  return await (await import('./files/findLogs.ts')).findLogs(root, home);
}

/** The logs that somebody names: a file, a folder or a pattern. Never empty: what is none says why. */
export async function logsAt(typed: string, root: string, home: string | undefined): Promise<FoundLog[]> {
  return await (await import('./files/findLogs.ts')).logsAt(typed, root, home);
}

/** Why lines cannot be read so, in one line; undefined where they can. */
export async function problemOfReading(reading: ReadingOptions): Promise<string | undefined> {
  return (await import('#logs/formats/ServerFormat.ts')).problemOfReading(reading);
}
