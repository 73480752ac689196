import { ownText } from '#server/import/fields/BoundedCache.ts';
import type { Clients, Head } from '#server/import/fields/Clients.ts';
import type { LogLine } from '#server/import/formats/LogLine.ts';
import { ByteCache } from './ByteCache.ts';
import type { CountedSite } from './CountedSite.ts';
import { findText, type LineBytes } from './LineBytes.ts';
import type { KnownClient } from './SharedFields.ts';

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

const space = 32;
const fewCharacters = 1_000_000;

/** The heads of lines: a whole one, or its host and its client apart in the logs of many websites, where each comes with each. */
export class KnownHeads {
  readonly #bytes: LineBytes;
  readonly #clients: Clients<CountedSite>;
  readonly #heads = new ByteCache<KnownHead>();
  /** By the word in front. */
  readonly #hosts = new ByteCache<KnownHost>(fewCharacters);
  readonly #clientsOfNone = new ByteCache<KnownClient>(fewCharacters);

  constructor(bytes: LineBytes, clients: Clients<CountedSite>) {
    this.#bytes = bytes;
    this.#clients = clients;
  }

  clear(): void {
    for (const cache of [this.#heads, this.#hosts, this.#clientsOfNone]) cache.clear();
  }

  of(line: LogLine): KnownHead {
    const { places } = line;
    const end = this.#bytes.have(places) ? places.time - 1 : -1;
    const apart = end < 0 ? undefined : this.#hostAndClient(line, end);
    if (apart) return apart;
    const cache = this.#heads;
    const known = end < 0 ? findText(cache, line.head) : this.#bytes.find(cache, 0, end);
    return known ?? this.#remember(cache.add(knownHead(this.#clients.readHead(ownText(line.head)))), line);
  }

  /** So that the next line is found by its host, where one stands in front. */
  #remember(head: KnownHead, line: LogLine): KnownHead {
    const word = line.head.slice(0, line.head.indexOf(' ') + 1).trimEnd();
    if (word !== '' && this.#clients.isHost(word, head.host.name) && !findText(this.#hosts, word))
      this.#hosts.add(head.host);
    return head;
  }

  /** The two apart, where the line begins with a host that is known. */
  #hostAndClient(line: LogLine, end: number): KnownHead | undefined {
    if (this.#hosts.isEmpty) return undefined;
    const word = this.#bytes.indexOf(space, end);
    const host = this.#bytes.find(this.#hosts, 0, word);
    if (!host) return undefined;
    const cache = host.site?.shared.clients ?? this.#clientsOfNone;
    const known = this.#bytes.find(cache, word + 1, end);
    if (known) return { host, client: known };
    const client = this.#clients.clientBehind(ownText(line.head.slice(word + 1)), host.site);
    return client && { host, client: cache.add({ ...client, number: 0 }) };
  }
}

function knownHead(head: Head<CountedSite> | undefined): KnownHead {
  if (!head) return unreadHead;
  const { site, host, isOwnHost, client } = head;
  return { host: { name: host, site, isOwnHost, number: 0 }, client: { ...client, number: 0 } };
}
