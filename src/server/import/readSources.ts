import { decompress } from '#server/import/log/decompress.ts';
import { type LogSource, readProblem } from '#server/import/log/LogSource.ts';
import { type ReadLog, readLog } from '#server/import/log/readLog.ts';
import { ContentError, ImportError } from './ImportError.ts';
import type { KnownContent } from './importState.ts';
import type { ImportedFile } from './ImportSummary.ts';
import type { LogCounter } from './LogCounter.ts';

export interface ReadSources {
  readonly files: ImportedFile[];
  /** What is known now: in the place of what has grown stands what it became. */
  readonly contents: readonly KnownContent[];
}

/** Counts the new lines of all sources, one after the other in the order of their time. */
export async function readSources(
  run: { readonly sources: readonly LogSource[]; readonly pause: (lines: number, file: string) => void },
  counter: LogCounter,
  known: readonly KnownContent[],
): Promise<ReadSources> {
  let contents = known;
  const files: ImportedFile[] = [];
  for (const source of run.sources.toSorted(bySequence)) {
    const { name } = source;
    const before = { read: counter.read, malformed: counter.counts.malformed };
    const pause = (): void => run.pause(counter.read, name);
    const log = await read(source, contents, { take: counter.take, pause });
    const lines = counter.read - before.read;
    if (log.relation.kind === 'imported')
      refuseOtherFormat(name, lines, counter.counts.malformed - before.malformed);
    contents = remember(contents, log);
    files.push({ name, state: stateOf(log), lines });
  }
  return { files, contents };
}

/** What begins at the same time may be a shorter copy, which comes first. */
function bySequence(a: LogSource, b: LogSource): number {
  if (a.firstTime !== b.firstTime) return a.firstTime < b.firstTime ? -1 : 1;
  return (a.size ?? Infinity) === (b.size ?? Infinity) ? 0 : (a.size ?? Infinity) - (b.size ?? Infinity);
}

async function read(
  { name, bytes }: LogSource,
  contents: readonly KnownContent[],
  reader: Parameters<typeof readLog>[2],
): Promise<ReadLog<KnownContent>> {
  try {
    return await readLog(decompress(bytes()), contents, reader);
  } catch (error) {
    if (error instanceof ContentError)
      throw new ImportError(`${name} ${error.message} Nothing was imported.`);
    throw readProblem(name, error);
  }
}

function refuseOtherFormat(name: string, lines: number, malformed: number): void {
  if (lines === 0 || malformed < lines) return;
  throw new ImportError(
    `${name} has no line of an access log in the common or combined format. Nothing was imported.`,
  );
}

function remember(contents: readonly KnownContent[], { relation, content }: ReadLog<KnownContent>) {
  if (relation.kind === 'refused' || content.length === 0) return contents;
  return [...contents.filter(other => relation.kind !== 'grown' || other !== relation.from), content];
}

function stateOf({ relation }: ReadLog<KnownContent>): ImportedFile['state'] {
  return relation.kind === 'grown' ? { kind: 'grown', at: relation.from.length } : relation;
}
