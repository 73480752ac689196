import { CompleteLines, type ProgressReport } from '#logs/files/LogSource.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { isWhole } from '#logs/import/readLog.ts';
import { importExclusively } from '#logs/import/importExclusively.ts';
import { type ImportRun, runImport } from '#logs/import/runImport.ts';
import type { SourceLines } from '#logs/storage/knownLines.ts';
import { type ImportedHost, ImportError, type ImportSummary, lineClasses } from '#logs/summary.ts';
import { todayIn } from '#model/period/day.ts';
import type { Database } from '#server/database/Database.ts';

const lineFeed = Buffer.from('\n');

/** Cuts a stream that may never end into parts of whole lines, by time. */
class StreamParts {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #format: ServerFormat | undefined;
  readonly #whole = new CompleteLines();
  #next: Promise<IteratorResult<Buffer>> | undefined;
  #isOver = false;

  constructor(bytes: AsyncIterable<Buffer>, format: ServerFormat | undefined) {
    this.#pieces = bytes[Symbol.asyncIterator]();
    this.#format = format;
  }

  /** Waits for more. False where the stream is over. */
  async hasMore(): Promise<boolean> {
    if (this.#isOver) return false;
    await this.#pull();
    return true;
  }

  /** What comes within so many milliseconds. */
  async *part(milliseconds: number): AsyncGenerator<Buffer, void, void> {
    const end = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => end.resolve(undefined), milliseconds);
    try {
      for (;;) {
        const found = await Promise.race([this.#pull(), end.promise]);
        if (found === undefined) return;
        this.#next = undefined;
        if (found.done === true) {
          this.#isOver = true;
          const { rest, lineBefore } = this.#whole.end();
          // A last line without a line feed counts where it ends as the one before it does.
          if (isWhole(rest, lineBefore, this.#format))
            yield Buffer.concat([Buffer.from(rest, 'latin1'), lineFeed]);
          return;
        }
        const bytes = this.#whole.push(found.value);
        if (bytes.length > 0) yield bytes;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #pull(): Promise<IteratorResult<Buffer>> {
    return (this.#next ??= this.#pieces.next());
  }
}

/** So long a part is read: with the storing of it, what was read is stored at least every five seconds. */
const partMilliseconds = 2_000;

type StreamRun = Omit<ImportRun, 'database' | 'sources' | 'today' | 'pause' | 'beginStoring'> & {
  readonly file: string;
};

/** Counts the only source while it goes on, and stores what came of it every few seconds. Rejects with ImportError; what was stored stays. */
export async function followStream(
  task: StreamRun,
  report: ProgressReport,
  format: ServerFormat | undefined,
): Promise<ImportSummary> {
  const [source] = report.sources;
  if (!source) throw new ImportError('There is no stream: nothing was imported.');
  const parts = new StreamParts(source.bytes(), format);
  const last = new Map<number, SourceLines>();
  let directive: string | undefined;
  let total: ImportSummary | undefined;
  const readOn = (database: Database): Promise<ImportSummary> =>
    runImport({
      ...task,
      today: todayIn(task.timeZone, new Date()),
      database,
      sources: [],
      hosts: task.hosts && {
        ...task.hosts,
        mostWebsites: Math.max(
          0,
          task.hosts.mostWebsites - (total?.hosts?.filter(({ created }) => created).length ?? 0),
        ),
      },
      part: {
        name: '-',
        linesOf: total && (website => (website === undefined ? [] : (last.get(website) ?? []))),
        isLater: total !== undefined,
        directive,
        isNew: total === undefined,
        skipsLine: () => false,
        bytes: () => parts.part(partMilliseconds),
        isAtEnd: () => false,
        // It may have no end: what was cut off is not kept.
        isCut: () => false,
        store: (read, websites) => {
          ({ directive } = read);
          for (const { website, lines } of websites) last.set(website, lines);
        },
      },
      pause: count => report.update((total?.read ?? 0) + count, '-'),
      beginStoring: () => undefined,
    });
  while (await parts.hasMore()) {
    const summary = await importExclusively(task.file, () => undefined, readOn);
    total = total === undefined ? summary : together(total, summary);
  }
  if (!total) throw new ImportError('The stream was empty: nothing was imported.');
  return {
    ...total,
    files: [{ name: '-', state: { kind: 'imported' }, lines: total.read, known: total.known }],
  };
}

/** The websites of both, a website once. */
function joinedHosts(before: readonly ImportedHost[], now: readonly ImportedHost[]): ImportedHost[] {
  const all = new Map(before.map(host => [host.id, host]));
  for (const host of now) {
    const known = all.get(host.id);
    all.set(host.id, known ? { ...known, counted: known.counted + host.counted } : host);
  }
  return [...all.values()].toSorted((a, b) => b.counted - a.counted);
}

function together(before: ImportSummary, now: ImportSummary): ImportSummary {
  const sums = Object.fromEntries(lineClasses.map(({ key }) => [key, before[key] + now[key]]));
  const days = [before.from, before.to, now.from, now.to].filter(day => day !== undefined).toSorted();
  return {
    ...before,
    ...sums,
    hosts: before.hosts && joinedHosts(before.hosts, now.hosts ?? []),
    read: before.read + now.read,
    from: days[0],
    to: days.at(-1),
    notes: [...new Set([...before.notes, ...now.notes])],
  };
}
