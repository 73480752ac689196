import type { WebsiteValues } from '#server/database/websites.ts';

interface Country {
  readonly name: string;
  readonly continent: string;
  readonly language: string;
  /** The largest first. */
  readonly cities: readonly string[];
}

const europe = 'EU:Europe';
const asia = 'AS:Asia';
const northAmerica = 'NA:North America';
const southAmerica = 'SA:South America';

const countries: Readonly<Record<string, Country>> = {
  US: {
    name: 'United States',
    continent: northAmerica,
    language: 'en',
    cities: ['New York', 'San Francisco', 'Seattle', 'Chicago', 'Austin'],
  },
  GB: {
    name: 'United Kingdom',
    continent: europe,
    language: 'en',
    cities: ['London', 'Manchester', 'Edinburgh'],
  },
  DE: {
    name: 'Germany',
    continent: europe,
    language: 'de',
    cities: ['Berlin', 'Hamburg', 'Munich', 'Cologne'],
  },
  AT: { name: 'Austria', continent: europe, language: 'de', cities: ['Vienna', 'Innsbruck', 'Salzburg'] },
  CH: { name: 'Switzerland', continent: europe, language: 'de', cities: ['Zurich', 'Bern'] },
  FR: { name: 'France', continent: europe, language: 'fr', cities: ['Paris', 'Lyon', 'Marseille'] },
  IT: { name: 'Italy', continent: europe, language: 'it', cities: ['Milan', 'Rome', 'Bolzano'] },
  ES: { name: 'Spain', continent: europe, language: 'es', cities: ['Madrid', 'Barcelona'] },
  NL: { name: 'Netherlands', continent: europe, language: 'nl', cities: ['Amsterdam', 'Utrecht'] },
  PL: { name: 'Poland', continent: europe, language: 'pl', cities: ['Warsaw', 'Kraków'] },
  SE: { name: 'Sweden', continent: europe, language: 'sv', cities: ['Stockholm'] },
  CA: {
    name: 'Canada',
    continent: northAmerica,
    language: 'en',
    cities: ['Toronto', 'Vancouver', 'Montréal'],
  },
  MX: { name: 'Mexico', continent: northAmerica, language: 'es', cities: ['Mexico City'] },
  BR: { name: 'Brazil', continent: southAmerica, language: 'pt', cities: ['São Paulo', 'Rio de Janeiro'] },
  AR: { name: 'Argentina', continent: southAmerica, language: 'es', cities: ['Buenos Aires'] },
  IN: { name: 'India', continent: asia, language: 'en', cities: ['Bengaluru', 'Mumbai', 'Hyderabad'] },
  JP: { name: 'Japan', continent: asia, language: 'ja', cities: ['Tokyo', 'Osaka'] },
  CN: { name: 'China', continent: asia, language: 'zh', cities: ['Shanghai', 'Shenzhen'] },
  SG: { name: 'Singapore', continent: asia, language: 'en', cities: ['Singapore'] },
  AU: { name: 'Australia', continent: 'OC:Oceania', language: 'en', cities: ['Sydney', 'Melbourne'] },
  NZ: { name: 'New Zealand', continent: 'OC:Oceania', language: 'en', cities: ['Auckland'] },
  ZA: { name: 'South Africa', continent: 'AF:Africa', language: 'en', cities: ['Cape Town'] },
  NG: { name: 'Nigeria', continent: 'AF:Africa', language: 'en', cities: ['Lagos'] },
};

export interface Place {
  /** As the service writes them: "DE:Berlin", "DE:Germany", "EU:Europe", "de". */
  readonly city: string;
  readonly country: string;
  readonly continent: string;
  readonly language: string;
  readonly share: number;
}

/**
 * The cities a website's visitors come from.
 * @param shares by country code, relative to each other
 */
export function placesOf(shares: Readonly<Record<string, number>>): Place[] {
  return Object.entries(shares).flatMap(([code, share]) => {
    const country = countries[code];
    if (!country) throw new RangeError(`The demo knows no country ${code}.`);
    const { name, continent, language, cities } = country;
    return cities.map((city, rank) => ({
      city: `${code}:${city}`,
      country: `${code}:${name}`,
      continent,
      language,
      share: share / (rank + 1.5) / cities.length,
    }));
  });
}

