import { ContentReader, type Relation } from '#logs/files/ContentReader.ts';
import { WholeLines, withoutZeros } from '#logs/files/splitLines.ts';
import { LineReader } from '#logs/formats/LineReader.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { type HostSearch, sampleBytes } from '#logs/formats/hostField.ts';
import { splitPrefix } from '#logs/formats/prefixes.ts';
import { FieldsDirectives } from '#logs/formats/w3c.ts';
import type { ContentRecord } from '#logs/storage/contents.ts';

export interface ReadLog<T> {
  readonly relation: Relation<T>;
  readonly content: ContentRecord;
}

/**
 * Passes the bytes of the lines of a log to `push`, except those of a beginning that an earlier import has read. They are passed before
 * the log was read to its end: where this rejects, the caller must discard them. Rejects with ChangedLog as ContentReader
 * throws it.
 * @param bytes uncompressed
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
    push: (bytes: Buffer) => Promise<void> | void;
    pause: () => void;
  },
): Promise<ReadLog<T>> {
  const whole = new WholeLines();
  const reader = new ContentReader(known.contents, known.isFile);
  const directives = new FieldsDirectives();
  let hasBegun = false;
  let start: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  const beginAt = (from: T | undefined): void => {
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
    if (!hasBegun) {
      hasBegun = true;
      beginAt(reader.known);
    }
    const now = waiting;
    waiting = [];
    for (const part of now) await push(part);
  };
  const look = (bytes: Buffer): Buffer => {
    directives.look(bytes);
    if (start.length < sampleBytes)
      start = withoutZeros(Buffer.concat([start, bytes])).subarray(0, sampleBytes);
    return bytes;
  };
  for await (const piece of bytes) {
    await pass(reader.push(look(whole.push(piece))));
    pause();
  }
  const { rest, lineBefore } = whole.end();
  if (isWhole(rest, lineBefore, known.format)) await pass(reader.push(look(Buffer.from(rest, 'latin1'))));
  const { rest: last, ...end } = reader.end();
  await pass(last, true);
  if (!hasBegun && end.relation.kind !== 'refused') beginAt(reader.known);
  return end;
}

/**
 * A last line without a line feed may still be being written: it is left for the next import, unless it ends as only a whole
 * line does (with its agent, or the brace of JSON) and the one before it as well.
 */
export function isWhole(rest: string, lineBefore: string, format: ServerFormat | undefined): boolean {
  const reader = new LineReader(format);
  return [rest, lineBefore].every(text => {
    const line = reader.read(splitPrefix(text).line);
    return line !== undefined && line !== 'comment' && line.isWhole;
  });
}
