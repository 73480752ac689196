import { hasLogSources } from '#server/database/logSources.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { followLogs, type FollowOptions, type FollowReactions } from '#server/import/follow/followLogs.ts';

/** How soon logs that were added by another process are noticed, where there were none. */
const lookMilliseconds = 20_000;

export interface Following {
  /** Looks now whether there are logs: some were just added. */
  look(): void;
  stop(): void;
}

/** Follows the logs of the user's own service as soon as there are any. None of its timers keeps the process alive. */
export function followOwnLogs(options: FollowOptions, reactions: FollowReactions): Following {
  let stopFollowing: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const has = await hasLogs(options.file);
    if (isOver || stopFollowing) return;
    if (has) stopFollowing = followLogs(options, reactions);
    else timer = setTimeout(look, lookMilliseconds).unref();
  };
  const look = (): void => {
    clearTimeout(timer);
    // The service itself says what is wrong with its file.
    if (!isOver && !stopFollowing) void begin().catch(() => undefined);
  };
  timer = setTimeout(look, 0).unref();
  return {
    look,
    stop() {
      isOver = true;
      clearTimeout(timer);
      stopFollowing?.();
    },
  };
}

async function hasLogs(file: string): Promise<boolean> {
  const database = await openDatabase(file);
  try {
    return await database.read(() => hasLogSources(database));
  } finally {
    database.close();
  }
}
