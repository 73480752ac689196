import { lineSecret, siteSecret } from '#logs/count/CountedSite.ts';
import { LineHash } from '#logs/count/LineHash.ts';
import { type HostRules, HostSites, singleSite, SiteRules, type Sites } from '#logs/fields/SiteRules.ts';
import { BoundedMap } from '#logs/fields/BoundedCache.ts';
import type { Client } from '#logs/fields/clients.ts';
import { isPlainAsset, type PageRequest } from '#logs/fields/requests.ts';
import { newTarget, type Target } from '#logs/storage/targets.ts';

/** A request, with the numbers that its texts were given; 0 where none yet. */
export interface KnownRequest {
  readonly kind: PageRequest['kind'] | 'otherMethods';
  readonly page: string;
  readonly campaign: string;
  pageNumber: number;
  campaignNumber: number;
}

/** A website while lines are told apart for it. */
export class CountedSite extends SiteRules {
  readonly number: number;
  readonly hash: LineHash;
  readonly shared: SharedFields;

  /**
   * @param secret what the hashes of its lines are made with
   * @param shared with the websites that have the same exclusions
   */
  constructor(target: Target, number: number, secret: string, shared: SharedFields) {
    super(target, 0);
    this.shared = shared;
    this.number = number;
    this.hash = new LineHash(secret);
  }

  /** @param text is kept */
  makeRequest(text: string): KnownRequest {
    const request = text.startsWith('GET ') ? this.#readGet(text) : ({ kind: 'otherMethods' } as const);
    const { page, campaign } = request.kind === 'page' ? request : { page: '', campaign: '' };
    return { kind: request.kind, page, campaign, pageNumber: 0, campaignNumber: 0 };
  }

  #readGet(text: string): PageRequest {
    return isPlainAsset(text) ? { kind: 'assets' } : this.readRequest(text);
  }
}

/** A client, with the number that its address was given; 0 where none yet. */
export interface KnownClient extends Client {
  number: number;
}

/** What is known of the fields that mean the same on all websites with the same exclusions. */
export class SharedFields {
  readonly clients: BoundedMap<KnownClient>;
  readonly requests: BoundedMap<KnownRequest>;

  /** @param characters how much each of them may remember */
  constructor(characters: number) {
    this.clients = new BoundedMap(characters);
    this.requests = new BoundedMap(characters);
  }

  clear(): void {
    this.clients.clear();
    this.requests.clear();
  }
}

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
