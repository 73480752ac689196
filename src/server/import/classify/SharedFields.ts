import type { Client } from '#server/import/fields/Clients.ts';
import { ByteCache } from './ByteCache.ts';
import type { KnownRequest } from './CountedSite.ts';

/** A client, with the number that its address was given; 0 where none yet. */
export interface KnownClient extends Client {
  number: number;
}

/** What is known of the fields that mean the same on all websites with the same exclusions. */
export class SharedFields {
  readonly clients: ByteCache<KnownClient>;
  readonly requests: ByteCache<KnownRequest>;

  /** @param characters how much each of them may remember */
  constructor(characters: number) {
    this.clients = new ByteCache(characters);
    this.requests = new ByteCache(characters);
  }

  clear(): void {
    this.clients.clear();
    this.requests.clear();
  }
}
