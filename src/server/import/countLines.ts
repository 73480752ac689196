import { LateSink } from './classify/LateSink.ts';
import { type LineSink, localSink } from './classify/LineSink.ts';
import { type ClassifierTask, openClassifier } from './classify/openClassifier.ts';
import { ThreadSink } from './classify/ThreadSink.ts';
import type { HostSearch } from './hostField/HostSearch.ts';
import { type PartRead, readPart } from './follow/readPart.ts';
import type { KnownContent } from './importState.ts';
import type { LinePool } from './lines/LinePool.ts';
import type { LogCounter } from './LogCounter.ts';
import { readSources } from './readSources.ts';
import type { ImportRun } from './runImport.ts';
import type { Site } from './sites/Site.ts';

/** A thread of its own takes about as long to start as so many bytes take to be read. */
const fewBytes = 4_194_304;

interface CountedLines extends Awaited<ReturnType<typeof readSources>> {
  readonly partRead: PartRead | undefined;
}

/** Reads the sources, or the part, with the lines of large ones told apart by a second thread. */
export async function countLines(
  run: ImportRun,
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
    readonly only: Site | undefined;
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
        quotesLines: run.quotesLines,
        pause: () => run.pause(counter.read, part.name),
      }));
    const read = await readSources(run, { counter, sink, pool, hosts, lines: only?.lines }, known);
    return { ...read, partRead };
  } finally {
    await sink.close();
  }
}

function openSink({ sources, part }: ImportRun, task: ClassifierTask, counter: LogCounter): LineSink {
  const few = () => localSink(openClassifier(task), counter.take);
  const many = () => new ThreadSink(task, counter.take);
  const sizes = part ? [part.size] : sources.map(({ size }) => size);
  if (sizes.length === 1 && sizes[0] === undefined) return new LateSink(fewBytes, { few, many });
  return sizes.reduce<number>((total, size = fewBytes) => total + size, 0) >= fewBytes ? many() : few();
}
