import { existsSync } from 'node:fs';
import type { Paths } from '#config/paths.ts';
import { failureLine } from '#connection/errors.ts';
import { serviceFile } from '#connection/openApi.ts';
import { timeStampIn } from '#model/period/today.ts';
import { selectLogSources } from '#server/database/logSources.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { addSources } from '#server/import/follow/addSources.ts';
import type { FoundLog } from '#server/import/follow/findLogs.ts';
import { expandPattern } from '#server/import/follow/FoundFile.ts';
import type { NowService } from '#store/refreshing/nowService.ts';
import type { LogPlace, LogsService } from '#store/profiles/logsService.ts';
import type { Environment } from '#terminal/terminalCapabilities.ts';

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
  const load = async () => await import('#server/import/follow/findLogs.ts');
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
      const { openNow } = await import('#server/import/now/openNow.ts');
      return await openNow(serviceFile('logs', paths), Number(websiteId), now);
    },
  };
}
