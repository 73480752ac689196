import type { WebsiteValues } from '#server/database/websiteQueries.ts';
import type { Readership } from './agents.ts';

/** How a website's traffic moves. */
export interface Rhythm {
  /** Visitors of a usual day. */
  readonly visitors: number;
  /** 0.2 is 20% more a year. */
  readonly yearlyGrowth: number;
  /** Factors, Monday first. */
  readonly weekdays: Seven;
  /** Factors, January first. */
  readonly months: Twelve;
  /** Visitors of each hour, relative to each other, midnight first. */
  readonly hours: TwentyFour;
  /** How many times the usual day its best days bring, after something was linked from elsewhere. */
  readonly spike?: number;
  /** First and last day with visitors, counted from the start of the month in which the demo was begun. */
  readonly opens?: number;
  readonly closes?: number;
}

export interface Content {
  /** The most read first. */
  readonly pages: readonly string[];
  /** Pages reached from others only, the most read first. */
  readonly innerPages: readonly string[];
  readonly pagesPerSession: number;
  /** Sessions by referrer, relative to each other; '' is direct. */
  readonly referrers: Readonly<Record<string, number>>;
  /** Where the visitors of a spike come from. */
  readonly spikeReferrer?: string;
  /** Parts of all sessions: 0.05 is one in twenty. */
  readonly campaigns: Readonly<Record<string, number>>;
  /** How many for each visitor: 0.05 is one for twenty. */
  readonly events: Readonly<Record<string, number>>;
}

/** A website of the demo. */
export interface Site {
  readonly domain: string;
  /** How many days before its first statistics it was added. */
  readonly addedBefore: number;
  /** Where they are other than a new website's. */
  readonly settings?: Partial<Omit<WebsiteValues, 'domain' | 'password_hash'>>;
  readonly rhythm: Rhythm;
  readonly content: Content;
  readonly readership: Readership;
  /** Visitors by country code, relative to each other. */
  readonly countries: Readonly<Record<string, number>>;
}

/** Paths written in one text with space between them. */
export function paths(text: string): string[] {
  return text.split(/\s+/);
}

type N = number;
export type Seven = readonly [N, N, N, N, N, N, N];
export type Twelve = readonly [N, N, N, N, N, N, N, N, N, N, N, N];
export type TwentyFour = readonly [...Twelve, ...Twelve];
