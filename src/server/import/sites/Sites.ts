import type { Site } from './Site.ts';

/** The websites that lines are counted for. */
export interface Sites {
  /** The website of a line with this virtual host (undefined: none stands in the line); undefined where it has none. */
  readonly of: (host: string | undefined) => Site | undefined;
  /** Whether a host is surely one, however short. */
  readonly isKnownHost: (host: string) => boolean;
  /** Those that lines were counted for. */
  readonly all: () => Iterable<Site>;
}

/** All lines are looked at for one website, those of other hosts too. */
export function singleSite(site: Site): Sites {
  return { of: () => site, isKnownHost: site.isOwnHost, all: () => [site] };
}
