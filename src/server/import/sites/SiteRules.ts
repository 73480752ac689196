import type { Target } from '#server/database/waitingWebsites.ts';
import { BoundedCache } from '#server/import/fields/BoundedCache.ts';
import { addressTest, parameterTest } from '#server/import/fields/exclusions.ts';
import { type PageRequest, readPageRequest } from '#server/import/fields/pageRequest.ts';
import { ownHostTest } from '#server/import/fields/referrer.ts';

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
