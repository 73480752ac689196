import type { Target } from '#server/database/waitingWebsites.ts';
import type { SharedFields } from './SharedFields.ts';
import { isPlainAsset } from '#server/import/fields/assets.ts';
import { LineHash } from '#server/import/lines/LineHash.ts';
import type { PageRequest } from '#server/import/fields/pageRequest.ts';
import { SiteRules } from '#server/import/sites/SiteRules.ts';

/** A request, with the numbers that its texts were given; 0 where none yet. */
export interface KnownRequest {
  readonly kind: PageRequest['kind'] | 'otherMethods';
  readonly page: string;
  readonly campaign: string;
  pageNumber: number;
  campaignNumber: number;
}

/** A website while lines are told apart for it. */
export class CountedSite extends SiteRules {
  readonly number: number;
  readonly hash: LineHash;
  readonly shared: SharedFields;

  /**
   * @param secret what the hashes of its lines are made with
   * @param shared with the websites that have the same exclusions
   */
  constructor(target: Target, number: number, secret: string, shared: SharedFields) {
    super(target, 0);
    this.shared = shared;
    this.number = number;
    this.hash = new LineHash(secret);
  }

  /** @param text is kept */
  makeRequest(text: string): KnownRequest {
    const request = text.startsWith('GET ') ? this.#readGet(text) : ({ kind: 'otherMethods' } as const);
    const { page, campaign } = request.kind === 'page' ? request : { page: '', campaign: '' };
    return { kind: request.kind, page, campaign, pageNumber: 0, campaignNumber: 0 };
  }

  #readGet(text: string): PageRequest {
    return isPlainAsset(text) ? { kind: 'assets' } : this.readRequest(text);
  }
}
