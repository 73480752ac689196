import { type FollowTarget, runTask } from '#logs/tasks.ts';
import { hasLogSources } from '#logs/storage/sources.ts';
import type { FollowStatus, StoredCounts } from '#model/now.ts';
import { withDatabase } from '#server/database/openDatabase.ts';

export interface FollowReactions {
  /** It begins to read as much as takes long, or may, and it has ended that. */
  readonly onReading?: (isReading: boolean) => void;
  readonly onStatus: (status: FollowStatus) => void;
  /** Counts were stored, by this process or another one. */
  readonly onStored: (counts: StoredCounts) => void;
  /** It ended by itself: one line that says why. */
  readonly onFailure: (message: string) => void;
}

/** Follows in a worker that does not keep the process alive, as soon as no other process does. Returns what stops it. */
export function followLogs(target: FollowTarget, reactions: FollowReactions): () => void {
  // At first it may have much to read.
  reactions.onReading?.(true);
  const { file, timeZone, name } = target;
  const worker = runTask(
    { kind: 'follow', file, timeZone, name },
    {
      message(message) {
        if (message.kind === 'reading') reactions.onReading?.(message.isReading);
        else if (message.kind === 'status') reactions.onStatus(message.status);
        else if (message.kind === 'stored') reactions.onStored(message.counts);
        else reactions.onFailure(message.message);
      },
      ended: error => (error ? reactions.onFailure(error.message) : reactions.onReading?.(false)),
    },
  );
  worker.unref();
  return () => {
    worker.removeAllListeners();
    reactions.onReading?.(false);
    // What it was storing is stored whole or not at all.
    void worker.terminate();
  };
}

/** How soon logs that were added by another process are noticed, where there were none. */
const lookMilliseconds = 20_000;

export interface Following {
  /** Looks now whether there are logs: some were just added. */
  look(): void;
  stop(): void;
}

/** Follows the logs of the user's own service as soon as there are any. None of its timers keeps the process alive. */
export function followOwnLogs(target: FollowTarget, reactions: FollowReactions): Following {
  let stopFollowing: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const has = await withDatabase(target.file, database => database.read(() => hasLogSources(database)));
    if (isOver || stopFollowing) return;
    if (has) stopFollowing = followLogs(target, reactions);
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
