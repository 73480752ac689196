import { NewestLines } from '#logs/lines/LineFinder.ts';
import { readLines } from '#logs/lines/readLines.ts';
import type { LinesQuestion, LinesSummary } from '#model/lines.ts';
import { openDatabase } from '#server/database/openDatabase.ts';

/** The lines of a question about example.com, the newest first, in this thread and with a memory of so many bytes. */
export async function linesIn(
  file: string,
  asked: Partial<LinesQuestion> & Pick<LinesQuestion, 'period'>,
  mostBytes = 1_000_000,
): Promise<{ readonly lines: string[]; readonly summary: LinesSummary; readonly passes: number }> {
  const question = { website: '1', where: [], ...asked };
  const newest = new NewestLines(mostBytes);
  const room = Buffer.alloc(1_000);
  const pieces: Buffer[] = [];
  let summary: LinesSummary | undefined;
  let passes = 0;
  for (let before = Infinity; before > -Infinity;) {
    newest.restart();
    const database = await openDatabase(file);
    try {
      const task = { question, today: '2026-11-20', timeZone: 'UTC' } as const;
      const read = await readLines(database, task, { newest, before, onProgress: () => undefined });
      summary ??= read;
    } finally {
      database.close();
    }
    for (const bytes of newest.writeTo(room)) pieces.push(Buffer.from(room.subarray(0, bytes)));
    before = newest.cut;
    passes++;
  }
  if (!summary) throw new Error('nothing was read');
  const text = Buffer.concat(pieces).toString('latin1');
  return { lines: text === '' ? [] : text.slice(0, -1).split('\n'), summary, passes };
}
