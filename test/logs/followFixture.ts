import { expandPattern } from '#logs/files/find.ts';
import { updateSource } from '#logs/follow/Follower.ts';
import { FileMemory } from '#logs/follow/planReadings.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import { putLogSource, selectLogFiles, selectLogSources } from '#logs/storage/sources.ts';
import type { SourceUpdate } from '#logs/tasks.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { fileWithWebsite } from './importFixture.ts';

export interface Following {
  /** The database. */
  readonly file: string;
  /**
   * Looks once, as a process that follows does every second.
   * @param beforeStoring called before each reading is stored; where it throws, all ends, as a process that is killed does
   * @param beforeReading called before each file is read, once it was found
   * @param milliseconds after which it is stored, and read on: with 0 each piece is
   */
  look(
    beforeStoring?: (stored: number) => void,
    beforeReading?: () => void,
    milliseconds?: number,
  ): Promise<SourceUpdate>;
  /** Goes on as another process does, which knows what is stored. */
  restart(): void;
  /** How many files are known, and how far each was read. */
  known(): Promise<{ path: string; length: number }[]>;
}

/** Follows a pattern for example.com, in UTC, in this thread. */
export async function followHere(
  pattern: string,
  options: ReadingOptions = {},
  file?: string,
): Promise<Following> {
  const path = file ?? (await fileWithWebsite());
  const database = await openDatabase(path);
  await database.write(() => putLogSource(database, { website: 1, pattern, options }, '2026-11-20 10:00:00'));
  database.close();
  let memory = new FileMemory(true);
  return {
    file: path,
    async look(beforeStoring = () => undefined, beforeReading = () => undefined, milliseconds?: number) {
      let stored = 0;
      const open = await openDatabase(path);
      const source = selectLogSources(open).find(other => other.pattern === pattern);
      if (!source) throw new Error('no source');
      try {
        const context = {
          file: path,
          timeZone: 'UTC',
          today: '2026-11-20',
          check: beforeReading,
          milliseconds,
          pause: () => undefined,
          beginStoring: () => beforeStoring(stored++),
        } as const;
        return await updateSource(open, source, { memory, context, paths: expandPattern(pattern) });
      } finally {
        open.close();
      }
    },
    restart: () => (memory = new FileMemory(true)),
    async known() {
      const open = await openDatabase(path);
      const files = selectLogSources(open).flatMap(({ id }) => selectLogFiles(open, id));
      open.close();
      return files.map(({ path, length }) => ({ path, length }));
    },
  };
}
