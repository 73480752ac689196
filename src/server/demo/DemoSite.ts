import type { WebsiteValues } from '#server/database/websites.ts';
import type { Readership } from './audience.ts';

export interface Rhythm {
  /** Visitors of a usual day. */
  readonly visitors: number;
  /** 0.2 is 20% more a year. */
  readonly yearlyGrowth: number;
  /** Factors, Monday first; left out, all alike. */
  readonly weekdays?: Seven;
  /** Factors, January first; left out, of a usual year. */
  readonly months?: Twelve;
  /** Visitors of each hour, relative to each other, midnight first. */
  readonly hours: TwentyFour;
  /** How many times the usual day its best days bring, after something was linked from elsewhere. */
  readonly spike?: number;
  /** First and last day with visitors, counted from the start of the month in which the demo was begun. */
  readonly opens?: number;
  readonly closes?: number;
}

interface Content {
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
  readonly campaigns?: Readonly<Record<string, number>>;
  /** How many for each visitor: 0.05 is one for twenty. */
  readonly events?: Readonly<Record<string, number>>;
}

export interface Site {
  readonly domain: string;
  /** How many days before its first statistics it was added. */
  readonly addedBefore: number;
  /** Where they are other than a new website's. */
  readonly settings?: Partial<Omit<WebsiteValues, 'domain' | 'password_hash'>>;
  readonly rhythm: Rhythm;
  readonly content: Content;
  /** Left out, everyone. */
  readonly readership?: Readership;
  /** Visitors by country code, relative to each other. */
  readonly countries: Readonly<Record<string, number>>;
}

export function paths(text: string): string[] {
  return text.split(/\s+/);
}

/** Shares written in one text: "direct 34, www.google.com 26"; direct visitors have no referrer. */
export function shares(text: string): Record<string, number> {
  const entries = text.split(', ').map(part => part.split(' '));
  return Object.fromEntries(
    entries.map(([name = '', share]) => [name === 'direct' ? '' : name, Number(share)]),
  );
}

type N = number;
type Seven = readonly [N, N, N, N, N, N, N];
type Twelve = readonly [N, N, N, N, N, N, N, N, N, N, N, N];
type TwentyFour = readonly [...Twelve, ...Twelve];

// Hours of the service's day.
export const officeHours: TwentyFour = [
  1, 1, 1, 1, 1, 2, 3, 6, 10, 12, 12, 11, 9, 11, 12, 12, 11, 9, 6, 4, 4, 3, 2, 1,
];
export const eveningHours: TwentyFour = [
  3, 2, 1, 1, 1, 1, 2, 4, 5, 6, 6, 7, 8, 7, 7, 7, 8, 9, 11, 13, 14, 13, 10, 6,
];
export const worldHours: TwentyFour = [
  6, 5, 5, 5, 5, 6, 6, 7, 9, 10, 10, 9, 9, 10, 11, 12, 12, 11, 10, 9, 9, 8, 8, 7,
];

export const workingWeek: Seven = [1.15, 1.22, 1.2, 1.17, 1.02, 0.6, 0.64];
export const weekendWeek: Seven = [0.9, 0.85, 0.86, 0.9, 1, 1.24, 1.25];
export const schoolWeek: Seven = [1.4, 1.25, 1.2, 1.2, 1.05, 0.35, 0.55];
export const evenWeek: Seven = [1, 1.02, 1.01, 1, 0.99, 0.98, 1];

export const evenYear: Twelve = [1.02, 1.02, 1.02, 1, 1, 0.97, 0.93, 0.93, 1.02, 1.05, 1.04, 0.98];
export const shoppingYear: Twelve = [0.85, 0.8, 0.85, 0.88, 0.92, 0.9, 0.85, 0.88, 0.95, 1.1, 1.55, 1.7];
export const mountainYear: Twelve = [0.9, 0.85, 0.7, 0.7, 1, 1.4, 1.75, 1.7, 1.3, 0.8, 0.5, 0.7];
export const taxYear: Twelve = [1.6, 1.9, 2.1, 1.6, 1, 0.6, 0.6, 0.5, 0.5, 0.5, 0.6, 0.8];
export const schoolYear: Twelve = [1.1, 1.1, 1.1, 1, 1.05, 1, 0.4, 0.7, 1.4, 1.1, 1.1, 0.9];
export const kitchenYear: Twelve = [1.1, 1, 0.95, 1, 0.9, 0.85, 0.8, 0.82, 0.95, 1.05, 1.2, 1.5];
