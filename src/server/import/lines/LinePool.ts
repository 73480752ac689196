import type { Database } from '#server/database/Database.ts';
import { forgetStagedOwn, type SourceLines } from '#server/database/importLines.ts';
import type { KnownLines } from './KnownLines.ts';

/** Above this everything is written to the temporary database: some 150,000 lines. */
const mostBytes = 4_000_000;

/** The known lines of several websites, which are held in a limited memory together. */
export class LinePool {
  readonly database: Database;
  /** Of the latest line that was looked up, in seconds since 1970. */
  lastTime: number | undefined;
  /** Counts sources. */
  source = 0;
  linesOf: (website: number | undefined) => SourceLines | undefined = () => undefined;
  #bytes = 0;
  readonly #members: KnownLines[] = [];

  constructor(database: Database) {
    this.database = database;
  }

  join(lines: KnownLines): void {
    this.#members.push(lines);
  }

  /**
   * Starts a source.
   * @param linesOf the last lines of a source that this one continues, by website; undefined for a source of its own
   */
  begin(linesOf: LinePool['linesOf'] = () => undefined): void {
    forgetStagedOwn(this.database);
    this.linesOf = linesOf;
    this.source++;
  }

  /** Notes that so many bytes more are held. */
  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  get isFull(): boolean {
    return this.#bytes > mostBytes;
  }

  /** Writes everything to the temporary database. */
  flush(): void {
    for (const lines of this.#members) lines.flush();
    this.#bytes = 0;
  }
}
