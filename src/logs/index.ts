import type { Database } from '#server/database/Database.ts';
import {
  type LogSourceRecord,
  putLogSource,
  type ReadingOptions,
  selectLogSources,
} from './storage/sources.ts';
import { ensureWebsite, findTarget } from './storage/targets.ts';

interface NewSources {
  /** Undefined where each host is a website. */
  readonly domain: string | undefined;
  /** Absolute paths, perhaps with wildcards. */
  readonly patterns: readonly string[];
  readonly options: ReadingOptions;
  /** "2026-11-20 10:00:00". */
  readonly addedAt: string;
  /** A website that is made at once, before a line of it is read: of those that the hosts become. */
  readonly atOnce?: string | undefined;
}

/** Stores sources for a website, which is made where it is missing. Rejects with ImportError. */
export async function addSources(
  database: Database,
  { domain, patterns, options, addedAt, atOnce }: NewSources,
): Promise<{
  readonly sources: readonly LogSourceRecord[];
  /** Whether one of them was there before. */
  readonly isKnown: boolean;
  /** The website, where it was not. */
  readonly created: number | undefined;
}> {
  const target = domain === undefined ? undefined : await findTarget(database, domain);
  const first = atOnce === undefined ? undefined : await findTarget(database, atOnce);
  return await database.write(() => {
    const website = target && ensureWebsite(database, target, addedAt);
    if (first) ensureWebsite(database, first, addedAt);
    const before = new Set(selectLogSources(database).map(({ id }) => id));
    const sources = patterns.map(pattern => putLogSource(database, { website, pattern, options }, addedAt));
    const isKnown = sources.some(({ id }) => before.has(id));
    return { sources, isKnown, created: target?.id === undefined ? website : undefined };
  });
}
