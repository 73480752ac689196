import { Agents } from '#server/import/fields/Agents.ts';
import { ownText } from '#server/import/fields/BoundedCache.ts';
import type { Clients } from '#server/import/fields/Clients.ts';
import { referrerHost } from '#server/import/fields/referrer.ts';
import type { LogLine } from '#server/import/formats/LogLine.ts';
import { ByteCache } from './ByteCache.ts';
import type { CountedSite, KnownRequest } from './CountedSite.ts';
import { type KnownHead, KnownHeads } from './KnownHeads.ts';
import { findText, LineBytes } from './LineBytes.ts';

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
