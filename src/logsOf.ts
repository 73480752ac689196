import type { Paths } from '#config/paths.ts';
import { failureLine } from '#connection/errors.ts';
import { serviceFile } from '#connection/openApi.ts';
import { timeStampIn } from '#model/period/today.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { addSources } from '#server/import/follow/addSources.ts';
import { expandPattern, problemOf } from '#server/import/follow/FoundFile.ts';
import { usualLogs } from '#server/import/follow/usualLogs.ts';
import type { NowService } from '#store/refreshing/nowService.ts';
import type { LogsService } from '#store/profiles/logsService.ts';

interface LogsContext {
  readonly paths: Paths;
  readonly timeZone: string;
  /** Called once there are logs to be followed. */
  readonly onAdded: () => void;
}

/** The logs service of the store, over the database of the user's own logs. */
export function logsOf({ paths, timeZone, onAdded }: LogsContext): LogsService {
  return {
    places: () => Promise.resolve(usualLogs()),
    async add({ pattern }, domain) {
      const problems = expandPattern(pattern).map(problemOf);
      const [first] = problems;
      if (first !== undefined && !problems.includes(undefined)) return { problem: `${pattern} ${first}` };
      try {
        const database = await openDatabase(serviceFile('logs', paths));
        try {
          const addedAt = timeStampIn(timeZone, new Date());
          await addSources(database, { domain, patterns: [pattern], options: {}, addedAt });
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

/** Reads the ends of the logs that the user's own websites are counted from. */
export function liveOf(paths: Paths, now: () => number): NowService {
  return {
    async open(websiteId) {
      const { openNow } = await import('#server/import/now/openNow.ts');
      return await openNow(serviceFile('logs', paths), Number(websiteId), now);
    },
  };
}
