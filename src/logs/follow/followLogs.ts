import { ImportError } from '#logs/summary.ts';
import {
  type Control,
  type CountsTarget,
  recountInterrupted,
  runTask,
  StopFlag,
  type UpdatedSource,
} from '#logs/tasks.ts';
import { hasLogSources } from '#logs/storage/sources.ts';
import type { Follower, FollowStatus, StoredCounts } from '#model/now.ts';
import { withDatabase } from '#server/database/openDatabase.ts';

export interface FollowTarget extends CountsTarget {
  /** What this process runs, for others that would follow too: "sitedeck serve". */
  readonly name: string;
}

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
  const stop = new StopFlag();
  // At first it may have much to read.
  reactions.onReading?.(true);
  const task = { ...taskOf(target), once: false, stop: stop.memory };
  const worker = runTask(task, {
    message(message) {
      if (message.kind === 'reading') reactions.onReading?.(message.isReading);
      else if (message.kind === 'status') reactions.onStatus(message.status);
      else if (message.kind === 'stored') reactions.onStored(message.counts);
      else if (message.kind === 'refused') reactions.onFailure(message.message);
    },
    ended: error => (error ? reactions.onFailure(error.message) : reactions.onReading?.(false)),
  });
  worker.unref();
  return () => {
    stop.stop();
    worker.removeAllListeners();
    reactions.onReading?.(false);
    // What it was storing is stored whole or not at all.
    void worker.terminate();
  };
}

export interface Update {
  /** None where another process follows them. */
  readonly sources: readonly UpdatedSource[];
  readonly by: Follower | undefined;
  /** What to do about their lines, or to know of them: one line each. */
  readonly advice: readonly string[];
}

/**
 * Reads what is new of all sources. Aborting ends it; what was stored stays. Rejects with ImportError.
 * @param only the id of the only source to be read
 */
export function updateLogs(
  target: FollowTarget,
  { quotesLines, onProgress, signal }: Control = {},
  only?: number,
): Promise<Update> {
  if (signal?.aborted) return Promise.reject(new ImportError(recountInterrupted));
  const stop = new StopFlag();
  const { promise, resolve, reject } = Promise.withResolvers<Update>();
  runTask(
    { ...taskOf(target), once: true, only, quotesLines, stop: stop.memory },
    {
      message(message) {
        if (message.kind === 'progress') onProgress?.(message.progress);
        else if (message.kind === 'updated') resolve(message);
        else if (message.kind === 'refused') reject(new ImportError(message.message));
      },
      // A no-op after the worker has answered.
      ended: error =>
        reject(
          error
            ? new ImportError(`The logs could not be read: ${String(error)}.`, { cause: error })
            : new ImportError(signal?.aborted ? recountInterrupted : 'Reading the logs ended by itself.'),
        ),
    },
  );
  const onAbort = (): void => void stop.stop();
  signal?.addEventListener('abort', onAbort);
  return promise.finally(() => signal?.removeEventListener('abort', onAbort));
}

function taskOf({ file, timeZone, name }: FollowTarget) {
  return { kind: 'follow', file, timeZone, follower: { process: process.pid, name } } as const;
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
