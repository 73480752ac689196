import type { ContentRecord } from '#server/database/importRecords.ts';
import { LineReader } from '#server/import/formats/LineReader.ts';
import type { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import { ContentReader, type Relation } from './ContentReader.ts';
import { FieldsDirectives } from './FieldsDirectives.ts';
import { splitPrefix } from './knownPrefix.ts';
import { WholeLines } from './WholeLines.ts';

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
 * last "#Fields:" line of that
 * @param pause called between two pieces
 */
export async function readLog<T extends ContentRecord>(
  bytes: AsyncIterable<Buffer>,
  known: {
    readonly contents: readonly T[];
    readonly isFile: boolean;
    readonly format?: ServerFormat | undefined;
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
  const beginAt = (from: T | undefined): void => begin(from, from && directives.before(from.length));
  const pass = async (parts: readonly Buffer[]): Promise<void> => {
    if (!hasBegun && parts.length > 0) {
      hasBegun = true;
      beginAt(reader.known);
    }
    for (const part of parts) await push(part);
  };
  for await (const piece of bytes) {
    const bytes = whole.push(piece);
    directives.look(bytes);
    await pass(reader.push(bytes));
    pause();
  }
  const { rest, lineBefore } = whole.end();
  if (isWhole(rest, lineBefore, known.format)) await pass(reader.push(Buffer.from(rest, 'latin1')));
  const { rest: last, ...end } = reader.end();
  await pass(last);
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
