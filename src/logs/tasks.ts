import type { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { LinesQuestion, LinesSummary } from '#model/lines.ts';
import type { FollowStatus, StoredCounts } from '#model/now.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { singleExecutable } from '#system/runtime.ts';
import type { LineRows } from './classify/LineClassifier.ts';
import type { ClassifierTask } from './classify/LineFields.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import type { ImportProgress, Recount } from './summary.ts';

export interface Control<P = Pick<ImportProgress, 'lines' | 'file'>> {
  /** About ten times a second. */
  readonly onProgress?: (progress: P) => void;
  /** Called once, where the end of another import is awaited. */
  readonly onWaiting?: () => void;
  readonly signal?: AbortSignal;
  /** Whether messages may have lines of the logs. */
  readonly quotesLines?: boolean;
}

export interface ImportedLogs extends ReadingOptions {
  /** Made where it is missing; empty where each host is a website. */
  readonly domain: string;
  /** Paths, and at most one stream, in any order. */
  readonly sources: readonly (string | Readable)[];
  /** Asks whether the days that the logs have lines of are to be counted again from them alone; undefined: they are not. */
  readonly recount?: ((recount: Recount) => Promise<boolean>) | undefined;
  /** All logs of the website's own sources in place of `sources`: only whole days are counted again. */
  readonly fromSources?: boolean | undefined;
  /** The only source is a stream that may never end: stored every few seconds. Aborting ends it, and the import resolves. */
  readonly follow?: boolean | undefined;
}

export interface CountsTarget {
  /** The service's database; made where it is missing. */
  readonly file: string;
  /** IANA name of the zone that its first use stores with it: from then on days and hours are those of the stored one. */
  readonly timeZone: string;
}

/** Whoever follows logs. */
export interface FollowTarget extends CountsTarget {
  /** What this process runs, for others that would follow too: "sitedeck serve". */
  readonly name: string;
}

interface FollowTask extends FollowTarget {
  readonly kind: 'follow';
}

export interface SourceUpdate {
  /** Page views. */
  readonly counted: number;
  /** Lines. */
  readonly read: number;
  /** Lines of readings of which no line names a host, where each host is a website. */
  readonly hostless: number;
  /** The first day with counts; undefined for none. */
  readonly from: Day | undefined;
  /** One line for each file that could not be read. */
  readonly problems: readonly string[];
  /** What to say of the hosts of the lines. */
  readonly hostNote: string | undefined;
  /** What to do about the lines, or to know of them: one line each. */
  readonly advice: readonly string[];
}

export interface UpdatedSource extends Omit<SourceUpdate, 'advice'> {
  readonly id: number;
  readonly pattern: string;
  /** Undefined where each host is a website. */
  readonly domain: string | undefined;
}

/** Why the work cannot be done: one line for the user. */
interface Refusal {
  readonly kind: 'refused';
  readonly message: string;
}

export type FromFollower =
  /** Its reading takes longer than a moment, or has ended. At first it counts as one that reads. */
  | { readonly kind: 'reading'; readonly isReading: boolean }
  | { readonly kind: 'status'; readonly status: FollowStatus }
  /** Counts were stored, by this process or another one. */
  | { readonly kind: 'stored'; readonly counts: StoredCounts }
  | Refusal;

export interface LinesTask extends CountsTarget {
  readonly kind: 'lines';
  readonly question: LinesQuestion;
  readonly today: Day;
  /** Gets the lines, a piece at a time. */
  readonly room: SharedArrayBuffer;
}

export type FromLines =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  /** All logs were read once. */
  | { readonly kind: 'found'; readonly summary: LinesSummary }
  /** In answer to each request for more: how many bytes the room has of the newest, each with its line feed; none at their end. */
  | { readonly kind: 'lines'; readonly bytes: number | undefined }
  | Refusal;

export interface ClassifyTask extends ClassifierTask {
  readonly kind: 'classify';
  /** Of times that name none. */
  readonly timeZone: string;
}

/** What a thread is started with: worker.ts runs it. */
export type Task = FollowTask | LinesTask | ClassifyTask;

interface Answers {
  readonly follow: FromFollower;
  readonly classify: LineRows;
}

/** @param ended called with what it failed with, or once it has ended */
export function runTask<T extends FollowTask | ClassifyTask>(
  task: T,
  {
    message,
    ended,
  }: { message: (message: Answers[T['kind']]) => void; ended: (error: Error | undefined) => void },
): Worker {
  const worker = startWorker(task);
  worker.on('message', message);
  worker.once('error', error => ended(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', () => ended(undefined));
  return worker;
}

export function startWorker(workerData: Task): Worker {
  // Loaded here: every start of the application would wait a millisecond for it.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const source = singleExecutable()?.getAsset('importWorker.js', 'utf8');
  if (source !== undefined) return new Worker(source, { eval: true, workerData, resourceLimits });
  const here = import.meta.url;
  // In the sources it is one folder up, in the build beside this.
  const file = here.endsWith('.ts') ? './worker.ts' : 'importWorker.js';
  // Not a single expression: Vite would take it for an asset.
  const url = new URL(file, here);
  // Its own output (a warning of Node) is dropped: it must not write on the screen.
  return new Worker(url, { workerData, resourceLimits, stdout: true, stderr: true });
}

/** The import needs far less; the limit makes V8 collect garbage earlier. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 10 };
