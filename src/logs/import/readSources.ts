import type { MalformedLine } from '#logs/classify/LineClassifier.ts';
import {
  DeferredSink,
  type LineSink,
  localSink,
  openClassifier,
  ThreadSink,
} from '#logs/classify/threads.ts';
import type { KnownLines } from '#logs/count/KnownLines.ts';
import type { LogCounter } from '#logs/count/LogCounter.ts';
import { ChangedLog, type KnownContent, lastLines } from '#logs/storage/contents.ts';
import { type LogSource, readProblem } from '#logs/files/LogSource.ts';
import { decompress } from '#logs/files/decompress.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { stageSourceLines } from '#logs/storage/knownLines.ts';
import { ContentError, type ImportedFile, ImportError } from '#logs/summary.ts';
import type { ClassifierTask } from '#logs/classify/LineFields.ts';
import type { Database } from '#server/database/Database.ts';
import { type Counting, type LogPart, type PartRead, type ReadLog, readLog, readPart } from './readLog.ts';

export interface Run {
  readonly database: Database;
  readonly sources: readonly LogSource[];
  readonly part?: LogPart | undefined;
  /** Of all lines; undefined: each line tells. */
  readonly format?: ServerFormat | undefined;
  /** Whether messages may have lines of the logs. */
  readonly quotesLines?: boolean | undefined;
  /** Called often: throws to end the import. */
  readonly pause: (lines: number, file: string | undefined) => void;
}

interface Known {
  readonly contents: readonly KnownContent[];
  /** Those of the only website; undefined where each host is one, and contents are not remembered. */
  readonly lines: KnownLines | undefined;
}

interface CountedLines {
  readonly partRead: PartRead | undefined;
  readonly files: ImportedFile[];
  /** What is known now: in the place of what has grown stands what it became. */
  readonly contents: readonly KnownContent[];
  /** Lines that tell what kind of logs these are: all but a few behind a known beginning. */
  readonly fresh: { readonly read: number; readonly malformed: number };
}

/** A thread of its own takes about as long to start as so many bytes take to be read. */
const fewBytes = 4_194_304;

/** Reads the sources, or the part, with the lines of large ones told apart by a second thread. */
export async function countLines(
  run: Run,
  task: ClassifierTask,
  without: Omit<Counting, 'sink'>,
  context: Known,
): Promise<CountedLines> {
  const { part, format, quotesLines } = run;
  const { counter } = without;
  const sink = openSink(run, task, counter);
  const counting = { ...without, sink };
  try {
    if (!part) return { ...(await readSources(run, counting, context)), partRead: undefined };
    const partRead = await readPart(part, format, counting, () => run.pause(counter.read, part.name));
    const { read, counts, malformedLine } = counter;
    if (part.isNew && counts.malformed > 0 && counts.malformed + counts.comments === read)
      throw noLog(malformedLine, quotesLines);
    return { partRead, files: [], contents: context.contents, fresh: { read: 0, malformed: 0 } };
  } finally {
    await sink.close();
  }
}

function openSink({ sources, part }: Run, task: ClassifierTask, { take }: LogCounter): LineSink {
  const few = () => localSink(openClassifier(task), take);
  const many = () => new ThreadSink(task, take);
  const sizes = part ? [part.size] : sources.map(({ size }) => size);
  if (sizes.length === 1 && sizes[0] === undefined) return new DeferredSink(fewBytes, { few, many });
  return sizes.reduce<number>((total, size = fewBytes) => total + size, 0) >= fewBytes ? many() : few();
}

/** So few malformed lines behind a known beginning say nothing about the log. */
const fewLines = 10;

/** Source by source in the order of their time. Only where none can be read this rejects, with ImportError. */
async function readSources(
  run: Run,
  counting: Counting,
  context: Known,
): Promise<Omit<CountedLines, 'partRead'>> {
  const { counter, sink } = counting;
  let { contents } = context;
  const files: ImportedFile[] = [];
  const fresh = { read: 0, malformed: 0 };
  for (const source of run.sources.toSorted(bySequence)) {
    const { name } = source;
    const before = { ...counter.counts, read: counter.read };
    const exampleBefore = counter.malformedLine;
    counter.malformedLine = undefined;
    const log = await readOrFail(source, run, counting, contents);
    await sink.end();
    const lines = counter.read - before.read;
    const knownLines = counter.counts.known - before.known;
    const malformed = counter.counts.malformed - before.malformed;
    const comments = counter.counts.comments - before.comments;
    const isNew = !(log instanceof ContentError) && log.relation.kind === 'imported';
    const isNoLog = isNew && malformed > 0 && malformed + comments === lines;
    const read = isNoLog ? noLog(counter.malformedLine, run.quotesLines) : log;
    if (read instanceof ContentError) {
      counter.malformedLine = exampleBefore;
      const state = { kind: 'failed', reason: read.message, read: lines - malformed - comments } as const;
      files.push({ name, state, lines, known: knownLines });
      continue;
    }
    counter.malformedLine ??= exampleBefore;
    if (isNew || malformed >= fewLines) {
      fresh.read += lines;
      fresh.malformed += malformed;
    }
    const own = context.lines;
    if (own) contents = remember(contents, read, () => stageSourceLines(run.database, own.end()));
    files.push({ name, state: stateOf(read), lines, known: knownLines });
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
  const [first, other] = a.firstTime === b.firstTime ? [a.size, b.size] : [a.firstTime, b.firstTime];
  return first === other ? 0 : (first ?? Infinity) < (other ?? Infinity) ? -1 : 1;
}

/** Returns why it could not be read, where that is not for all of them. */
async function readOrFail(
  source: LogSource,
  { database, format, pause }: Run,
  { counter, sink, pool, hosts }: Counting,
  contents: readonly KnownContent[],
): Promise<ReadLog<KnownContent> | ContentError> {
  const { name, size, bytes, namesHosts } = source;
  const read = (known: readonly KnownContent[]): Promise<ReadLog<KnownContent>> =>
    readLog(
      decompress(bytes()),
      { contents: known, isFile: size !== undefined, format, hosts },
      {
        begin(from, directive) {
          sink.begin(directive, namesHosts);
          pool.begin(() => from && lastLines(database, from));
        },
        push: lines => sink.push(lines),
        pause: () => pause(counter.read, name),
      },
    );
  try {
    // Nothing of a changed log was taken yet: its lines tell what is known of it.
    return await read(contents).catch((error: unknown) => {
      if (error instanceof ChangedLog) return read([]);
      throw error;
    });
  } catch (error) {
    const problem = readProblem(error);
    if (problem instanceof ContentError) return problem;
    throw error;
  }
}

/** Why a log of which no line was read cannot be one. */
function noLog(example: MalformedLine | undefined, quotesLines: boolean | undefined): ContentError {
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
