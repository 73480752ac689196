/** A page view of the last minutes. */
export interface RecentView {
  /** Seconds since 1970. */
  readonly time: number;
  /** As it is counted. Foreign text. */
  readonly page: string;
  /** A host, or a page of the website itself; empty for none. Foreign text. */
  readonly referrer: string;
}

/** What happens on a website now. */
export interface NowNumbers {
  /** The present minute, in minutes since 1970: the last one of `minutes`, not over yet. */
  readonly minute: number;
  /** Page views of each minute; undefined where the logs were not read as far back. */
  readonly minutes: readonly (number | undefined)[];
  /** Of the last five minutes. */
  readonly visitors: number;
  /** Whether there are more visitors than are told apart. */
  readonly isMany: boolean;
  /** The latest page views, newest first. */
  readonly latest: readonly RecentView[];
  /** The first time from which on all lines were read, in seconds since 1970; undefined where they were too few to be left out. */
  readonly since: number | undefined;
  /** How many sources of logs the website has. */
  readonly sources: number;
  /** One line for each file that cannot be read. Foreign text. */
  readonly problems: readonly string[];
}

export const shownMinutes = 30;
export const visitorMinutes = 5;
