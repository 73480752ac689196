import { LineHash, lineSecret, siteSecret } from '#logs/count/KnownLines.ts';
import { BoundedMap } from '#logs/fields/BoundedMap.ts';
import { addressTest, parameterTest } from '#logs/fields/clients.ts';
import { bareHost, type HostRules, hostTest, ownHosts, websiteOfHost } from '#logs/fields/hosts.ts';
import { type PageRequest, readPageRequest } from '#logs/fields/requests.ts';
import { newTarget, type Target } from '#logs/storage/targets.ts';

/** A request, with the numbers that its texts were given; 0 where none yet. Those of requests, clients and agents save 3 to 7 %. */
export interface KnownRequest {
  readonly kind: PageRequest['kind'] | 'otherMethods';
  readonly page: string;
  readonly campaign: string;
  /** The other parameters of a campaign, a line each; empty without any. */
  readonly utm: string;
  readonly isDownload: boolean;
  /** Without its query; undefined until it is asked for. Worked out for each line: +14 %. */
  path: string | undefined;
  /** The same with its query, in whatever way it was asked for; of no page. */
  whole: string | undefined;
  pathNumber: number;
  pageNumber: number;
}

export interface KnownClient {
  /** A host name where the server looks them up. */
  readonly address: string;
  readonly isExcluded: boolean;
  /** In the places of the countries. */
  readonly place: number;
  /** What its address was given; 0 where none yet. */
  number: number;
}

/** A website while lines are told apart for it: which of them it counts. */
export class ClassifiedSite {
  readonly number: number;
  readonly excludesBots: boolean;
  readonly ownHosts: ReadonlySet<string>;
  readonly isExcludedAddress: (address: string) => boolean;
  readonly hash: LineHash;
  readonly shared: SharedFields;
  readonly pathRules: Parameters<typeof readPageRequest>[1];

  /** @param shared with the websites that have the same exclusions */
  constructor(target: Target, number: number, secret: string, shared: SharedFields) {
    this.number = number;
    this.excludesBots = target.exclude_bots === 1;
    this.ownHosts = ownHosts(target.domain);
    this.isExcludedAddress = addressTest(target.exclude_ips).isExcluded;
    const isExcludedParameter = parameterTest(target.exclude_params);
    this.pathRules = { ownHosts: this.ownHosts, isExcludedParameter };
    this.hash = new LineHash(secret);
    this.shared = shared;
  }

  /** @param text is kept */
  readRequest(text: string): KnownRequest {
    return {
      kind: 'otherMethods',
      page: '',
      campaign: '',
      utm: '',
      isDownload: false,
      path: undefined,
      whole: undefined,
      pathNumber: 0,
      pageNumber: 0,
      ...(text.startsWith('GET ') && readPageRequest(text, this.pathRules)),
    };
  }
}

/** What is known of the fields that mean the same on all websites with the same exclusions. */
interface SharedFields {
  /** Without: +40 % for twenty busy hosts, +2 to 3 % where little repeats. */
  readonly clients: BoundedMap<KnownClient>;
  /** Without: +11 to 50 % of the time to classify a log. */
  readonly requests: BoundedMap<KnownRequest>;
}

/** Which websites lines are told apart for: one, or one of each host. */
export type SiteChoice =
  | { readonly target: Target }
  | {
      /** The websites there are, waiting ones too. */
      readonly targets: readonly Target[];
      readonly rules: HostRules;
    };

/** More new hosts are left out: nobody has so many, but anybody can send them. */
const maxNewHosts = 2_000;
const minCharacters = 200_000;

/** The websites that lines are told apart for. Where each host is one, "www." belongs to the bare domain. */
export class Sites {
  /** Hosts that were left out since there were too many. */
  crowdedOut = 0;
  readonly #key: string;
  readonly #only: ClassifiedSite | undefined;
  readonly #known: ReadonlyMap<string, Target>;
  readonly #matches: (host: string) => boolean;
  readonly #byHost = new Map<string, ClassifiedSite>();
  /** By the exclusions of websites: with the same ones, a client and a request for a path mean the same. */
  readonly #shared = new Map<string, SharedFields>();
  readonly #characters: number;
  readonly #made: Target[] = [];
  #count = 0;
  #new = 0;

  /** @param characters how much may be remembered of clients, and of requests */
  constructor(choice: SiteChoice, key: string, characters: number) {
    this.#key = key;
    const targets = 'target' in choice ? [choice.target] : [newTarget(''), ...choice.targets];
    this.#characters = Math.max(minCharacters, characters / new Set(targets.map(exclusionsOf)).size);
    const hosts = 'target' in choice ? { targets: [], rules: { patterns: [] } } : choice;
    this.#only = 'target' in choice ? this.#make(choice.target) : undefined;
    // A website of the bare domain comes before one with "www.".
    const ordered = hosts.targets.toSorted((a, b) => b.domain.length - a.domain.length);
    this.#known = new Map(ordered.map(target => [bareHost(target.domain), target]));
    this.#matches = hostTest(hosts.rules.patterns);
  }

  /** The website of a line with this virtual host (undefined: none stands in the line); undefined where it has none. */
  find(host: string | undefined): ClassifiedSite | undefined {
    if (this.#only || host === undefined) return this.#only;
    const domain = bareHost(host);
    const found = this.#byHost.get(domain);
    if (found) return found;
    const known = this.#known.get(domain);
    if ((!known && websiteOfHost(domain) === undefined) || !this.#matches(domain)) return undefined;
    if (!known && ++this.#new > maxNewHosts) {
      this.crowdedOut++;
      return undefined;
    }
    const target = known ?? newTarget(domain);
    this.#made.push(target);
    const site = this.#make(target);
    this.#byHost.set(domain, site);
    return site;
  }

  /** Whether a host is surely one, however short. */
  isKnownHost(host: string): boolean {
    return this.#only ? this.#only.ownHosts.has(host) : this.#known.has(bareHost(host));
  }

  /** Those of hosts that were made since this was called last, in the order of their numbers. */
  takeNew(): Target[] {
    return this.#made.splice(0);
  }

  /** Forgets everything that has the number of a text. */
  clear(): void {
    for (const { clients, requests } of this.#shared.values())
      for (const known of [clients, requests]) known.clear();
  }

  #make(target: Target): ClassifiedSite {
    const exclusions = exclusionsOf(target);
    const shared: SharedFields = this.#shared.get(exclusions) ?? {
      clients: new BoundedMap(this.#characters),
      requests: new BoundedMap(this.#characters),
    };
    this.#shared.set(exclusions, shared);
    const secret = lineSecret(siteSecret(this.#key, target.domain));
    return new ClassifiedSite(target, this.#count++, secret, shared);
  }
}

function exclusionsOf({ exclude_params, exclude_ips }: Target): string {
  return JSON.stringify([exclude_params, exclude_ips]);
}
