import type { MalformedLine } from '#logs/classify/rows.ts';
import type { LineSink } from '#logs/classify/threads.ts';
import type { KnownLines, LinePool } from '#logs/count/KnownLines.ts';
import type { LogCounter } from '#logs/count/LogCounter.ts';
import { ContentError, ImportError } from '#logs/errors.ts';
import { ChangedLog } from '#logs/files/ContentReader.ts';
import { type LogSource, readProblem } from '#logs/files/LogSource.ts';
import { decompress } from '#logs/files/decompress.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import type { HostSearch } from '#logs/formats/hostField.ts';
import { type KnownContent, lastLines } from '#logs/storage/contents.ts';
import { stageSourceLines } from '#logs/storage/knownLines.ts';
import type { ImportedFile } from '#logs/summary.ts';
import type { Database } from '#server/database/Database.ts';
import { type ReadLog, readLog } from './readLog.ts';

interface ReadSources {
  readonly files: ImportedFile[];
  /** What is known now: in the place of what has grown stands what it became. */
  readonly contents: readonly KnownContent[];
  /** Lines that tell what kind of logs these are: all but a few behind a known beginning. */
  readonly fresh: { readonly read: number; readonly malformed: number };
}

/** So few malformed lines behind a known beginning say nothing about the log. */
const fewLines = 10;

export interface Run {
  readonly database: Database;
  readonly sources: readonly LogSource[];
  /** Of all lines; undefined: each line tells. */
  readonly format?: ServerFormat | undefined;
  readonly quotesLines?: boolean | undefined;
  readonly pause: (lines: number, file: string) => void;
}

interface Formats {
  /** Of all lines; undefined: each line tells. */
  readonly format: ServerFormat | undefined;
  readonly hosts: HostSearch;
}

/**
 * Counts the new lines of all sources, one after the other in the order of their time. One that cannot be read does not keep
 * the others from it: only where none can this rejects, with ImportError.
 */
export async function readSources(
  run: Run,
  {
    counter,
    sink,
    pool,
    lines,
    hosts,
  }: {
    readonly counter: LogCounter;
    readonly hosts: HostSearch;
    /** Which the counter takes its lines from. */
    readonly sink: LineSink;
    readonly pool: LinePool;
    /** Those of the only website; undefined where each host is one, and contents are not remembered. */
    readonly lines: KnownLines | undefined;
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
    const log = await readOrFail(source, { format: run.format, hosts }, contents, {
      begin: (from, directive) => {
        sink.begin(directive, source.namesHosts);
        pool.begin(() => from && lastLines(run.database, from));
      },
      push: bytes => sink.push(bytes),
      pause: () => run.pause(counter.read, name),
    });
    await sink.end();
    const taken = counter.read - before.read;
    const known = counter.counts.known - before.known;
    const malformed = counter.counts.malformed - before.malformed;
    const comments = counter.counts.comments - before.comments;
    const isNew = !(log instanceof ContentError) && log.relation.kind === 'imported';
    const isNoLog = isNew && malformed > 0 && malformed + comments === taken;
    const problem =
      log instanceof ContentError ? log : isNoLog ? noLog(counter.malformedLine, run.quotesLines) : undefined;
    if (!problem && (isNew || malformed >= fewLines)) {
      fresh.read += taken;
      fresh.malformed += malformed;
    }
    counter.malformedLine = problem ? exampleBefore : (counter.malformedLine ?? exampleBefore);
    if (problem || log instanceof ContentError) {
      const reason = problem?.message ?? '';
      files.push({
        name,
        state: { kind: 'failed', reason, read: taken - malformed - comments },
        lines: taken,
        known,
      });
      continue;
    }
    if (lines) contents = remember(contents, log, () => stageSourceLines(run.database, lines.end()));
    files.push({ name, state: stateOf(log), lines: taken, known });
  }
  refuseUnreadable(files);
  return { files, contents, fresh };
}

function refuseUnreadable(files: readonly ImportedFile[]): void {
  const [first, ...others] = files;
  if (first?.state.kind !== 'failed' || !others.every(({ state }) => state.kind === 'failed')) return;
  throw new ImportError(`${first.name} ${first.state.reason} Nothing was imported.`);
}

/** What begins at the same time may be a shorter copy, which comes first. */
function bySequence(a: LogSource, b: LogSource): number {
  if (a.firstTime !== b.firstTime) return a.firstTime < b.firstTime ? -1 : 1;
  return (a.size ?? Infinity) === (b.size ?? Infinity) ? 0 : (a.size ?? Infinity) - (b.size ?? Infinity);
}

type Reader = Parameters<typeof readLog<KnownContent>>[2];

/** Returns why it could not be read, where that is not for all of them. */
async function readOrFail(...args: Parameters<typeof read>): Promise<ReadLog<KnownContent> | ContentError> {
  try {
    return await read(...args);
  } catch (error) {
    const problem = readProblem(error);
    if (problem instanceof ContentError) return problem;
    throw error;
  }
}

async function read(
  source: LogSource,
  formats: Formats,
  contents: readonly KnownContent[],
  reader: Reader,
): Promise<ReadLog<KnownContent>> {
  const { size, bytes } = source;
  try {
    return await readLog(decompress(bytes()), { contents, isFile: size !== undefined, ...formats }, reader);
  } catch (error) {
    // Nothing of it was taken yet: its lines tell what is known of it.
    if (error instanceof ChangedLog) return await read(source, formats, [], reader);
    throw error;
  }
}

/** Why a log of which no line was read cannot be one. */
export function noLog(example: LogCounter['malformedLine'], quotesLines: boolean | undefined): ContentError {
  if (!example) return new ContentError('has no line of an access log; all are empty.');
  return new ContentError(
    `has no line of an access log in a known format. ${exampleWords(example, quotesLines, 'The first line')}.`,
  );
}

/**
 * What a line that was not read is near to. Only where that was asked for with the line itself: a file that was given by mistake,
 * or that a link leads to, may hold secrets, and messages go into logs and mail.
 */
export function exampleWords(
  { nearest, text }: MalformedLine,
  quotesLines: boolean | undefined,
  name: string,
): string {
  const line = quotesLines === true ? `${name} is: ${text}` : `${name} is shown with --debug FILE`;
  return `The nearest is ${nearest}. ${line}`;
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
