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
