import { ownText } from '#logs/fields/BoundedCache.ts';
import { Agents } from '#logs/fields/agents.ts';
import type { Clients, Head } from '#logs/fields/clients.ts';
import { referrerHost } from '#logs/fields/hosts.ts';
import { type FieldPlaces, type LogLine, longestLine } from '#logs/formats/LogLine.ts';
import { ByteCache, viewOf } from './ByteCache.ts';
import type { CountedSite, KnownClient, KnownRequest } from './sites.ts';

const scratch = Buffer.alloc(longestLine * 2);
const scratchView = viewOf(scratch);

/** The bytes of the line that is read, where they stand as they were written: in them fields are found without making texts. */
class LineBytes {
  #view = scratchView;
  #place = -1;

  /** Where the next line begins in the bytes that are read; negative where it is not there as it is. */
  at(view: DataView, place: number): void {
    this.#view = view;
    this.#place = place;
  }

  /** Whether the fields stand in the bytes as they are. */
  have(places: FieldPlaces | undefined): places is FieldPlaces {
    return places !== undefined && this.#place >= 0;
  }

  /** By the bytes between two places of the line. */
  find<T extends object>(cache: ByteCache<T>, from: number, end: number): T | undefined {
    return cache.find(this.#view, this.#place + from, this.#place + end);
  }

  /** The place of the first such byte before `end`, which else is returned. */
  indexOf(byte: number, end: number): number {
    let at = 0;
    while (at < end && this.#view.getUint8(this.#place + at) !== byte) at++;
    return at;
  }
}

/** @param text Latin-1 */
function findText<T extends object>(cache: ByteCache<T>, text: string): T | undefined {
  // No field is longer than its line, but for the escapes that are put in.
  const bytes = text.length <= scratch.length ? scratch : Buffer.alloc(text.length);
  const length = bytes.write(text, 'latin1');
  return cache.find(bytes === scratch ? scratchView : viewOf(bytes), 0, length);
}

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
class KnownHeads {
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

interface KnownReferrer {
  readonly host: string;
  number: number;
}

export interface KnownAgent {
  readonly text: string;
  readonly isBot: boolean;
  readonly bot: string;
  readonly software: number;
  number: number;
}

/** What is known of the fields of lines, found by their bytes where a line stands as it was written. */
export class KnownFields {
  readonly #agents = new Agents(0);
  readonly #bytes = new LineBytes();
  readonly #heads: KnownHeads;
  readonly #knownAgents = new ByteCache<KnownAgent>();
  readonly #referrers = new ByteCache<KnownReferrer>();

  constructor(clients: Clients<CountedSite>) {
    this.#heads = new KnownHeads(this.#bytes, clients);
  }

  /** All software of agents so far. */
  get software(): Agents['software'] {
    return this.#agents.software;
  }

  /** Where the next line begins in the bytes that are read; negative where it is not there as it is. */
  at(view: DataView, place: number): void {
    this.#bytes.at(view, place);
  }

  clear(): void {
    for (const cache of [this.#heads, this.#knownAgents, this.#referrers]) cache.clear();
  }

  head(line: LogLine): KnownHead {
    return this.#heads.of(line);
  }

  request(line: LogLine, site: CountedSite): KnownRequest {
    const cache = site.shared.requests;
    const { places } = line;
    const known = this.#bytes.have(places)
      ? this.#bytes.find(cache, places.request, places.requestEnd)
      : findText(cache, line.request);
    if (known) return known;
    const text = ownText(line.request);
    const made = site.makeRequest(text);
    // An absolute address is of this website or of another one.
    return text.startsWith('GET ') && text[4] !== '/' ? made : cache.add(made);
  }

  referrer(line: LogLine): KnownReferrer {
    const cache = this.#referrers;
    const { places } = line;
    const known = this.#bytes.have(places)
      ? this.#bytes.find(cache, places.referrer, places.referrerEnd)
      : findText(cache, line.referrer);
    return known ?? cache.add({ host: referrerHost(ownText(line.referrer)), number: 0 });
  }

  agent(line: LogLine): KnownAgent {
    const cache = this.#knownAgents;
    const { places } = line;
    // Shorter ones may stand for none.
    const isPlain = this.#bytes.have(places) && places.agentEnd > places.agent + 1;
    const agent = isPlain ? '' : line.agent;
    if (agent === undefined) return { ...this.#agents.of(undefined), number: 0 };
    const known = isPlain ? this.#bytes.find(cache, places.agent, places.agentEnd) : findText(cache, agent);
    return known ?? cache.add({ ...this.#agents.of(line.agent), number: 0 });
  }
}
