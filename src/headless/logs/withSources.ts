import { readPaths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import { serviceFile } from '#connection/openApi.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import type { Database } from '#server/database/Database.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { ownProfile } from './ownProfile.ts';

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
