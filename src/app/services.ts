import { existsSync } from 'node:fs';
import { failureLine } from '#api/failure.ts';
import type { Profile } from '#config/chooseProfile.ts';
import type { LastSeen } from '#config/kept.ts';
import { forgetSeen, openLastSeen } from '#config/lastSeen.ts';
import type { Paths } from '#config/paths.ts';
import type { TagsFile } from '#config/tags.ts';
import { serviceFile } from '#connection/open.ts';
import { identityOf } from '#connection/profiles.ts';
import { expandPattern } from '#logs/files/find.ts';
import type { FoundLog } from '#logs/files/findLogs.ts';
import { addSources } from '#logs/index.ts';
import { selectLogSources } from '#logs/storage/sources.ts';
import { ConfigError } from '#model/failure.ts';
import { timeStampIn, todayIn } from '#model/period/zone.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Tags } from '#model/website/tags.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import type { LogPlace, LogsService, NowService, Services, TagsService } from '#store/services.ts';
import { writeExport } from '#system/exportFile.ts';
import type { Environment, TerminalCapabilities } from '#terminal/capabilities.ts';
import { openUrl, osc52 } from '#terminal/desktop.ts';
import type { Session } from '#terminal/session.ts';

/**
 * A clock in milliseconds since 1970. SITEDECK_NOW, an ISO time, stops it, so that pictures and tests of the demo are the
 * same on every day; an invalid time is ignored.
 */
export function clockOf(env: Environment): () => number {
  const fixed = Date.parse(env['SITEDECK_NOW'] ?? '');
  return Number.isNaN(fixed) ? Date.now : () => fixed;
}

/** Today in a time zone. Computed once a minute: each frame reads it many times. */
export function todayClock(timeZone: string, now: () => number): () => Day {
  let known: { readonly minute: number; readonly day: Day } | undefined;
  return () => {
    const time = now();
    const minute = Math.floor(time / 60_000);
    if (known?.minute !== minute) known = { minute, day: todayIn(timeZone, new Date(time)) };
    return known.day;
  };
}

/**
 * What was last seen of a service of this machine, or of one elsewhere that has a profile without `"cache": "off"`. With `writes`
 * false it is only read.
 */
export function lastSeenOf(profile: Profile, paths: Paths, writes: boolean): LastSeen | undefined {
  if (profile.keepsSeen) return openLastSeen(paths.data, identityOf(profile), writes);
  // Where it cannot be removed it is not used either.
  if (profile.isStored && writes) forgetSeen(paths.data, profile.name);
  return undefined;
}

interface LogsContext {
  readonly paths: Paths;
  readonly env: Environment;
  readonly timeZone: string;
  /** Called once there are logs to be followed. */
  readonly onAdded: () => void;
}

/** As `logs add --each-host` has them: a Host header is chosen by whoever sends it. */
const eachHost = { fewestViews: 20, mostWebsites: 200, patterns: [] } as const;

/** The logs service of the store, over the database of the user's own logs. */
export function logsOf({ paths, env, timeZone, onAdded }: LogsContext): LogsService {
  const file = serviceFile('logs', paths);
  const root = env['SITEDECK_LOG_ROOT'] || '/';
  const home = env['HOME'] || undefined;
  // Loaded where they are looked for: what reads lines is much.
  const load = async () => await import('#logs/files/findLogs.ts');
  return {
    find: async () => placesOf(await (await load()).findLogs(root, home), await countedPaths(file)),
    look: async typed => placesOf(await (await load()).logsAt(typed, root, home), await countedPaths(file)),
    async add({ pattern, hosts }, domain) {
      try {
        const database = await openDatabase(file);
        try {
          const addedAt = timeStampIn(timeZone, new Date());
          const options = domain === undefined ? { hosts: eachHost } : {};
          const atOnce = domain === undefined ? hosts[0] : undefined;
          await addSources(database, { domain, patterns: [pattern], options, addedAt, atOnce });
        } finally {
          database.close();
        }
        onAdded();
        return {};
      } catch (error) {
        return { problem: failureLine(error) };
      }
    },
  };
}

function placesOf(found: readonly FoundLog[], counted: ReadonlySet<string>): LogPlace[] {
  return found.map(log => ({ ...log, isAdded: counted.has(log.path) }));
}

/** The files of the logs that are counted already. A file that cannot be opened says so when a log is added. */
async function countedPaths(file: string): Promise<ReadonlySet<string>> {
  if (!existsSync(file)) return new Set();
  try {
    const database = await openDatabase(file);
    try {
      const sources = await database.read(() => selectLogSources(database));
      return new Set(sources.flatMap(({ pattern }) => expandPattern(pattern)));
    } finally {
      database.close();
    }
  } catch {
    return new Set();
  }
}

/** Reads the ends of the logs that the user's own websites are counted from. */
export function liveOf(paths: Paths, now: () => number): NowService {
  return {
    async open(websiteId) {
      const { openNow } = await import('#logs/views/NowReader.ts');
      return await openNow(serviceFile('logs', paths), Number(websiteId), now);
    },
  };
}

/**
 * The services of the machine: clipboard, browser, files and the shell. A kiosk has the clipboard only, which is that of the
 * person before the terminal.
 */
export function platformServices(
  session: Pick<Session, 'send' | 'suspend'>,
  { multiplexer, ssh }: TerminalCapabilities,
  isKiosk: boolean,
): Pick<Services, 'copy' | 'openUrl' | 'suspend' | 'writeExport'> {
  const copy: Services['copy'] = text => {
    const write = osc52(text, { multiplexer });
    if ('error' in write) return { problem: write.error };
    session.send(write.sequence);
    return {};
  };
  if (isKiosk) return { copy, openUrl: () => Promise.resolve('this is a kiosk'), suspend: () => undefined };
  return {
    copy,
    suspend: session.suspend,
    openUrl: url => openUrl(url, { platform: process.platform, env: process.env, ssh }),
    writeExport,
  };
}

/** The tags service of the store, over the file of tags. */
export function tagsOf(file: TagsFile): TagsService {
  const attempt = (work: () => Tags) => {
    try {
      return { tags: work() };
    } catch (error) {
      if (error instanceof ConfigError) return { problem: error.message };
      throw error;
    }
  };
  return { read: () => attempt(file.read), change: change => attempt(() => file.change(change)) };
}
