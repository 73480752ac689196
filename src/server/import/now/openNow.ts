import { type NowNumbers, shownMinutes } from '#model/now/nowNumbers.ts';
import { type LogSourceRecord, selectLogSources } from '#server/database/logSources.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { selectTargets, type Target } from '#server/database/waitingWebsites.ts';
import { expandPattern, placeProblems } from '#server/import/follow/FoundFile.ts';
import { LogTails } from './LogTails.ts';
import { RecentViews } from './RecentViews.ts';
import { ViewReader } from './ViewReader.ts';

/** What happens on a website now, read from its logs themselves. To be closed. */
export interface NowReader {
  /** Reads what is new. Rejects as the database does. Only one at a time. */
  read(): Promise<NowNumbers>;
  close(): void;
}

interface SourceTails {
  readonly source: LogSourceRecord;
  readonly views: ViewReader;
  readonly tails: LogTails;
}

/**
 * Opens the sources of a website for reading their ends, in memory and beside whoever follows them. Rejects with a
 * ServiceFileError.
 * @param file the database
 * @param now milliseconds since 1970
 */
export async function openNow(file: string, website: number, now: () => number): Promise<NowReader> {
  const database = await openDatabase(file);
  let found: { readonly target: Target | undefined; readonly sources: readonly LogSourceRecord[] };
  try {
    found = await database.read(() => ({
      target: selectTargets(database).find(({ id }) => id === website),
      sources: selectLogSources(database).filter(source => (source.website?.id ?? website) === website),
    }));
  } finally {
    database.close();
  }
  const { target, sources } = found;
  const recent = new RecentViews();
  const open = target ? sources.map(source => sourceTails(target, source)) : [];
  return {
    async read() {
      const at = now() / 1000;
      const since = (Math.floor(at / 60) - shownMinutes + 1) * 60;
      const problems: string[] = [];
      const taken = new Set<string>();
      /** Once, where several sources of one server have it. */
      const isFirst = (path: string, { options }: LogSourceRecord): boolean => {
        const name = `${options.source ?? ''}\n${path}`;
        return !taken.has(name) && taken.add(name).has(name);
      };
      for (const { source, views, tails } of open) {
        const paths = expandPattern(source.pattern);
        const found = await tails.look({
          paths: paths.filter(path => isFirst(path, source)),
          format: views.format,
          hosts: views.hosts,
          since,
          take(line) {
            const view = line.time < since ? undefined : views.viewOf(line);
            if (view) recent.add(view, at);
          },
          leaveOut: before => recent.leaveOut(before),
        });
        problems.push(...placeProblems(source.pattern, paths).map(({ words }) => words), ...found);
      }
      return { ...recent.numbers(at), sources: open.length, problems };
    },
    close() {
      for (const { tails } of open) tails.close();
    },
  };
}

function sourceTails(target: Target, source: LogSourceRecord): SourceTails {
  return { source, views: new ViewReader(target, source), tails: new LogTails() };
}
