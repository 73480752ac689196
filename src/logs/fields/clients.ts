import type { LogLine } from '#logs/formats/LogLine.ts';
import { BoundedCache } from './BoundedCache.ts';
import type { SiteRules, Sites } from './SiteRules.ts';
import { addressOf, forwardedClient } from './addresses.ts';
import type { Countries } from './countries.ts';

/** Which field of a line names the client, where that is not the address in front. */
export type ClientField =
  | { readonly kind: 'last' }
  /** Among the quoted fields: the request is 1, the referrer 2, the agent 3. */
  | { readonly kind: 'number'; readonly number: number }
  /** Of NAME=ADDRESS or NAME="ADDRESS". */
  | { readonly kind: 'name'; readonly name: string };

const firstBehindRequest = 2;

/** Reads "x-forwarded-for", "x-forwarded-for:4" and "x-forwarded-for:NAME"; undefined for anything else. */
export function readClientField(text: string | undefined): ClientField | undefined {
  const [, hasField, field = ''] = /^x-forwarded-for(:(.*))?$/i.exec(text?.trim() ?? '') ?? [undefined, '?'];
  if (hasField === undefined) return { kind: 'last' };
  const number = /^\d{1,3}$/.test(field) ? Number(field) : 0;
  if (number >= firstBehindRequest) return { kind: 'number', number };
  return /^[A-Za-z][\w.-]{0,60}$/.test(field) ? { kind: 'name', name: field } : undefined;
}

/** What a line has in the field; undefined where it has no such field, and for "-" and "". */
export function fieldOf(line: LogLine, field: ClientField): string | undefined {
  const fields = line.fields();
  const quoted = fields.filter(({ isQuoted }) => isQuoted);
  const value = (
    field.kind === 'last'
      ? quoted.at(-1)
      : field.kind === 'number'
        ? quoted[field.number - firstBehindRequest]
        : fields.find(({ name }) => name?.toLowerCase() === field.name.toLowerCase())
  )?.value;
  return value === '' || value === '-' ? undefined : value;
}

/** Who sent a request, and to which virtual host, as far as it stands before the time stamp. */
interface LineHead {
  /** In lower case, without port; "-" or "_" where the server had none. Undefined in a log that has no hosts. */
  readonly host: string | undefined;
  /** An address, or the name of a host where the server looks them up. */
  readonly address: string;
}

interface HeadRules {
  readonly isOwnHost: (host: string) => boolean;
  readonly isTrusted: (address: string) => boolean;
}

/**
 * "ADDRESS IDENTITY USER", with "HOST:PORT " in front where a log holds several websites; in place of the address perhaps
 * a proxy's list, "A, B", or a host name. Undefined where a word in front is neither an address nor a host.
 */
export function readHead(head: string, rules: HeadRules): LineHead | undefined {
  const [first = '', second = '', third] = head.split(' ', 3);
  const behind = readAddress(head.slice(first.length + 1), rules);
  const host = behind !== undefined && !first.endsWith(',') ? hostOf(first, rules) : undefined;
  const address = readAddress(head, rules);
  // A server's own address has its port behind it, else it is the client's.
  if (address !== undefined && (host === undefined || address === first)) return { host: undefined, address };
  if (behind !== undefined) return host === undefined ? undefined : { host, address: behind };
  return readNames(first, second, third, rules);
}

/** The host that a line's first word is, whatever client stands behind it; undefined where it may be a client itself. */
function hostBefore(word: string, rules: HeadRules): string | undefined {
  return word.endsWith(',') || readAddress(word, rules) !== undefined ? undefined : hostOf(word, rules);
}

/**
 * The same of two fields, where the host is empty in a format that has none. What a client sent as host and is none is "-".
 * Undefined where the address is no address, no list of them and no name.
 */
export function readNamedHead(host: string, text: string, rules: HeadRules): LineHead | undefined {
  const address = readAddress(text, rules) ?? (isName(text) && text !== '-' ? text.toLowerCase() : undefined);
  if (address === undefined) return undefined;
  if (host === '') return { host: undefined, address };
  const [, name = '-'] = /^(\[[\da-fA-F:.]{2,45}\]|[^:[\]]*)(?::\d{1,5})?$/.exec(host) ?? [];
  const plain = name.toLowerCase().replace(/\.$/, '');
  return { host: plain.startsWith('[') || isName(plain) ? plain : '-', address };
}

/** Of the first word, or of the list of a proxy; undefined where that is none. */
function readAddress(text: string, { isTrusted }: HeadRules): string | undefined {
  const list = /^(?:[^\s,]+, ?)*[^\s,]+/.exec(text)?.[0] ?? '';
  if (list.includes(',')) return forwardedClient(list, isTrusted);
  // What nginx writes for a request that came through a socket of the machine.
  return list === 'unix:' ? list : addressOf(list);
}

/** Where the server looks up the names of its clients. Nothing but "-" is in use as identity. */
function readNames(
  first: string,
  second: string,
  third: string | undefined,
  rules: HeadRules,
): LineHead | undefined {
  if (second === '-') return isName(first) ? { host: undefined, address: first.toLowerCase() } : undefined;
  const host = third === '-' && isName(second) ? hostOf(first, rules) : undefined;
  return host === undefined ? undefined : { host, address: second.toLowerCase() };
}

/** A single word could be anything: without dot and port it is a host only where it is the website's. */
function hostOf(word: string, { isOwnHost }: HeadRules): string | undefined {
  const [, text = '', port] = /^(\[[\da-fA-F:.]{2,45}\]|[^:[]*)(:\d{1,5})?$/.exec(word) ?? [];
  const name = text.toLowerCase().replace(/(?<=.)\.$/, '');
  if (name === '-' || name === '_' || name === 'localhost' || isOwnHost(name)) return name;
  const isHost = text.startsWith('[') || (isName(text) && (text.includes('.') || port !== undefined));
  return isHost ? name : undefined;
}

function isName(word: string): boolean {
  return word.length <= 253 && /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?\.?$/i.test(word);
}

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
