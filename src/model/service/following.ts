import type { Day } from '#model/statistics/statistics.ts';

/** Who follows the logs of a database: one process at a time. */
export interface Follower {
  readonly process: number;
  /** What it runs: "sitedeck", "sitedeck serve". */
  readonly name: string;
}

/** How the logs are followed. */
export interface FollowStatus {
  /** 'this' process, another one, or none while nobody does. */
  readonly by: 'this' | Follower | undefined;
  readonly sources: number;
  /** Of the last line that was read, in seconds since 1970. */
  readonly lastTime: number | undefined;
  /** One line for each file that could not be read when it was tried last. */
  readonly problems: readonly string[];
}

/** Counts that were stored. */
export interface StoredCounts {
  /** The first day they are of; undefined where another process stored them. */
  readonly from: Day | undefined;
}
