import type { Target } from '#server/database/waitingWebsites.ts';
import { lineSecret, siteSecret } from '#server/import/sites/Site.ts';
import { newTarget } from '#server/import/target.ts';
import { type HostRules, HostSites } from '#server/import/sites/HostSites.ts';
import { singleSite, type Sites } from '#server/import/sites/Sites.ts';
import { CountedSite } from './CountedSite.ts';

/** Which websites lines are told apart for: one, or one of each host. */
export type SiteChoice =
  | { readonly target: Target }
  | {
      /** The websites there are, waiting ones too. */
      readonly targets: readonly Target[];
      readonly rules: HostRules;
    };

export interface OpenSites {
  readonly sites: Sites<CountedSite>;
  readonly hosts?: HostSites<CountedSite>;
  readonly all: readonly CountedSite[];
  /** Those of hosts that were made since this was called last, in the order of their numbers. */
  readonly takeNew: () => Target[];
}

/** @param key the random key of the database */
export function openSites(choice: SiteChoice, key: string): OpenSites {
  let made: Target[] = [];
  const all: CountedSite[] = [];
  const takeNew = (): Target[] => {
    const taken = made;
    made = [];
    return taken;
  };
  const make = (target: Target, requestCharacters: number): CountedSite => {
    const secret = lineSecret(siteSecret(key, target));
    const site = new CountedSite(target, all.length, secret, requestCharacters);
    all.push(site);
    return site;
  };
  if ('target' in choice) return { sites: singleSite(make(choice.target, 8_000_000)), all, takeNew };
  const hosts = new HostSites(choice.targets, choice.rules, (domain, known) => {
    const target = known ?? newTarget(domain);
    made.push(target);
    return make(target, 400_000);
  });
  return { sites: hosts, hosts, all, takeNew };
}
