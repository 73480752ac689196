import { Agents } from '#server/import/fields/Agents.ts';
import { ownText } from '#server/import/fields/BoundedCache.ts';
import type { Client, Clients, Head } from '#server/import/fields/Clients.ts';
import { referrerHost } from '#server/import/fields/referrer.ts';
import { type FieldPlaces, type LogLine, longestLine } from '#server/import/formats/LogLine.ts';
import { ByteCache, viewOf } from './ByteCache.ts';
import type { CountedSite, KnownRequest } from './CountedSite.ts';

/** A head in one object, with the numbers that its texts were given; 0 where none yet. */
export interface KnownHead extends Client {
  readonly head: Head<CountedSite> | undefined;
  readonly site: CountedSite | undefined;
  readonly host: string | undefined;
  readonly isOwnHost: boolean;
  addressNumber: number;
  hostNumber: number;
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

/** Of lines that have none. */
export const unreadHead: KnownHead = {
  head: undefined,
  site: undefined,
  host: undefined,
  isOwnHost: false,
  address: '',
  isExcluded: false,
  place: 0,
  addressNumber: 0,
  hostNumber: 0,
};

const scratch = Buffer.alloc(longestLine * 2);
const scratchView = viewOf(scratch);

/** What is known of the fields of lines, found by their bytes where a line stands as it was written. */
export class KnownFields {
  readonly #clients: Clients<CountedSite>;
  readonly #agents = new Agents(0);
  readonly #heads = new ByteCache<KnownHead>();
  readonly #knownAgents = new ByteCache<KnownAgent>();
  readonly #referrers = new ByteCache<KnownReferrer>();
  #view = scratchView;
  #place = -1;

  constructor(clients: Clients<CountedSite>) {
    this.#clients = clients;
  }

  /** All software of agents so far. */
  get software(): Agents['software'] {
    return this.#agents.software;
  }

  /** Where the next line begins in the bytes that are read; negative where it is not there as it is. */
  at(view: DataView, place: number): void {
    this.#view = view;
    this.#place = place;
  }

  clear(): void {
    for (const cache of [this.#heads, this.#knownAgents, this.#referrers]) cache.clear();
  }

  head(line: LogLine): KnownHead {
    const cache = this.#heads;
    const { places } = line;
    const known = this.#stands(places) ? this.#find(cache, 0, places.time - 1) : findText(cache, line.head);
    return known ?? cache.add(knownHead(this.#clients.readHead(line)));
  }

  request(line: LogLine, site: CountedSite): KnownRequest {
    const cache = site.requests;
    const { places } = line;
    const known = this.#stands(places)
      ? this.#find(cache, places.request, places.requestEnd)
      : findText(cache, line.request);
    return known ?? cache.add(site.makeRequest(ownText(line.request)));
  }

  referrer(line: LogLine): KnownReferrer {
    const cache = this.#referrers;
    const { places } = line;
    const known = this.#stands(places)
      ? this.#find(cache, places.referrer, places.referrerEnd)
      : findText(cache, line.referrer);
    return known ?? cache.add({ host: referrerHost(ownText(line.referrer)), number: 0 });
  }

  agent(line: LogLine): KnownAgent {
    const cache = this.#knownAgents;
    const { places } = line;
    // Shorter ones may stand for none.
    const isPlain = this.#stands(places) && places.agentEnd > places.agent + 1;
    const agent = isPlain ? '' : line.agent;
    if (agent === undefined) return { ...this.#agents.of(undefined), number: 0 };
    const known = isPlain ? this.#find(cache, places.agent, places.agentEnd) : findText(cache, agent);
    return known ?? cache.add({ ...this.#agents.of(line.agent), number: 0 });
  }

  /** Whether the fields stand in the bytes as they are. */
  #stands(places: FieldPlaces | undefined): places is FieldPlaces {
    return places !== undefined && this.#place >= 0;
  }

  /** By the bytes between two places of the line. */
  #find<T extends object>(cache: ByteCache<T>, from: number, end: number): T | undefined {
    return cache.find(this.#view, this.#place + from, this.#place + end);
  }
}

function findText<T extends object>(cache: ByteCache<T>, text: string): T | undefined {
  // No field is longer than its line, but for the escapes that are put in.
  const bytes = text.length <= scratch.length ? scratch : Buffer.alloc(text.length);
  const length = bytes.write(text, 'latin1');
  return cache.find(bytes === scratch ? scratchView : viewOf(bytes), 0, length);
}

function knownHead(head: Head<CountedSite> | undefined): KnownHead {
  if (!head) return unreadHead;
  const { site, host, isOwnHost, client } = head;
  const { address, isExcluded, place } = client;
  return { head, site, host, isOwnHost, address, isExcluded, place, addressNumber: 0, hostNumber: 0 };
}
