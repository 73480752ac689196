import type { LogLine } from '#server/import/formats/LogLine.ts';
import type { SiteRules } from '#server/import/sites/SiteRules.ts';
import type { Sites } from '#server/import/sites/Sites.ts';
import { forwardedClient } from './address.ts';
import { BoundedCache } from './BoundedCache.ts';
import { type ClientField, fieldOf } from './clientField.ts';
import type { Countries } from './Countries.ts';
import { type HeadRules, hostBefore, readAddress, readHead, readNamedHead } from './lineHead.ts';

/** Who a line is from. */
export interface Client {
  /** An address; a host name where the server looks them up. */
  readonly address: string;
  readonly isExcluded: boolean;
  /** In the places of the countries. */
  readonly place: number;
}

/** What stands before the time stamp of a line. */
export interface Head<S extends SiteRules> {
  /** The virtual host; undefined in a log that has none. */
  readonly host: string | undefined;
  /** The website that its line is for; undefined where there is none. */
  readonly site: S | undefined;
  /** Whether the host is the website's own, or none is there. */
  readonly isOwnHost: boolean;
  readonly client: Client;
}

interface ClientRules<S extends SiteRules> {
  readonly sites: Sites<S>;
  /** Whether an address is one of the website's own proxies. */
  readonly isTrusted: (address: string) => boolean;
  /** Undefined: the client is the address in front. */
  readonly clientField: ClientField | undefined;
}

/** Finds who sent each line. What was found for an address is cached. */
export class Clients<S extends SiteRules> {
  readonly #field: ClientField | undefined;
  readonly #heads: BoundedCache<Head<S> | null>;
  readonly #readHead: (text: string) => Head<S> | null;
  readonly #rules: HeadRules;
  readonly #clientAt: (address: string, site: S | undefined) => Client;
  readonly #clients: BoundedCache<Client | null>;

  /** @param characters how much it may remember, of heads and of clients */
  constructor(rules: ClientRules<S>, countries: Countries | undefined, characters = 1_000_000) {
    this.#field = rules.clientField;
    const { sites, isTrusted } = rules;
    // An address comes back with other hosts and other words in front.
    const places = countries && new BoundedCache(address => countries.placeOf(address));
    const clientAt = (address: string, site: S | undefined): Client => ({
      address,
      isExcluded: site?.isExcludedAddress(address) === true,
      place: places?.get(address) ?? 0,
    });
    const headRules = { isTrusted, isOwnHost: sites.isKnownHost };
    this.#rules = headRules;
    this.#clientAt = clientAt;
    this.#readHead = text => {
      const end = text.indexOf('\n');
      const head =
        end < 0
          ? readHead(text, headRules)
          : readNamedHead(text.slice(0, end), text.slice(end + 1), headRules);
      if (head === undefined) return null;
      const { host, address } = head;
      const site = sites.of(host);
      const isOwnHost = host === undefined || site?.isOwnHost(host) === true;
      return { host, site, isOwnHost, client: clientAt(address, site) };
    };
    this.#heads = new BoundedCache(this.#readHead, characters);
    this.#clients = new BoundedCache(key => {
      const end = key.indexOf('\n');
      const address = forwardedClient(key.slice(end + 1), isTrusted);
      const [host] = end < 0 ? [] : [key.slice(0, end)];
      return address === undefined ? null : clientAt(address, sites.of(host));
    }, characters);
  }

  /** Undefined where neither an address nor a host stands in front. */
  headOf(line: LogLine): Head<S> | undefined {
    return this.#heads.get(line.head) ?? undefined;
  }

  /**
   * The same, not remembered.
   * @param text a line's `head`, kept
   */
  readHead(text: string): Head<S> | undefined {
    return this.#readHead(text) ?? undefined;
  }

  /** Whether a word in front of a line is this host, and surely no client. */
  isHost(word: string, host: string | undefined): boolean {
    return host !== undefined && hostBefore(word, this.#rules) === host;
  }

  /**
   * The client of a line that begins with the host of a website; undefined where it must be read as a whole.
   * @param text what stands between the host and the time stamp, kept
   */
  clientBehind(text: string, site: S | undefined): Client | undefined {
    const address = readAddress(text, this.#rules);
    return address === undefined ? undefined : this.#clientAt(address, site);
  }

  /** Whether a field names the clients. */
  get hasField(): boolean {
    return this.#field !== undefined;
  }

  /**
   * The client that the chosen field names, another object than the head's. A line without one did not come through the proxy:
   * then the one in front.
   */
  clientOf(line: LogLine, head: Pick<Head<S>, 'host' | 'client'>): Client {
    const list = this.#field && fieldOf(line, this.#field);
    const client =
      list === undefined ? null : this.#clients.get(head.host === undefined ? list : `${head.host}\n${list}`);
    return client ?? head.client;
  }
}
