import { isIP } from 'node:net';
import { BoundedCache } from './BoundedCache.ts';
import type { Countries } from './Countries.ts';
import { plainAddress } from './exclusions.ts';

/** Who a line is from: what stands before its time stamp. */
export interface Client {
  /** The virtual host, where it is another website's. */
  readonly otherHost: string | undefined;
  /** An address; a host name where the server looks them up. */
  readonly address: string;
  readonly isExcluded: boolean;
  /** In the places of the countries. */
  readonly place: number;
}

interface ClientRules {
  readonly isOwnHost: (host: string) => boolean;
  readonly isExcludedAddress: (address: string) => boolean;
}

export class Clients {
  readonly #clients: BoundedCache<Client | null>;

  constructor(rules: ClientRules, countries: Countries | undefined) {
    this.#clients = new BoundedCache(head => readClient(head, rules, countries));
  }

  /** Undefined when there is no address. */
  of(head: string): Client | undefined {
    return this.#clients.get(head) ?? undefined;
  }
}

/**
 * "ADDRESS IDENTITY USER", with "HOST:PORT " in front where a log holds several websites. Of several addresses (a proxy's
 * list, "A, B") the first is the visitor's.
 */
function readClient(head: string, rules: ClientRules, countries: Countries | undefined): Client | null {
  const [first = '', second = ''] = head.split(' ', 2).map(word => word.replace(/,$/, ''));
  const plain = plainAddress(first);
  const hasHost = isIP(plain) === 0 && isIP(second) !== 0;
  const address = hasHost ? plainAddress(second) : plain;
  if (address === '' || address === '-') return null;
  const host = hasHost ? first.toLowerCase().replace(/:\d+$/, '') : undefined;
  return {
    otherHost: host !== undefined && !rules.isOwnHost(host) ? host : undefined,
    address,
    isExcluded: rules.isExcludedAddress(address),
    place: countries?.placeOf(address) ?? 0,
  };
}
