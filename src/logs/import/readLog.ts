import type { LineSink } from '#logs/classify/threads.ts';
import type { LinePool } from '#logs/count/KnownLines.ts';
import type { LogCounter } from '#logs/count/LogCounter.ts';
import { ContentReader, type ContentRecord, type Relation } from '#logs/storage/contents.ts';
import { CompleteLines, withoutZeros } from '#logs/files/LogSource.ts';
import { LineReader } from '#logs/formats/LineReader.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { type HostSearch, sampleBytes } from '#logs/formats/fields/hostField.ts';
import { FieldsDirectives } from '#logs/formats/textLines.ts';
import type { SourceLines } from '#logs/storage/knownLines.ts';
import { lineFeed } from '#logs/formats/LogLine.ts';

const nothing: Buffer = Buffer.alloc(0);

/**
 * The whole lines of a log, in pieces. A last line without a line feed may still be being written: it is left for the next reading,
 * unless the log ends there, and the line ends as only a whole one does.
 * @param bytes uncompressed
 */
async function* wholeLines(
  bytes: AsyncIterable<Buffer>,
  format: ServerFormat | undefined,
  isAtEnd: () => boolean,
): AsyncGenerator<Buffer, void, void> {
  const whole = new CompleteLines();
  for await (const piece of bytes) {
    yield whole.push(piece);
    // Whoever has read it does not read it again.
    if (piece.length === piece.buffer.byteLength && piece.buffer instanceof ArrayBuffer)
      piece.buffer.transfer(0);
  }
  const { rest, lineBefore } = whole.end();
  if (isAtEnd() && isWhole(rest, lineBefore, format)) yield Buffer.from(rest, 'latin1');
}

/** Whether a line without a line feed ends with its agent, or the brace of JSON, and the one before it as well. */
export function isWhole(rest: string, lineBefore: string, format: ServerFormat | undefined): boolean {
  const reader = new LineReader(format);
  return [rest, lineBefore].every(text => reader.readRaw(text)?.isWhole === true);
}

export interface ReadLog<T> {
  readonly relation: Relation<T>;
  readonly content: ContentRecord;
}

/**
 * Passes the bytes of the lines of a log to `push`, except those of a beginning that an earlier import has read. They are passed before
 * the log was read to its end: where this rejects, the caller must discard them. Rejects with ChangedLog as ContentReader
 * throws it.
 * @param known the earlier contents, and the format of all lines where it was given
 * @param begin called once before the first line: with the content that the log continues, where there is one, and with the
 * last "#Fields:" line of that, or the place of the host
 * @param pause called between two pieces
 */
export async function readLog<T extends ContentRecord>(
  bytes: AsyncIterable<Buffer>,
  known: {
    readonly contents: readonly T[];
    readonly isFile: boolean;
    readonly format?: ServerFormat | undefined;
    readonly hosts?: HostSearch | undefined;
  },
  {
    begin,
    push,
    pause,
  }: {
    begin: (from: T | undefined, directive: string | undefined) => void;
    push: LineSink['push'];
    pause: () => void;
  },
): Promise<ReadLog<T>> {
  const reader = new ContentReader(known.contents, known.isFile);
  const directives = new FieldsDirectives();
  let hasBegun = false;
  let start = nothing;
  let waiting: Buffer[] = [];
  const beginOnce = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    const from = reader.known;
    const directive = from && directives.before(from.length);
    begin(from, directive ?? (known.format ? undefined : known.hosts?.directiveOf(start)));
  };
  // The first lines wait until enough are there to find their host.
  const pass = async (parts: readonly Buffer[], isLast = false): Promise<void> => {
    for (const part of parts) {
      const lines = hasBegun || waiting.length > 0 ? part : withoutZeros(part);
      if (lines.length > 0) waiting.push(lines);
    }
    if (waiting.length === 0 || (!hasBegun && !isLast && start.length < sampleBytes)) return;
    beginOnce();
    const now = waiting;
    waiting = [];
    for (const part of now) await push(part);
  };
  for await (const lines of wholeLines(bytes, known.format, () => true)) {
    directives.look(lines);
    if (start.length < sampleBytes)
      start = withoutZeros(Buffer.concat([start, lines])).subarray(0, sampleBytes);
    await pass(reader.push(lines));
    pause();
  }
  const { rest, ...end } = reader.end();
  await pass(rest, true);
  if (end.relation.kind !== 'refused') beginOnce();
  return end;
}

/** A part of a log that is read while it grows: from where it was read before, as far as it is there. */
export interface LogPart {
  readonly name: string;
  /** How many bytes there may be; undefined where that is not known, and only few are read at once. */
  readonly size?: number | undefined;
  /** What it goes on from, by website; undefined for a log of its own. */
  readonly linesOf: ((website: number | undefined) => SourceLines) | undefined;
  /** Whether lines that are not known were not counted either. */
  readonly isLater: boolean;
  /** The last "#Fields:" line before the part, or the place of the host in its lines. */
  readonly directive: string | undefined;
  /** The same of the log before this one, where the part is the first of its log. */
  readonly directiveBefore?: string | undefined;
  /** Whether nothing of the log was read before: it may turn out to be none. */
  readonly isNew: boolean;
  /** Asked once there are bytes: whether they begin inside a line that was counted before its line feed was written. */
  readonly skipsLine: () => boolean;
  readonly bytes: () => AsyncIterable<Buffer>;
  /** Asked after the last of them: whether the log ends there for now, and is not only to be read on later. */
  readonly isAtEnd: () => boolean;
  /** Asked as well: whether only time was over, and the next part goes on with it. */
  readonly isCut: () => boolean;
  /** Called in the transaction that stores the counts. */
  readonly store: (read: PartRead, lines: readonly WebsiteLines[]) => void;
}

export interface PartRead {
  /** How many of the bytes belong to lines that were counted: the next part begins behind them. */
  readonly length: number;
  /** Of the latest line, in seconds since 1970. */
  readonly lastTime: number | undefined;
  /** The last "#Fields:" line up to here, or the place of the host. */
  readonly directive: string | undefined;
}

/** The lines that the part had in its last minutes, of one website. */
export interface WebsiteLines {
  readonly website: number;
  readonly lines: SourceLines;
}

export interface Counting {
  readonly counter: LogCounter;
  readonly sink: LineSink;
  readonly pool: LinePool;
  readonly hosts: HostSearch;
}

export async function readPart(
  part: LogPart,
  format: ServerFormat | undefined,
  { counter, sink, pool, hosts }: Counting,
  pause: () => void,
): Promise<PartRead> {
  let length = 0;
  let skips: boolean | undefined;
  let hasBegun = false;
  const beginOnce = (start: Buffer): void => {
    if (hasBegun) return;
    hasBegun = true;
    const { directive, directiveBefore } = part;
    sink.begin(directive ?? (format ? undefined : hosts.directiveOf(start, directiveBefore)));
    pool.begin(part.linesOf, part.isLater);
  };
  for await (const bytes of wholeLines(part.bytes(), format, part.isAtEnd)) {
    pause();
    if (bytes.length === 0) continue;
    length += bytes.length;
    skips ??= part.skipsLine();
    const start = skips ? bytes.indexOf(lineFeed) + 1 : 0;
    if (skips && start === 0) continue;
    skips = false;
    const rest = bytes.subarray(start);
    const lines = hasBegun ? rest : withoutZeros(rest);
    if (lines.length === 0) continue;
    beginOnce(lines);
    await sink.push(lines);
  }
  beginOnce(nothing);
  await sink.end();
  return { length, lastTime: pool.lastTime, directive: counter.directive };
}
