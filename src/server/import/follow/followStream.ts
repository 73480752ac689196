import { todayIn } from '#model/period/today.ts';
import type { SourceLines } from '#server/database/importLines.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import type { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import type { ImportedHost, ImportSummary } from '#server/import/ImportSummary.ts';
import { lineClasses } from '#server/import/lineClasses.ts';
import type { ImportTask } from '#server/import/worker/protocol.ts';
import { runImport } from '#server/import/runImport.ts';
import { alone } from './importLock.ts';
import { StreamParts } from './StreamParts.ts';

/** So long a part is read: with the storing of it, what was read is stored at least every five seconds. */
const partMilliseconds = 2_000;

interface Stream {
  readonly bytes: AsyncIterable<Buffer>;
  readonly format: ServerFormat | undefined;
  readonly onProgress: (lines: number) => void;
}

/**
 * Counts a stream while it goes on, and stores what came of it every few seconds and at its end. Resolves at its end. Rejects with
 * ImportError; what was stored stays.
 */
export async function followStream(task: ImportTask, stream: Stream): Promise<ImportSummary | undefined> {
  const parts = new StreamParts(stream.bytes, stream.format);
  const last = new Map<number, SourceLines>();
  let directive: string | undefined;
  let total: ImportSummary | undefined;
  const readOn = async (): Promise<ImportSummary> => {
    const database = await openDatabase(task.file);
    try {
      return await runImport({
        ...task,
        today: todayIn(task.timeZone, new Date()),
        database,
        sources: [],
        format: stream.format,
        hosts: task.hosts && {
          ...task.hosts,
          mostWebsites: Math.max(0, task.hosts.mostWebsites - madeBy(total)),
        },
        part: {
          name: '-',
          linesOf: total && (website => (website === undefined ? [] : (last.get(website) ?? []))),
          format: stream.format,
          directive,
          isNew: total === undefined,
          skipsLine: () => false,
          bytes: () => parts.part(partMilliseconds),
          isAtEnd: () => false,
          store: (read, websites) => {
            ({ directive } = read);
            for (const { website, lines } of websites) last.set(website, lines);
          },
        },
        pause: count => stream.onProgress((total?.read ?? 0) + count),
        beginStoring: () => undefined,
      });
    } finally {
      database.close();
    }
  };
  while (await parts.hasMore()) {
    const summary = await alone(task.file, () => undefined, readOn);
    total = total === undefined ? summary : together(total, summary);
  }
  return (
    total && {
      ...total,
      files: [{ name: '-', state: { kind: 'imported' }, lines: total.read, known: total.known }],
    }
  );
}

function madeBy(summary: ImportSummary | undefined): number {
  return summary?.hosts?.filter(({ created }) => created).length ?? 0;
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