/** Where visitors come from, by country code, relative to each other. */
export const world = {
  US: 34,
  GB: 9,
  DE: 11,
  FR: 6,
  NL: 4,
  PL: 3,
  SE: 2,
  CA: 5,
  BR: 4,
  IN: 10,
  JP: 4,
  CN: 3,
  SG: 1,
  AU: 3,
  ZA: 1,
  NG: 1,
};
export const west = { US: 52, GB: 15, CA: 10, DE: 8, FR: 4, AU: 5, NZ: 1, IN: 3 };
export const alps = { DE: 52, AT: 22, CH: 14, IT: 8, NL: 3, GB: 2 };
export const home = { DE: 93, AT: 3, CH: 2 };
export const latin = { ES: 38, MX: 24, AR: 14, US: 12, BR: 4 };

export interface Agent {
  readonly browser: string;
  readonly os: string;
  readonly device: Device;
  readonly share: number;
}

export type Device = 'desktop' | 'mobile' | 'tablet' | 'bot';

/** Who reads a website: people at work, people on the sofa, or people and the bots that are not excluded. */
export type Readership = 'developers' | 'everyone' | 'everyoneAndBots';

type Row = readonly [browser: string, os: string, device: Device, developers: number, everyone: number];

const rows: readonly Row[] = [
  ['Chrome', 'Windows', 'desktop', 24, 17],
  ['Chrome', 'macOS', 'desktop', 20, 6],
  ['Chrome', 'Linux', 'desktop', 9, 1],
  ['Chrome', 'Chrome OS', 'desktop', 1, 2],
  ['Chrome', 'Android', 'mobile', 8, 25],
  ['Chrome', 'Android', 'tablet', 0, 2],
  ['Safari', 'iOS', 'mobile', 7, 24],
  ['Safari', 'iOS', 'tablet', 1, 4],
  ['Safari', 'macOS', 'desktop', 8, 5],
  ['Firefox', 'Windows', 'desktop', 6, 3],
  ['Firefox', 'Linux', 'desktop', 8, 0.5],
  ['Firefox', 'macOS', 'desktop', 4, 0.5],
  ['Microsoft Edge', 'Windows', 'desktop', 5, 6],
  ['Samsung Internet', 'Android', 'mobile', 0, 4],
  ['Opera', 'Windows', 'desktop', 1, 1],
];

const bots: readonly Agent[] = [
  { browser: 'Googlebot', os: '', device: 'bot', share: 6 },
  { browser: 'bingbot', os: '', device: 'bot', share: 3 },
];

export function agentsOf(readership: Readership): Agent[] {
  const people = rows.map(([browser, os, device, developers, everyone]) => ({
    browser,
    os,
    device,
    share: readership === 'developers' ? developers : everyone,
  }));
  return [...people, ...(readership === 'everyoneAndBots' ? bots : [])].filter(agent => agent.share > 0);
}

/** How common a screen is on each device. */
export const resolutions: Readonly<Record<Device, Readonly<Record<string, number>>>> = {
  desktop: {
    '1920x1080': 40,
    '2560x1440': 20,
    '1440x900': 14,
    '1536x864': 12,
    '1366x768': 9,
    '3840x2160': 5,
  },
  mobile: { '390x844': 40, '360x800': 32, '412x915': 18, '428x926': 10 },
  tablet: { '820x1180': 60, '810x1080': 40 },
  bot: { '1024x1024': 1 },
};

export interface Site {
  readonly domain: string;
  /** How many days before its first statistics it was added. */
  readonly addedBefore: number;
  /** Where they are other than a new website's. */
  readonly settings?: Partial<Omit<WebsiteValues, 'domain' | 'password_hash'>>;
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
  /** Left out, everyone. */
  readonly readership?: Readership;
  /** Visitors by country code, relative to each other. */
  readonly countries: Readonly<Record<string, number>>;
  /** The first day with visitors from a country, counted as `opens` is; of others there are from the beginning. */
  readonly arrivals?: Readonly<Record<string, number>>;
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
