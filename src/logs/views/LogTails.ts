import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bytesAt, headBytes, isPacked } from '#logs/files/LogBytes.ts';
import { type FoundFile, lookAt, problemOf } from '#logs/files/find.ts';
import { unsafeName } from '#logs/follow/Follower.ts';
import { LineReader, LogLines } from '#logs/formats/LineReader.ts';
import { type LogLine, lineFeed } from '#logs/formats/LogLine.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import type { HostSearch } from '#logs/formats/fields/hostField.ts';
import { FieldsDirectives } from '#logs/formats/textLines.ts';

/** Little, since keys are read between two pieces; more than the longest line. */
const pieceBytes = 131_072;
/** How far back each step towards older lines goes, and how much is looked at there. */
const stepBytes = 1_048_576;
const lookBytes = 131_072;
/** Logs that begin alike for less may do so by chance. */
const certainBytes = 256;

interface TailContext {
  /** Of all lines; undefined: each line tells. */
  readonly format: ServerFormat | undefined;
  readonly hosts: HostSearch;
  readonly take: (line: LogLine) => void;
}

/** The end of a log that grows. The file is kept open: it is read on wherever it is moved to. To be closed. */
class LogTail {
  /** How far it was read, in bytes. */
  length = 0;
  readonly #file: number;
  readonly #context: TailContext;
  #head: Buffer = Buffer.alloc(0);
  #lines: LogLines;

  constructor(path: string, context: TailContext) {
    // A pipe that has taken the place of the file must not block.
    this.#file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#context = context;
    this.#lines = this.#begin(this.#directiveAtStart());
  }

  get size(): number {
    return fstatSync(this.#file).size;
  }

  /** In milliseconds since 1970. */
  get modified(): number {
    return fstatSync(this.#file).mtimeMs;
  }

  /** Whether what was read is not there any more: the file was truncated, and has perhaps grown again. */
  isTruncated(): boolean {
    if (this.size < this.length) return true;
    return !bytesAt(this.#file, 0, this.#head.length).equals(this.#head);
  }

  /** Whether a log that was not read yet begins with what was read of this one. */
  isCopiedTo(other: LogTail): boolean {
    const length = Math.min(this.#head.length, other.size);
    if (length < certainBytes) return false;
    return bytesAt(other.#file, 0, length).equals(this.#head.subarray(0, length));
  }

  /** What was read counts no more: the file is a new log. */
  restart(): void {
    this.length = 0;
    this.#head = Buffer.alloc(0);
    this.#lines = this.#begin(this.#directiveAtStart());
  }

  /**
   * Goes to where the lines since a time begin, unless it is beyond. Returns the time of the first line that is read where
   * older ones are left out, since there are more than so many bytes.
   * @param since seconds since 1970
   */
  seek(since: number, maxBytes: number): number | undefined {
    const { size } = this;
    const min = Math.max(this.length, size - maxBytes);
    for (let offset = size - stepBytes; offset > this.length; offset -= stepBytes) {
      const start = Math.max(offset, min);
      const time = this.#timeBehind(start);
      const isOlder = time !== undefined && time < since;
      if (isOlder || start === min) {
        this.#goTo(start);
        return isOlder ? undefined : time;
      }
    }
    if (min === this.length) return undefined;
    const time = this.#timeBehind(min);
    this.#goTo(min);
    return time;
  }

  /** Reads whole lines up to the end as it is now, with pauses in which `pause` may end it by false. */
  async read(pause: () => Promise<boolean>): Promise<void> {
    for (const { size } = this; this.length < size;) {
      const piece = bytesAt(this.#file, this.length, Math.min(pieceBytes, size - this.length));
      // A line that is longer than a piece is none.
      const end = piece.length < pieceBytes ? piece.lastIndexOf(lineFeed) + 1 : piece.length;
      if (end === 0) break;
      this.#lines.push(piece.subarray(0, end));
      this.length += end;
      if (!(await pause())) return;
    }
    this.readHead(this.length);
  }

  /** Remembers what the log begins with, up to so many bytes. */
  readHead(max = Infinity): void {
    if (this.#head.length < headBytes) this.#head = bytesAt(this.#file, 0, Math.min(headBytes, max));
  }

  close(): void {
    closeSync(this.#file);
  }

  #begin(directive: string | undefined): LogLines {
    const { format, take } = this.#context;
    return new LogLines(line => line !== undefined && line !== 'comment' && take(line), {
      format,
      directive,
    });
  }

  /** Goes on behind the next line feed. The "#Fields:" line may stand in the beginning only. */
  #goTo(offset: number): void {
    const start = bytesAt(this.#file, offset, lookBytes).indexOf(lineFeed);
    this.#lines = this.#begin(this.#directive());
    this.length = offset + start + 1;
  }

  /** Of the first whole line behind a place that has one. */
  #timeBehind(offset: number): number | undefined {
    const reader = new LineReader(this.#context.format, this.#directive());
    const [, ...lines] = bytesAt(this.#file, offset, lookBytes).toString('latin1').split('\n');
    for (const text of lines.slice(0, -1)) {
      const line = reader.readRaw(text);
      if (line) return line.time;
    }
    return undefined;
  }

  #directive(): string | undefined {
    return this.#lines.reader.directive ?? this.#directiveAtStart();
  }

  #directiveAtStart(): string | undefined {
    const start = bytesAt(this.#file, 0, lookBytes);
    const directives = new FieldsDirectives();
    directives.look(start.subarray(0, headBytes));
    const { format, hosts } = this.#context;
    return directives.before(headBytes) ?? (format ? undefined : hosts.directiveOf(start));
  }
}

/** Logs that are written at the same time are few. */
const maxTails = 64;
/** How much is read of all of them together at a look: what is older is left out. */
const maxBytes = 16_777_216;

interface TailQuery {
  readonly paths: readonly string[];
  /** Lines before this time do not matter, in seconds since 1970. */
  readonly since: number;
  /** Told where lines before a time were too many to be read, in seconds since 1970. */
  readonly leaveOut: (before: number) => void;
}

/** The ends of the logs of one source, which are read on at each look, whoever else reads them. To be closed. */
export class LogTails {
  /** By device and inode. */
  readonly #tails = new Map<string, LogTail>();
  readonly #context: TailContext;
  readonly #mostBytes: number;
  #isClosed = false;

  constructor(context: TailContext, max = maxBytes) {
    this.#context = context;
    this.#mostBytes = max;
  }

  /** Passes on the lines that are new, from the last minutes at first. Returns a line for each file that cannot be read. */
  async look({ paths, since, leaveOut }: TailQuery): Promise<string[]> {
    if (this.#isClosed) return [];
    const problems: string[] = [];
    const added = new Map<string, LogTail>();
    for (const file of written(paths, since)) {
      if (this.#tails.has(file.identity) || this.#tails.size + added.size >= maxTails) continue;
      try {
        if (!isPacked(file)) added.set(file.identity, new LogTail(file.path, this.#context));
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

  /** What a copy has in common with its log counts once: that is read itself, or was read up to where it was truncated. */
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
