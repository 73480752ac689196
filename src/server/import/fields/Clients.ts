import type { LogLine } from '#server/import/formats/LogLine.ts';
import { forwardedClient } from './address.ts';
import { BoundedCache } from './BoundedCache.ts';
import { type ClientField, fieldOf } from './clientField.ts';
import type { Countries } from './Countries.ts';
import { readHead, readNamedHead } from './lineHead.ts';

/** Who a line is from. */
export interface Client {
  /** An address; a host name where the server looks them up. */
  readonly address: string;
  readonly isExcluded: boolean;
  /** In the places of the countries. */
  readonly place: number;
}

/** What stands before the time stamp of a line. */
export interface Head {
  /** The virtual host; undefined in a log that has none. */
  readonly host: string | undefined;
  readonly isOwnHost: boolean;
  readonly client: Client;
}

export interface ClientRules {
  readonly isOwnHost: (host: string) => boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  /** Whether an address is one of the website's own proxies. */
  readonly isTrusted: (address: string) => boolean;
  /** Undefined: the client is the address in front. */
  readonly clientField: ClientField | undefined;
}

/** Finds who sent each line. What was found for an address is cached. */
export class Clients {
  /** Of how many lines the client's field had an address. */
  forwarded = 0;
  readonly #field: ClientField | undefined;
  readonly #heads: BoundedCache<Head | null>;
  readonly #clients: BoundedCache<Client | null>;

  constructor(rules: ClientRules, countries: Countries | undefined) {
    this.#field = rules.clientField;
    const clientAt = (address: string): Client => ({
      address,
      isExcluded: rules.isExcludedAddress(address),
      place: countries?.placeOf(address) ?? 0,
    });
    this.#heads = new BoundedCache(text => {
      const end = text.indexOf('\n');
      const head =
        end < 0 ? readHead(text, rules) : readNamedHead(text.slice(0, end), text.slice(end + 1), rules);
      if (head === undefined) return null;
      const { host, address } = head;
      return { host, isOwnHost: host === undefined || rules.isOwnHost(host), client: clientAt(address) };
    });
    this.#clients = new BoundedCache(list => {
      const address = forwardedClient(list, rules.isTrusted);
      return address === undefined ? null : clientAt(address);
    });
  }

  /** Undefined where neither an address nor a host stands in front. */
  headOf(line: LogLine): Head | undefined {
    return this.#heads.get(line.head) ?? undefined;
  }

  /** The client that the chosen field names. A line without one did not come through the proxy: then the one in front. */
  clientOf(line: LogLine, head: Head): Client {
    const list = this.#field && fieldOf(line, this.#field);
    const client = list === undefined ? null : this.#clients.get(list);
    if (client) this.forwarded++;
    return client ?? head.client;
  }
}
