import type { Database } from '#server/database/Database.ts';
import { findTargetOf, type Target } from '#server/database/waitingWebsites.ts';
import { insertWebsite, defaultValues } from '#server/database/websiteQueries.ts';
import { hostName } from '#server/hostName.ts';
import { ImportError } from './ImportError.ts';

export function newTarget(domain: string): Target {
  return { ...defaultValues, id: undefined, domain, isWaiting: false };
}

/** Rejects with ImportError for no host name. */
export async function findTarget(database: Database, text: string): Promise<Target> {
  const domain = hostName(text.trim());
  if (domain === undefined) {
    throw new ImportError('The domain must be a host name, such as example.com. Nothing was imported.');
  }
  return (await database.read(() => findTargetOf(database, domain))) ?? newTarget(domain);
}

/** The website's id; creates it if it does not exist. Throws ImportError when it is no longer the same. */
export function ensureWebsite(database: Database, target: Target, createdAt: string): number {
  const now = findTargetOf(database, target.domain);
  if (now?.id !== target.id) throw changedMeanwhile();
  if (now?.id !== undefined && !now.isWaiting) return now.id;
  return insertWebsite(database, { ...defaultValues, domain: target.domain }, createdAt);
}

export function changedMeanwhile(): ImportError {
  return new ImportError(
    'Another program changed this website or imported into it meanwhile. Nothing was imported: try again.',
  );
}
