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
