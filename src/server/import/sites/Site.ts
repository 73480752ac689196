import { KnownLines } from '#server/import/lines/KnownLines.ts';
import type { LinePool } from '#server/import/lines/LinePool.ts';
import type { SiteTally, Tally } from '#server/import/Tally.ts';
import type { Target } from '#server/database/waitingWebsites.ts';

export interface SiteParts {
  /** What the hashes of visitors and lines are made with. */
  readonly key: string;
  /** The name that tells servers apart; empty for none. */
  readonly source: string;
  readonly pool: LinePool;
  readonly tally: Tally;
}

/** A website while lines are counted for it, and what is known of its lines. */
export class Site {
  /** By which its counts are found in the temporary database. */
  readonly number: number;
  readonly target: Target;
  /** Undefined: nothing is known of it, as if it was still to be created. */
  readonly website: number | undefined;
  readonly secret: string;
  readonly lines: KnownLines;
  readonly tally: SiteTally;
  /** Page views. */
  counted = 0;

  constructor(
    target: Target,
    { number, website }: { readonly number: number; readonly website: number | undefined },
    { key, source, pool, tally }: SiteParts,
  ) {
    this.number = number;
    this.target = target;
    this.website = website;
    this.secret = siteSecret(key, target);
    this.lines = new KnownLines(pool, { site: number, website, source });
    this.tally = tally.of(number);
  }
}

/** Only who knows it can tell whose hash a visitor is. */
export function siteSecret(key: string, { domain }: Target): string {
  return `${key}\n${domain}`;
}

/** What the hashes of a website's lines are made with. */
export function lineSecret(secret: string): string {
  return `${secret}\nlines`;
}
