import { KnownLines } from '#server/import/lines/KnownLines.ts';
import type { LinePool } from '#server/import/lines/LinePool.ts';
import type { SiteTally, Tally } from '#server/import/Tally.ts';
import type { Target } from '#server/database/waitingWebsites.ts';
import { SiteRules } from './SiteRules.ts';

interface SiteParts {
  /** By which its counts are found in the temporary database. */
  readonly number: number;
  /** What the hashes of visitors and lines are made with. */
  readonly key: string;
  /** The name that tells servers apart; empty for none. */
  readonly source: string;
  readonly pool: LinePool;
  readonly tally: Tally;
  /** Undefined: nothing is known of it, as if it was still to be created. */
  readonly website: number | undefined;
  /** How much it may remember of requests: several websites share what there is. */
  readonly requestCharacters: number;
}

/** A website while logs are counted for it: its rules, and what is known of its lines. */
export class Site extends SiteRules {
  readonly number: number;
  readonly target: Target;
  readonly website: number | undefined;
  /** Only who knows it can tell whose hash a visitor is. */
  readonly secret: string;
  readonly lines: KnownLines;
  readonly tally: SiteTally;
  /** Page views. */
  counted = 0;

  constructor(target: Target, { number, key, source, pool, tally, website, requestCharacters }: SiteParts) {
    super(target, requestCharacters);
    this.number = number;
    this.target = target;
    this.website = website;
    this.secret = `${key}\n${target.domain}`;
    this.lines = new KnownLines(pool, { site: number, website, source }, `${this.secret}\nlines`);
    this.tally = tally.of(number);
  }
}
