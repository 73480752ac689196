import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FoundFile, lookAt, problemOf } from '#server/import/follow/FoundFile.ts';
import { isPacked } from '#server/import/follow/fingerprint.ts';
import { unsafeName } from '#server/import/follow/updateSource.ts';
import type { LogLine } from '#server/import/formats/LogLine.ts';
import type { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import type { HostSearch } from '#server/import/hostField/HostSearch.ts';
import { LogTail } from './LogTail.ts';

/** Logs that are written at the same time are few. */
const mostTails = 64;
/** How much is read of all of them together at a look: what is older is left out. */
const mostBytes = 16_777_216;

interface Look {
  /** The files that there are. */
  readonly paths: readonly string[];
  /** Of all lines; undefined: each line tells. */
  readonly format: ServerFormat | undefined;
  readonly hosts: HostSearch;
  readonly take: (line: LogLine) => void;
  /** Lines before this time do not matter, in seconds since 1970. */
  readonly since: number;
  /** Told where lines before a time were too many to be read, in seconds since 1970. */
  readonly leaveOut: (before: number) => void;
}

/** The ends of the logs of one source, which are read on at each look, whoever else reads them. To be closed. */
export class LogTails {
  /** By device and inode. */
  readonly #tails = new Map<string, LogTail>();
  readonly #mostBytes: number;
  #isClosed = false;

  constructor(most = mostBytes) {
    this.#mostBytes = most;
  }

  /** Passes on the lines that are new, from the last minutes at first. Returns a line for each file that cannot be read. */
  async look({ paths, format, hosts, take, since, leaveOut }: Look): Promise<string[]> {
    if (this.#isClosed) return [];
    const problems: string[] = [];
    const added = new Map<string, LogTail>();
    for (const file of written(paths, since)) {
      if (this.#tails.has(file.identity) || this.#tails.size + added.size >= mostTails) continue;
      try {
        if (!isPacked(file)) added.set(file.identity, new LogTail(file.path, { format, hosts, take }));
      } catch {
        const problem = problemOf(file.path);
        if (problem !== undefined) problems.push(`${file.path} ${problem}`);
      }
    }
    this.#skipCopies([...added.values()]);
    for (const [identity, tail] of added) this.#tails.set(identity, tail);
    for (const tail of this.#tails.values()) if (tail.isTruncated()) tail.restart();
    const growing = [...this.#tails.values()].filter(tail => tail.size > tail.length);
    for (const tail of growing) {
      const leftOut = tail.seek(since, Math.floor(this.#mostBytes / growing.length));
      if (leftOut !== undefined) leaveOut(leftOut);
      await tail.read(async () => {
        // So that frames are drawn and keys are read meanwhile.
        await nextTurn();
        return !this.#isClosed;
      });
      if (this.#isClosed) break;
    }
    this.#forget(since);
    return problems;
  }

  close(): void {
    this.#isClosed = true;
    this.#forget(Infinity);
  }

  /**
   * What a copy has in common with the log it was made of counts once: that log is read itself, or was truncated after it was
   * copied and was read up to then.
   */
  #skipCopies(added: readonly LogTail[]): void {
    // Of several that are new the longest is the log.
    const known = [...this.#tails.values()];
    for (const tail of added.toSorted((a, b) => b.size - a.size)) {
      const original = known.find(other => other.isCopiedTo(tail));
      if (original) tail.length = original.isTruncated() ? Math.min(original.length, tail.size) : tail.size;
      else tail.readHead();
      known.push(tail);
    }
  }

  #forget(since: number): void {
    for (const [identity, tail] of this.#tails)
      if (tail.modified / 1000 < since) {
        tail.close();
        this.#tails.delete(identity);
      }
  }
}

/** Those that were written since a time, the last one first. */
function written(paths: readonly string[], since: number): FoundFile[] {
  return paths
    .filter(path => !unsafeName.test(path))
    .map(lookAt)
    .filter(file => file !== undefined)
    .filter(({ modified }) => Number(BigInt(modified) / 1_000_000_000n) >= since)
    .toSorted((a, b) => Number(BigInt(b.modified) - BigInt(a.modified)));
}
