import type { Database } from '#server/database/Database.ts';
import { forgetWaiting, insertWaiting, selectViews } from '#server/database/waitingWebsites.ts';
import type { ImportedHost } from '#server/import/ImportSummary.ts';
import { ensureWebsite } from '#server/import/target.ts';
import type { HostRules } from './HostSites.ts';
import type { Site } from './Site.ts';

/** So many hosts wait at most: those with the fewest page views are forgotten. */
const mostWaiting = 2_000;

interface StoredHosts {
  readonly websites: readonly ImportedHost[];
  /** Hosts that have enough page views, and wait since there were too many new websites. */
  readonly heldBack: number;
}

/**
 * Makes websites of the hosts with enough page views, lets the others wait, and calls `store` for each of both. Needs a
 * transaction.
 */
export function storeHosts(
  database: Database,
  sites: Iterable<Site>,
  { fewestViews, mostWebsites }: HostRules,
  { createdAt, store }: { createdAt: string; store: (site: Site, website: number) => void },
): StoredHosts {
  const websites: ImportedHost[] = [];
  let [made, heldBack] = [0, 0];
  for (const { site, views } of byViews(database, sites)) {
    const { id, domain, isWaiting } = site.target;
    const isNew = id === undefined || isWaiting;
    const isWanted = isNew && views >= fewestViews;
    if (isWanted && made >= mostWebsites) heldBack++;
    const waits = isNew && (!isWanted || made >= mostWebsites);
    const website = waits
      ? (id ?? insertWaiting(database, domain, createdAt))
      : ensureWebsite(database, site.target, createdAt);
    if (!waits && isNew) made++;
    store(site, website);
    if (!waits) websites.push({ id: website, domain, created: isNew, counted: isNew ? views : site.counted });
  }
  forgetWaiting(database, mostWaiting);
  return { websites, heldBack };
}

function byViews(database: Database, sites: Iterable<Site>): { site: Site; views: number }[] {
  const all = [...sites].map(site => {
    const { id, isWaiting } = site.target;
    const before = id !== undefined && isWaiting ? selectViews(database, id) : 0;
    return { site, views: before + site.counted };
  });
  return all.toSorted((a, b) => b.views - a.views || (a.site.target.domain < b.site.target.domain ? -1 : 1));
}
