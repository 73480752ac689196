import { LateSink, type LineSink, localSink, openClassifier, ThreadSink } from '#logs/classify/threads.ts';
import type { LinePool } from '#logs/count/KnownLines.ts';
import type { CountedSite, LogCounter } from '#logs/count/LogCounter.ts';
import { WholeLines, withoutZeros } from '#logs/files/splitLines.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import type { HostSearch } from '#logs/formats/hostField.ts';
import type { KnownContent } from '#logs/storage/contents.ts';
import type { SourceLines } from '#logs/storage/knownLines.ts';
import type { ClassifierTask } from '#logs/tasks.ts';
import { isWhole } from './readLog.ts';
import { noLog, readSources, type Run } from './readSources.ts';

/** A part of a log that is read while it grows: from where it was read before, as far as it is there. */
export interface LogPart {
  readonly name: string;
  /** How many bytes there may be; undefined where that is not known, and only few are read at once. */
  readonly size?: number | undefined;
  /** What it goes on from, by website; undefined for a log of its own. */
  readonly linesOf: ((website: number | undefined) => SourceLines) | undefined;
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

interface PartReading {
  readonly counter: LogCounter;
  readonly pool: LinePool;
  readonly hosts: HostSearch;
  /** Of all lines; undefined: each line tells. */
  readonly format: ServerFormat | undefined;
  /** Which the counter takes its lines from. */
  readonly sink: LineSink;
  /** Whether messages may have lines of the log. */
  readonly quotesLines: boolean | undefined;
  readonly pause: () => void;
}

const lineFeed = 10;

/** Counts the whole lines of a part. Rejects with ContentError where it is the beginning of what is no access log. */
async function readPart(part: LogPart, reading: PartReading): Promise<PartRead> {
  const { counter, sink, pool, hosts, format, quotesLines, pause } = reading;
  const whole = new WholeLines();
  let length = 0;
  let skips: boolean | undefined;
  let hasBegun = false;
  const begin = (start: Buffer): void => {
    if (hasBegun) return;
    hasBegun = true;
    const { directive, directiveBefore } = part;
    sink.begin(directive ?? (format ? undefined : hosts.directiveOf(start, directiveBefore)));
    pool.begin(part.linesOf);
  };
  const take = async (bytes: Buffer): Promise<void> => {
    if (bytes.length === 0) return;
    length += bytes.length;
    skips ??= part.skipsLine();
    const start = skips ? bytes.indexOf(lineFeed) + 1 : 0;
    if (skips && start === 0) return;
    skips = false;
    const rest = bytes.subarray(start);
    const lines = hasBegun ? rest : withoutZeros(rest);
    if (lines.length === 0) return;
    begin(lines);
    await sink.push(lines);
  };
  for await (const piece of part.bytes()) {
    await take(whole.push(piece));
    pause();
  }
  if (part.isAtEnd()) {
    const { rest, lineBefore } = whole.end();
    if (isWhole(rest, lineBefore, format)) await take(Buffer.from(rest, 'latin1'));
  }
  begin(Buffer.alloc(0));
  await sink.end();
  const { read, counts, malformedLine } = counter;
  if (part.isNew && counts.malformed > 0 && counts.malformed + counts.comments === read)
    throw noLog(malformedLine, quotesLines);
  return { length, lastTime: pool.lastTime, directive: counter.directive };
}

/** A thread of its own takes about as long to start as so many bytes take to be read. */
const fewBytes = 4_194_304;

interface CountedLines extends Awaited<ReturnType<typeof readSources>> {
  readonly partRead: PartRead | undefined;
}

interface PartOrSources extends Run {
  readonly part?: LogPart | undefined;
  readonly pause: (lines: number, file: string | undefined) => void;
}

/** Reads the sources, or the part, with the lines of large ones told apart by a second thread. */
export async function countLines(
  run: PartOrSources,
  task: ClassifierTask,
  {
    counter,
    pool,
    only,
    known,
    hosts,
  }: {
    readonly counter: LogCounter;
    readonly hosts: HostSearch;
    readonly pool: LinePool;
    /** The only website; undefined where each host is one, and contents are not remembered. */
    readonly only: CountedSite | undefined;
    readonly known: readonly KnownContent[];
  },
): Promise<CountedLines> {
  const { part } = run;
  const sink = openSink(run, task, counter);
  try {
    const partRead =
      part &&
      (await readPart(part, {
        counter,
        sink,
        pool,
        hosts,
        format: run.format,
        quotesLines: run.quotesLines,
        pause: () => run.pause(counter.read, part.name),
      }));
    const read = await readSources(run, { counter, sink, pool, hosts, lines: only?.lines }, known);
    return { ...read, partRead };
  } finally {
    await sink.close();
  }
}

function openSink({ sources, part }: PartOrSources, task: ClassifierTask, counter: LogCounter): LineSink {
  const few = () => localSink(openClassifier(task), counter.take);
  const many = () => new ThreadSink(task, counter.take);
  const sizes = part ? [part.size] : sources.map(({ size }) => size);
  if (sizes.length === 1 && sizes[0] === undefined) return new LateSink(fewBytes, { few, many });
  return sizes.reduce<number>((total, size = fewBytes) => total + size, 0) >= fewBytes ? many() : few();
}
