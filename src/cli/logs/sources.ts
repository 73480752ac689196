import { InterruptedError, UsageError } from '#api/failure.ts';
import { codeOf, type EndingSignal, onInterrupt } from '#cli/interrupt.ts';
import { progress } from '#cli/output/stderr.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { builtInProfile, type Profile } from '#config/chooseProfile.ts';
import { type Paths, readPaths } from '#config/paths.ts';
import { serviceFile } from '#connection/open.ts';
import { expandPattern, type FoundFile, lookAt } from '#logs/files/find.ts';
import { type Update, updateLogs } from '#logs/follow/followLogs.ts';
import { type LogSourceRecord, selectLogFiles } from '#logs/storage/sources.ts';
import { timeStampIn } from '#model/period/zone.ts';
import type { Database } from '#server/database/Database.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

/** The profile of the user's own logs. Throws a UsageError where the options name another one, and a ConfigError. */
export function ownProfile(options: GlobalOptions, paths: Paths): Profile {
  const { url, profile } = options;
  if (url !== undefined || (profile !== undefined && profile !== 'logs'))
    throw new UsageError(
      'Logs are counted in your own service, the profile "logs": leave --profile and --url away.',
    );
  return builtInProfile('logs', options, paths);
}

/** What a command about sources is given. */
export interface SourcesRun {
  readonly database: Database;
  /** Its file. */
  readonly file: string;
  readonly profile: Profile;
}

/** Opens the database of the user's own logs, does the work, and closes it. Rejects with ConfigError and ServiceFileError. */
export async function withSources<T>(
  options: GlobalOptions,
  work: (run: SourcesRun) => Promise<T>,
): Promise<T> {
  const paths = readPaths(process.env);
  const profile = ownProfile(options, paths);
  const file = serviceFile('logs', paths);
  const database = await openDatabase(file);
  try {
    return await work({ database, file, profile });
  } finally {
    database.close();
  }
}

/** Reads what is new of the sources; ^C ends it, and what was stored stays. Rejects with ImportError, or InterruptedError. */
export async function readNew(
  { file, profile }: Pick<SourcesRun, 'file'> & { readonly profile: Pick<SourcesRun['profile'], 'timeZone'> },
  { debug }: Pick<GlobalOptions, 'debug'>,
  only?: number,
): Promise<Update> {
  const controller = new AbortController();
  let ended: EndingSignal | undefined;
  const stop = onInterrupt(signal => {
    ended = signal;
    controller.abort();
  });
  try {
    return await updateLogs({
      file,
      timeZone: profile.timeZone,
      name: 'sitedeck logs update',
      only,
      quotesLines: debug !== undefined,
      onProgress: ({ lines, file: path }) =>
        progress.show(`${counted(lines, 'lines')}${path === undefined ? '' : `, ${safeText(path, 200)}`}`),
      signal: controller.signal,
    });
  } catch (error) {
    if (ended === undefined || !(error instanceof Error)) throw error;
    throw new InterruptedError(error.message, codeOf(ended));
  } finally {
    stop();
    progress.clear();
  }
}

interface SourceState {
  /** The paths of its files that are there now. */
  readonly files: readonly string[];
  /** The time of the last line that was read; undefined before the first. */
  readonly readTo: string | undefined;
  /** Whether a file has grown that was not looked at since, over a day after that last line. */
  readonly isLeftUnread: boolean;
}

const secondsOfDay = 86_400;

/** How a source of logs stands. Needs a transaction. */
export function sourceState(
  database: Database,
  { id, pattern }: Pick<LogSourceRecord, 'id' | 'pattern'>,
  timeZone: string,
): SourceState {
  const records = selectLogFiles(database, id);
  const last = Math.max(...records.map(({ lastTime = -Infinity }) => lastTime));
  const found = expandPattern(pattern)
    .map(lookAt)
    .filter(file => file !== undefined);
  return {
    files: found.map(({ path }) => path),
    readTo: Number.isFinite(last) ? timeStampIn(timeZone, new Date(last * 1000)) : undefined,
    isLeftUnread:
      Number.isFinite(last) &&
      found.some(
        file =>
          file.size > 0 &&
          Number(file.modified) / 1e9 > last + secondsOfDay &&
          !records.some(each => isSame(each, file)),
      ),
  };
}

function isSame(one: FoundFile, other: FoundFile): boolean {
  return one.identity === other.identity && one.size === other.size && one.modified === other.modified;
}
