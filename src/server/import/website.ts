import type { Day } from '#model/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { findWebsite, insertWebsite, type WebsiteRecord } from '#server/database/websites.ts';
import { hostName } from '#server/endpoints/domain.ts';
import { ImportError } from './ImportError.ts';

/** The settings of a website, and its id where there is one already. */
export type Target = Pick<WebsiteRecord, 'domain' | 'exclude_bots' | 'exclude_params' | 'exclude_ips'> & {
  readonly id: number | undefined;
};

/** A new website gets the service's defaults: private, bots excluded. Rejects with ImportError for no host name. */
export async function findTarget(database: Database, text: string): Promise<Target> {
  const domain = hostName(text.trim());
  if (domain === undefined) {
    throw new ImportError('The domain must be a host name, such as example.com. Nothing was imported.');
  }
  const website = await database.read(() => findWebsite(database, domain));
  return website ?? { id: undefined, domain, exclude_bots: 1, exclude_params: null, exclude_ips: null };
}

/** The website's id, which is created when it was not there. Throws ImportError when it is another one by now. */
export function settleTarget(database: Database, target: Target, today: Day): number {
  const now = findWebsite(database, target.domain)?.id;
  if (now !== target.id) throw changedMeanwhile();
  if (now !== undefined) return now;
  const { domain, exclude_bots, exclude_params, exclude_ips } = target;
  const time = new Date().toTimeString().slice(0, 8);
  return insertWebsite(
    database,
    { domain, privacy: 1, email: 0, exclude_bots, exclude_params, exclude_ips, password_hash: null },
    `${today} ${time}`,
  );
}

export function changedMeanwhile(): ImportError {
  return new ImportError(
    'Another program changed this website or imported into it meanwhile. Nothing was imported: try again.',
  );
}
