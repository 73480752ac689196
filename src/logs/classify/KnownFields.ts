import { BoundedCache, BoundedMap, ownText } from '#logs/fields/BoundedCache.ts';
import { type Agent, Agents } from '#logs/fields/agents.ts';
import type { Clients } from '#logs/fields/clients.ts';
import { referrerHost } from '#logs/fields/hosts.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { CountedSite, KnownClient, KnownRequest } from './sites.ts';

/** A virtual host, with the number that its text was given; 0 where none yet. */
interface KnownHost {
  /** Undefined in a log that has none. */
  readonly name: string | undefined;
  readonly site: CountedSite | undefined;
  readonly isOwnHost: boolean;
  number: number;
}

/** What stands before the time stamp. */
export interface KnownHead {
  readonly host: KnownHost;
  readonly client: KnownClient;
}

/** Of lines that have none. */
export const unreadHead: KnownHead = {
  host: { name: undefined, site: undefined, isOwnHost: false, number: 0 },
  client: { address: '', isExcluded: false, place: 0, number: 0 },
};

interface KnownReferrer {
  readonly host: string;
  number: number;
}

export interface KnownAgent extends Omit<Agent, 'id'> {
  number: number;
}

const fewCharacters = 1_000_000;

/** What is known of the fields of lines: a text is understood once. */
export class KnownFields {
  readonly #clients: Clients<CountedSite>;
  readonly #agents = new Agents(0);
  readonly #heads = new BoundedCache(text => this.#readHead(text));
  /** By the word in front: in the logs of many websites each host comes with each client. */
  readonly #hosts = new BoundedMap<KnownHost>(fewCharacters);
  readonly #clientsOfNone = new BoundedMap<KnownClient>(fewCharacters);
  readonly #knownAgents = new BoundedCache((text): KnownAgent => ({ ...this.#agents.of(text), number: 0 }));
  readonly #referrers = new BoundedCache((text): KnownReferrer => ({ host: referrerHost(text), number: 0 }));

  constructor(clients: Clients<CountedSite>) {
    this.#clients = clients;
  }

  /** All software of agents so far. */
  get software(): Agents['software'] {
    return this.#agents.software;
  }

  clear(): void {
    for (const cache of [this.#heads, this.#hosts, this.#clientsOfNone, this.#knownAgents, this.#referrers])
      cache.clear();
  }

  head({ head }: LogLine): KnownHead {
    return this.#hostAndClient(head) ?? this.#heads.get(head);
  }

  request({ request }: LogLine, site: CountedSite): KnownRequest {
    const cache = site.shared.requests;
    const known = cache.get(request);
    if (known) return known;
    const text = ownText(request);
    const made = site.makeRequest(text);
    // An absolute address is of this website or of another one.
    return text.startsWith('GET ') && text[4] !== '/' ? made : cache.add(text, made);
  }

  referrer({ referrer }: LogLine): KnownReferrer {
    return this.#referrers.get(referrer);
  }

  agent({ agent }: LogLine): KnownAgent {
    return agent === undefined ? { ...this.#agents.of(undefined), number: 0 } : this.#knownAgents.get(agent);
  }

  /** The two apart, where the line begins with a host that is known. */
  #hostAndClient(head: string): KnownHead | undefined {
    if (this.#hosts.isEmpty) return undefined;
    const end = head.indexOf(' ');
    const host = end < 0 ? undefined : this.#hosts.get(head.slice(0, end));
    if (!host) return undefined;
    const cache = host.site?.shared.clients ?? this.#clientsOfNone;
    const behind = head.slice(end + 1);
    const known = cache.get(behind);
    if (known) return { host, client: known };
    const text = ownText(behind);
    const client = this.#clients.clientBehind(text, host.site);
    return client && { host, client: cache.add(text, { ...client, number: 0 }) };
  }

  #readHead(text: string): KnownHead {
    const found = this.#clients.readHead(text);
    if (!found) return unreadHead;
    const { site, host: name, isOwnHost, client } = found;
    const host: KnownHost = { name, site, isOwnHost, number: 0 };
    const word = text.slice(0, Math.max(0, text.indexOf(' ')));
    if (word !== '' && this.#hosts.get(word) === undefined && this.#clients.isHost(word, name))
      this.#hosts.add(ownText(word), host);
    return { host, client: { ...client, number: 0 } };
  }
}
