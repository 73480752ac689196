import type { SiteRules } from './SiteRules.ts';

/** The websites that lines are counted for. */
export interface Sites<S extends SiteRules> {
  /** The website of a line with this virtual host (undefined: none stands in the line); undefined where it has none. */
  readonly of: (host: string | undefined) => S | undefined;
  /** Whether a host is surely one, however short. */
  readonly isKnownHost: (host: string) => boolean;
}

/** All lines are looked at for one website, those of other hosts too. */
export function singleSite<S extends SiteRules>(site: S): Sites<S> {
  return { of: () => site, isKnownHost: site.isOwnHost };
}
