import { isIP } from 'node:net';
import type { Target } from '#logs/storage/targets.ts';
import { hostName } from '#model/website/domain.ts';
import { BoundedCache } from './BoundedCache.ts';
import { addressTest, parameterTest } from './addresses.ts';
import { ownHostTest } from './hosts.ts';
import { type PageRequest, readPageRequest } from './requests.ts';

/** Which lines of a log a website counts. */
export class SiteRules {
  readonly excludesBots: boolean;
  readonly isOwnHost: (host: string) => boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  /** Reads one that begins with "GET ". */
  readonly readRequest: (request: string) => PageRequest;
  readonly #requests: BoundedCache<PageRequest>;

  /** @param requestCharacters how much it may remember of requests */
  constructor({ domain, exclude_bots, exclude_params, exclude_ips }: Target, requestCharacters: number) {
    this.excludesBots = exclude_bots === 1;
    this.isOwnHost = ownHostTest(domain);
    this.isExcludedAddress = addressTest(exclude_ips).isExcluded;
    const isExcludedParameter = parameterTest(exclude_params);
    const rules = { isOwnHost: this.isOwnHost, isExcludedParameter };
    this.readRequest = request => readPageRequest(request, rules);
    this.#requests = new BoundedCache(this.readRequest, requestCharacters);
  }

  /** The same, remembered. */
  requestOf(request: string): PageRequest {
    return this.#requests.get(request);
  }
}

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

/** Which hosts become websites. A Host header is chosen by whoever sends it. */
export interface HostRules {
  /** A host with fewer page views waits. */
  readonly fewestViews: number;
  /** So many websites are made at most. */
  readonly mostWebsites: number;
  /** "example.com" or "*.example.com"; empty: all. */
  readonly patterns: readonly string[];
}

/** More new hosts are left out: nobody has so many, but anybody can send them. */
const mostNewHosts = 2_000;

/** Each host in the lines is a website of its own; "www." belongs to the bare domain. */
export class HostSites<S extends SiteRules> implements Sites<S> {
  /** Hosts that were left out since there were too many. */
  crowdedOut = 0;
  readonly #known: ReadonlyMap<string, Target>;
  readonly #sites = new Map<string, S>();
  readonly #matches: (domain: string) => boolean;
  readonly #make: (domain: string, target: Target | undefined) => S;
  #new = 0;

  /** @param known the websites there are, waiting ones too */
  constructor(
    known: readonly Target[],
    { patterns }: HostRules,
    make: (domain: string, target: Target | undefined) => S,
  ) {
    // A website of the bare domain comes before one with "www.".
    const ordered = known.toSorted((a, b) => Number(isBare(a.domain)) - Number(isBare(b.domain)));
    this.#known = new Map(ordered.map(target => [bareDomain(target.domain), target]));
    this.#matches = hostTest(patterns);
    this.#make = make;
  }

  readonly of = (host: string | undefined): S | undefined => {
    if (host === undefined) return undefined;
    const domain = bareDomain(host);
    const found = this.#sites.get(domain);
    if (found) return found;
    const known = this.#known.get(domain);
    if (!known && !isWebsiteHost(domain)) return undefined;
    if (!this.#matches(domain)) return undefined;
    if (!known && ++this.#new > mostNewHosts) {
      this.crowdedOut++;
      return undefined;
    }
    const site = this.#make(domain, known);
    this.#sites.set(domain, site);
    return site;
  };

  readonly isKnownHost = (host: string): boolean => this.#known.has(bareDomain(host));
}

/** The website that a host becomes, without "www."; undefined for an address, and for a name that only this machine knows. */
export function websiteOfHost(host: string): string | undefined {
  const domain = bareDomain(host);
  return isWebsiteHost(domain) ? domain : undefined;
}

/** Neither an address nor a name without a dot. */
function isWebsiteHost(domain: string): boolean {
  return (
    domain.includes('.') && isIP(domain) === 0 && !/(?:^|\.)\d+$/.test(domain) && hostName(domain) === domain
  );
}

function bareDomain(host: string): string {
  return host.startsWith('www.') && host.includes('.', 4) ? host.slice(4) : host;
}

function isBare(domain: string): boolean {
  return bareDomain(domain) === domain;
}

/** Tells hosts by patterns, in which "*" stands for any letters. */
export function hostTest(patterns: readonly string[]): (domain: string) => boolean {
  if (patterns.length === 0) return () => true;
  const exact = new Set<string>();
  const wild: (readonly string[])[] = [];
  for (const pattern of patterns) {
    const bare = bareDomain(pattern.trim().toLowerCase());
    if (bare.includes('*')) wild.push(bare.split('*'));
    else exact.add(bare);
  }
  return domain => exact.has(domain) || wild.some(pieces => fits(domain, pieces));
}

/** The pieces in their order, the first at the start and the last at the end. */
function fits(domain: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop() ?? '';
  if (!domain.startsWith(first) || !domain.endsWith(last)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = domain.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= domain.length - last.length;
}
