import type { Database } from '#server/database/Database.ts';
import { stageSourceLines } from '#server/database/importLines.ts';
import type { KnownLines } from '#server/import/lines/KnownLines.ts';
import { ChangedLog } from '#server/import/log/ContentReader.ts';
import { decompress } from '#server/import/log/decompress.ts';
import { type LogSource, readProblem } from '#server/import/log/LogSource.ts';
import type { PrefixKind } from '#server/import/log/knownPrefix.ts';
import { type ReadLog, readLog } from '#server/import/log/readLog.ts';
import { UnprefixedLines } from '#server/import/log/UnprefixedLines.ts';
import { ContentError, ImportError } from './ImportError.ts';
import { type KnownContent, lastLines } from './importState.ts';
import type { ImportedFile } from './ImportSummary.ts';
import type { LogCounter } from './LogCounter.ts';

interface ReadSources {
  readonly files: ImportedFile[];
  /** What is known now: in the place of what has grown stands what it became. */
  readonly contents: readonly KnownContent[];
  /** Lines that tell what kind of logs these are: all but a few behind a known beginning. */
  readonly fresh: { readonly read: number; readonly malformed: number };
}

/** So few malformed lines behind a known beginning say nothing about the log. */
const fewLines = 10;

interface Run {
  readonly database: Database;
  readonly sources: readonly LogSource[];
  readonly pause: (lines: number, file: string) => void;
}

/** Counts the new lines of all sources, one after the other in the order of their time. */
export async function readSources(
  run: Run,
  {
    counter,
    lines,
    prefixes,
  }: {
    readonly counter: LogCounter;
    readonly lines: KnownLines;
    /** Gets how many lines had which known prefix. */
    readonly prefixes: Map<PrefixKind, number>;
  },
  known: readonly KnownContent[],
): Promise<ReadSources> {
  let contents = known;
  const files: ImportedFile[] = [];
  const fresh = { read: 0, malformed: 0 };
  for (const source of run.sources.toSorted(bySequence)) {
    const { name } = source;
    const before = { ...counter.counts, read: counter.read };
    const exampleBefore = counter.malformedLine;
    counter.malformedLine = undefined;
    const unprefixed = new UnprefixedLines(counter.take, prefixes);
    const log = await read(source, contents, {
      begin: from => lines.begin(from && lastLines(run.database, from)),
      take: unprefixed.push,
      pause: () => run.pause(counter.read, name),
    });
    unprefixed.end();
    const taken = counter.read - before.read;
    const malformed = counter.counts.malformed - before.malformed;
    const isNew = log.relation.kind === 'imported';
    if (isNew && taken > 0 && malformed === taken) throw noLog(name, counter.malformedLine);
    if (isNew || malformed >= fewLines) {
      fresh.read += taken;
      fresh.malformed += malformed;
    }
    counter.malformedLine ??= exampleBefore;
    contents = remember(contents, log, () => stageSourceLines(run.database, lines.end()));
    files.push({ name, state: stateOf(log), lines: taken, known: counter.counts.known - before.known });
  }
  return { files, contents, fresh };
}

/** What begins at the same time may be a shorter copy, which comes first. */
function bySequence(a: LogSource, b: LogSource): number {
  if (a.firstTime !== b.firstTime) return a.firstTime < b.firstTime ? -1 : 1;
  return (a.size ?? Infinity) === (b.size ?? Infinity) ? 0 : (a.size ?? Infinity) - (b.size ?? Infinity);
}

type Reader = Parameters<typeof readLog<KnownContent>>[2];

async function read(
  source: LogSource,
  contents: readonly KnownContent[],
  reader: Reader,
): Promise<ReadLog<KnownContent>> {
  const { name, size, bytes } = source;
  try {
    return await readLog(decompress(bytes()), { contents, isFile: size !== undefined }, reader);
  } catch (error) {
    // Nothing of it was taken yet: its lines tell what is known of it.
    if (error instanceof ChangedLog) return await read(source, [], reader);
    if (error instanceof ContentError)
      throw new ImportError(`${name} ${error.message} Nothing was imported.`);
    throw readProblem(name, error);
  }
}

function noLog(name: string, example: string | undefined): ImportError {
  const words = example === undefined ? 'all are empty' : `the first is: ${example}`;
  return new ImportError(
    `${name} has no line of an access log in the common or combined format; ${words}. Nothing was imported.`,
  );
}

function remember(
  contents: readonly KnownContent[],
  { relation, content }: ReadLog<KnownContent>,
  stage: () => number,
): readonly KnownContent[] {
  if (relation.kind === 'refused' || content.length === 0) return contents;
  const others = contents.filter(other => relation.kind !== 'grown' || other !== relation.from);
  return [...others, { ...content, staged: stage() }];
}

function stateOf({ relation }: ReadLog<KnownContent>): ImportedFile['state'] {
  return relation.kind === 'grown' ? { kind: 'grown', at: relation.from.length } : relation;
}
