/** An access log of this machine, with its rotated files. */
export interface LogPlace {
  /** "nginx"; empty where its folder tells none. */
  readonly server: string;
  readonly path: string;
  /** What is added: the log and its rotated files. */
  readonly pattern: string;
  /** "combined"; undefined where no line could be read. */
  readonly format: string | undefined;
  /** The hosts that its lines name, the most frequent one first: each becomes a website. */
  readonly hosts: readonly string[];
  /** Not all lines were looked at for the hosts. */
  readonly isSample: boolean;
  /** The website that the name of the log tells of; empty for none. */
  readonly site: string;
  readonly lines: number;
  readonly isAbout: boolean;
  /** Of the newest line, in seconds since 1970. */
  readonly lastTime: number | undefined;
  /** It is counted already. */
  readonly isAdded: boolean;
  /** Why it cannot be added, a sentence. */
  readonly problem: string | undefined;
}

/** The user's own logs, whichever profile is in use. */
export interface LogsService {
  /** Those that were found in the usual places. */
  find(): Promise<readonly LogPlace[]>;
  /** Those at a path, in a folder or of a pattern. Never empty: what is none says why. */
  look(typed: string): Promise<readonly LogPlace[]>;
  /**
   * Adds the logs for a website; without one each host in the lines is a website, the most frequent one at once. A problem is one
   * line of text.
   */
  add(place: LogPlace, domain: string | undefined): Promise<{ readonly problem?: string | undefined }>;
}
