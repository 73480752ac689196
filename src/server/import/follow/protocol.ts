import type { Follower, FollowStatus, StoredCounts } from '#model/service/following.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { ImportProgress } from '#server/import/ImportSummary.ts';

/** What the worker is started with. */
export interface FollowTask {
  readonly sitedeck: 'follow';
  /** Whether it ends once all is read. */
  readonly once: boolean;
  /** The database. */
  readonly file: string;
  readonly timeZone: string;
  readonly follower: Follower;
  /** The only source that is read, by its id. */
  readonly only: number | undefined;
  /** Whether messages may have lines of the logs. */
  readonly quotesLines: boolean;
  /** Of a StopFlag. */
  readonly stop: SharedArrayBuffer;
}

/** What one reading of all that is new came to, for each source. */
export interface UpdatedSource {
  readonly id: number;
  readonly pattern: string;
  /** Undefined where each host is a website. */
  readonly domain: string | undefined;
  /** Page views. */
  readonly counted: number;
  /** Lines. */
  readonly read: number;
  /** The first day with counts; undefined for none. */
  readonly from: Day | undefined;
  readonly problems: readonly string[];
  /** What to say of the hosts of the lines. */
  readonly hostNote: string | undefined;
}

export type FromFollower =
  /** Of one that reads once. */
  | { readonly kind: 'progress'; readonly progress: Pick<ImportProgress, 'lines' | 'file'> }
  /** Of one that follows: its reading takes longer than a moment, or has ended. At first it counts as one that reads. */
  | { readonly kind: 'reading'; readonly isReading: boolean }
  | { readonly kind: 'status'; readonly status: FollowStatus }
  /** Counts were stored, by this process or another one. */
  | { readonly kind: 'stored'; readonly counts: StoredCounts }
  /** The end of one that reads once; without sources where another process follows them. */
  | {
      readonly kind: 'updated';
      readonly sources: readonly UpdatedSource[];
      readonly by: Follower | undefined;
    }
  /** One line for the user. */
  | { readonly kind: 'refused'; readonly message: string };

/** What was stored by then stays. */
export const interrupted =
  'Interrupted: what was read so far is counted, and the next logs update reads the rest.';

export function isFollowTask(data: unknown): data is FollowTask {
  return typeof data === 'object' && data !== null && 'sitedeck' in data && data.sitedeck === 'follow';
}
