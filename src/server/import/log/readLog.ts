import type { ContentRecord } from '#server/database/importRecords.ts';
import { ContentReader, type Relation } from './ContentReader.ts';
import { LineSplitter } from './LineSplitter.ts';
import { readLogLine } from './logLine.ts';
import { WholeLines } from './WholeLines.ts';

export interface ReadLog<T> {
  readonly relation: Relation<T>;
  readonly content: ContentRecord;
}

/**
 * Passes the lines of a log to `take`, except those of a beginning that an earlier import has read. Lines are passed before
 * the log was read to its end: where this rejects, the caller must discard them. Rejects with ChangedLog as ContentReader
 * throws it.
 * @param bytes uncompressed
 * @param begin called once before the first line: with the content that the log continues, where there is one
 * @param take gets lines as LineSplitter gives them
 * @param pause called between two pieces
 */
export async function readLog<T extends ContentRecord>(
  bytes: AsyncIterable<Buffer>,
  known: { readonly contents: readonly T[]; readonly isFile: boolean },
  {
    begin,
    take,
    pause,
  }: { begin: (from: T | undefined) => void; take: (line: string) => void; pause: () => void },
): Promise<ReadLog<T>> {
  const whole = new WholeLines();
  const reader = new ContentReader(known.contents, known.isFile);
  const lines = new LineSplitter(take);
  let hasBegun = false;
  const split = (parts: readonly Buffer[]): void => {
    if (!hasBegun && parts.length > 0) {
      hasBegun = true;
      begin(reader.known);
    }
    for (const part of parts) lines.push(part);
  };
  for await (const piece of bytes) {
    split(reader.push(whole.push(piece)));
    pause();
  }
  const { rest, lineBefore } = whole.end();
  if (isWhole(rest, lineBefore)) split(reader.push(Buffer.from(rest, 'latin1')));
  const { rest: last, ...end } = reader.end();
  split(last);
  lines.end();
  if (!hasBegun && end.relation.kind !== 'refused') begin(reader.known);
  return end;
}

/**
 * A last line without a line feed may still be being written: it is left for the next import, unless it ends with its
 * agent as the one before it does. In a longer format a cut line cannot be recognised.
 */
export function isWhole(rest: string, lineBefore: string): boolean {
  return [rest, lineBefore].every(text => readLogLine(text)?.endsWithAgent === true);
}
