import type { Database } from '#server/database/Database.ts';
import {
  findWebsite,
  insertWebsite,
  defaultValues,
  type WebsiteRecord,
} from '#server/database/websiteQueries.ts';
import { hostName } from '#server/hostName.ts';
import { ImportError } from './ImportError.ts';

/** The settings of a website, and its id where there is one already. */
export type Target = Pick<WebsiteRecord, 'domain' | 'exclude_bots' | 'exclude_params' | 'exclude_ips'> & {
  readonly id: number | undefined;
};

/** Rejects with ImportError for no host name. */
export async function findTarget(database: Database, text: string): Promise<Target> {
  const domain = hostName(text.trim());
  if (domain === undefined) {
    throw new ImportError('The domain must be a host name, such as example.com. Nothing was imported.');
  }
  const website = await database.read(() => findWebsite(database, domain));
  return website ?? { ...defaultValues, id: undefined, domain };
}

/** The website's id; creates it if it does not exist. Throws ImportError when it is no longer the same. */
export function ensureWebsite(database: Database, target: Target, createdAt: string): number {
  const now = findWebsite(database, target.domain)?.id;
  if (now !== target.id) throw changedMeanwhile();
  if (now !== undefined) return now;
  return insertWebsite(database, { ...defaultValues, domain: target.domain }, createdAt);
}

export function changedMeanwhile(): ImportError {
  return new ImportError(
    'Another program changed this website or imported into it meanwhile. Nothing was imported: try again.',
  );
}
