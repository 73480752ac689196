import { BoundedCache } from '#server/import/fields/BoundedCache.ts';
import { addressTest, parameterTest } from '#server/import/fields/exclusions.ts';
import { type PageRequest, readPageRequest } from '#server/import/fields/pageRequest.ts';
import { ownHostTest } from '#server/import/fields/referrer.ts';
import { KnownLines } from '#server/import/lines/KnownLines.ts';
import type { LinePool } from '#server/import/lines/LinePool.ts';
import type { SiteTally, Tally } from '#server/import/Tally.ts';
import type { Target } from '#server/database/waitingWebsites.ts';

interface SiteParts {
  /** By which its counts are found in the temporary database. */
  readonly number: number;
  /** What the hashes of visitors and lines are made with. */
  readonly key: string;
  /** The name that tells servers apart; empty for none. */
  readonly source: string;
  readonly pool: LinePool;
  readonly tally: Tally;
  /** Undefined: nothing is known of it, as if it was still to be created. */
  readonly website: number | undefined;
  /** How much it may remember of requests: several websites share what there is. */
  readonly requestCharacters: number;
}

/** A website while logs are counted for it: its rules, and what is known of its lines. */
export class Site {
  readonly number: number;
  readonly target: Target;
  readonly website: number | undefined;
  readonly excludesBots: boolean;
  readonly isOwnHost: (host: string) => boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  /** Entries of its excluded addresses that are none. */
  readonly unusable: readonly string[];
  /** Only who knows it can tell whose hash a visitor is. */
  readonly secret: string;
  readonly lines: KnownLines;
  readonly tally: SiteTally;
  /** Page views. */
  counted = 0;
  readonly #requests: BoundedCache<PageRequest>;

  constructor(target: Target, { number, key, source, pool, tally, website, requestCharacters }: SiteParts) {
    const { domain, exclude_bots, exclude_params, exclude_ips } = target;
    const addresses = addressTest(exclude_ips);
    this.number = number;
    this.target = target;
    this.website = website;
    this.excludesBots = exclude_bots === 1;
    this.isOwnHost = ownHostTest(domain);
    this.isExcludedAddress = addresses.isExcluded;
    this.unusable = addresses.unusable;
    this.secret = `${key}\n${domain}`;
    this.lines = new KnownLines(pool, { site: number, website, source }, `${this.secret}\nlines`);
    this.tally = tally.of(number);
    const isExcludedParameter = parameterTest(exclude_params);
    const rules = { isOwnHost: this.isOwnHost, isExcludedParameter };
    this.#requests = new BoundedCache(request => readPageRequest(request, rules), requestCharacters);
  }

  requestOf(request: string): PageRequest {
    return this.#requests.get(request);
  }
}
