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
 * Hands on the lines of a log that no earlier import has seen. Lines may be handed on before it is known that the log
 * fails, so nothing may be kept of them then.
 * @param bytes uncompressed
 * @param take gets lines as LineSplitter gives them
 * @param pause called between two pieces
 */
export async function readLog<T extends ContentRecord>(
  bytes: AsyncIterable<Buffer>,
  known: readonly T[],
  { take, pause }: { take: (line: string) => void; pause: () => void },
): Promise<ReadLog<T>> {
  const whole = new WholeLines();
  const reader = new ContentReader(known);
  const lines = new LineSplitter(take);
  const push = (part: Buffer): void => reader.push(part).forEach(part => lines.push(part));
  for await (const piece of bytes) {
    push(whole.push(piece));
    pause();
  }
  const { rest, lineBefore } = whole.end();
  if (isWhole(rest, lineBefore)) push(Buffer.from(rest, 'latin1'));
  const end = reader.end();
  for (const part of end.rest) lines.push(part);
  lines.end();
  return end;
}

/**
 * A last line without a line feed may still be being written: it is left for the next import unless it can be read, and
 * has an agent if the one before it has.
 */
function isWhole(rest: string, lineBefore: string): boolean {
  const line = readLogLine(rest);
  if (!line) return false;
  return line.agent !== undefined || readLogLine(lineBefore)?.agent === undefined;
}
