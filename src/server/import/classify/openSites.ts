import type { Target } from '#server/database/waitingWebsites.ts';
import { lineSecret, siteSecret } from '#server/import/sites/Site.ts';
import { newTarget } from '#server/import/target.ts';
import { type HostRules, HostSites } from '#server/import/sites/HostSites.ts';
import { singleSite, type Sites } from '#server/import/sites/Sites.ts';
import { CountedSite } from './CountedSite.ts';
import { SharedFields } from './SharedFields.ts';

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
  /** Forgets everything that has the number of a text. */
  readonly clear: () => void;
  /** Those of hosts that were made since this was called last, in the order of their numbers. */
  readonly takeNew: () => Target[];
}

const mostCharacters = 8_000_000;
const fewestCharacters = 200_000;

/** @param key the random key of the database */
export function openSites(choice: SiteChoice, key: string): OpenSites {
  let made: Target[] = [];
  let count = 0;
  const takeNew = (): Target[] => {
    const taken = made;
    made = [];
    return taken;
  };
  const targets = 'target' in choice ? [choice.target] : [newTarget(''), ...choice.targets];
  const groups = new Set(targets.map(exclusionsOf)).size;
  const shared = new Map<string, SharedFields>();
  const clear = (): void => shared.values().forEach(fields => fields.clear());
  const sharedOf = (target: Target): SharedFields => {
    const key = exclusionsOf(target);
    const fields = shared.get(key) ?? new SharedFields(Math.max(fewestCharacters, mostCharacters / groups));
    shared.set(key, fields);
    return fields;
  };
  const make = (target: Target): CountedSite => {
    const secret = lineSecret(siteSecret(key, target));
    return new CountedSite(target, count++, secret, sharedOf(target));
  };
  if ('target' in choice) return { sites: singleSite(make(choice.target)), takeNew, clear };
  const hosts = new HostSites(choice.targets, choice.rules, (domain, known) => {
    const target = known ?? newTarget(domain);
    made.push(target);
    return make(target);
  });
  return { sites: hosts, hosts, takeNew, clear };
}

/** Of websites with the same ones, a client and a request for a path mean the same. */
function exclusionsOf({ exclude_params, exclude_ips }: Target): string {
  return JSON.stringify([exclude_params, exclude_ips]);
}
