/** Where a server of this machine usually writes its access log. */
export interface LogPlace {
  /** "nginx". */
  readonly server: string;
  /** The log and its rotated files. */
  readonly pattern: string;
  /** The website its name or its lines tell of; empty where they tell none. */
  readonly domain: string;
}

/** The user's own logs, whichever profile is in use. */
export interface LogsService {
  /** Those that were found in the usual places. */
  places(): Promise<readonly LogPlace[]>;
  /** Adds the logs for a website. A problem is one line of text. */
  add(place: LogPlace, domain: string): Promise<{ readonly problem?: string | undefined }>;
}
