import type { Target } from '#server/database/waitingWebsites.ts';
import type { LinePool } from '#server/import/lines/LinePool.ts';
import type { Tally } from '#server/import/Tally.ts';
import { newTarget } from '#server/import/target.ts';
import { type HostRules, HostSites } from './HostSites.ts';
import { Site } from './Site.ts';
import { singleSite, type Sites } from './Sites.ts';

interface OpenParts {
  /** The random key of the database. */
  readonly key: string;
  readonly source: string;
  readonly pool: LinePool;
  readonly tally: Tally;
}

interface OpenSites {
  readonly sites: Sites;
  /** The only website. */
  readonly only?: Site;
  readonly hosts?: HostSites;
}

/** One website for all lines. With `isUnknown` nothing is known of it. */
export function openSite(target: Target, parts: OpenParts, isUnknown: boolean): OpenSites {
  const only = new Site(target, {
    ...parts,
    number: 0,
    website: isUnknown ? undefined : target.id,
    requestCharacters: 8_000_000,
  });
  return { sites: singleSite(only), only };
}

/** A website of each host. */
export function openHosts(targets: readonly Target[], rules: HostRules, parts: OpenParts): OpenSites {
  let number = 0;
  const hosts = new HostSites(
    targets,
    rules,
    (domain, target) =>
      new Site(target ?? newTarget(domain), {
        ...parts,
        number: number++,
        requestCharacters: 400_000,
        website: target?.id,
      }),
  );
  return { sites: hosts, hosts };
}
