import { hourValues } from '#model/period/format.ts';
import type { InterfaceStatistic } from '#model/statistics/statistics.ts';
import { agentsOf, placesOf, resolutions, type Site } from './DemoSite.ts';
import { seeded, textKey } from './random.ts';

/**
 * Values with their shares, which rise and fall over the months, so that statistics show changes.
 * @param shares relative to each other
 * @param swing how far a share moves around its middle: 0.4 is 40% up and down, above 1 it is gone for a while
 */
export function varyingShares(shares: Readonly<Record<string, number>>, swing: number) {
  const varying = Object.entries(shares).map(([value, share]) => {
    const random = seeded(textKey(value));
    return { value, share, period: 80 + Math.floor(random() * 200), phase: Math.floor(random() * 280) };
  });
  varying.sort((a, b) => (a.value < b.value ? -1 : 1));
  return {
    /** Each once, in the order of the primary key. */
    values: varying.map(({ value }) => value),
    /** The shares of a day (since 1970-01-01), in the order of the values. */
    sharesOn: (day: number) =>
      varying.map(
        ({ share, period, phase }) => share * Math.max(0, 1 + swing * triangle(day + phase, period)),
      ),
  };
}

type VaryingShares = ReturnType<typeof varyingShares>;

/** From -1 to 1 and back within the period. */
function triangle(position: number, period: number): number {
  const phase = (position % period) / period;
  return 1 - 4 * Math.abs(phase - 0.5);
}

export interface Vocabulary {
  /** The values of each statistic, in the order of the primary key. A day's counts stand in the same order. */
  readonly values: Readonly<Record<InterfaceStatistic, readonly string[]>>;
  /** Shares of page views and of sessions that begin there; their values are those of "page". */
  readonly pages: VaryingShares;
  readonly landingPages: VaryingShares;
  readonly referrers: VaryingShares;
  readonly campaigns: VaryingShares;
  readonly events: VaryingShares;
  readonly cityShares: readonly number[];
  /** The first day of each city, as the arrivals of its country say. */
  readonly cityArrivals: readonly number[];
  readonly agentShares: readonly number[];
  /** For each city the places of its country, continent and language in the values of those. */
  readonly ofCity: readonly {
    readonly country: number;
    readonly continent: number;
    readonly language: number;
  }[];
  /** The index of English, which some visitors of every country use. */
  readonly english: number;
  /** For each agent the places of its browser, system and device, and the screens of that device. */
  readonly ofAgent: readonly {
    readonly browser: number;
    readonly os: number;
    readonly device: number;
    readonly screens: readonly number[];
  }[];
}

/** The vocabulary of a demo website; the same for the same site. */
export function vocabularyOf(site: Site): Vocabulary {
  const { readership = 'everyone', countries, pages: named, innerPages } = site;
  const places = placesOf(countries).sort((a, b) => (a.city < b.city ? -1 : 1));
  const agents = agentsOf(readership);
  const pages = varyingShares({ ...ranked(innerPages, 0.8), ...ranked(named, 1) }, 0.35);
  const landingPages = varyingShares({ ...ranked(innerPages, 0), ...ranked(named, 1) }, 0.35);
  const referrers = varyingShares(site.referrers, 0.3);
  const campaigns = varyingShares(site.campaigns ?? {}, 1.6);
  const events = varyingShares(site.events ?? {}, 0.3);
  const values = {
    visitors: [''],
    pageviews: [''],
    page: pages.values,
    landing_page: pages.values,
    referrer: referrers.values,
    campaign: campaigns.values,
    event: events.values,
    country: distinct(places.map(place => place.country)),
    city: places.map(place => place.city),
    continent: distinct(places.map(place => place.continent)),
    language: distinct([...places.map(place => place.language), 'en']),
    browser: distinct(agents.map(agent => agent.browser)),
    os: distinct(agents.map(agent => agent.os)),
    device: distinct(agents.map(agent => agent.device)),
    resolution: distinct(agents.flatMap(agent => Object.keys(resolutions[agent.device]))),
    visitors_hours: hourValues,
    pageviews_hours: hourValues,
  };
  return {
    values,
    pages,
    landingPages,
    referrers,
    campaigns,
    events,
    cityShares: places.map(place => place.share),
    cityArrivals: places.map(({ city }) => site.arrivals?.[city.slice(0, 2)] ?? -Infinity),
    agentShares: agents.map(agent => agent.share),
    ofCity: places.map(place => ({
      country: values.country.indexOf(place.country),
      continent: values.continent.indexOf(place.continent),
      language: values.language.indexOf(place.language),
    })),
    english: values.language.indexOf('en'),
    ofAgent: agents.map(agent => ({
      browser: values.browser.indexOf(agent.browser),
      os: values.os.indexOf(agent.os),
      device: values.device.indexOf(agent.device),
      screens: values.resolution.map(resolution => resolutions[agent.device][resolution] ?? 0),
    })),
  };
}

/** The first is read most, the second a little less ... */
function ranked(paths: readonly string[], share: number): Record<string, number> {
  return Object.fromEntries(paths.map((path, rank) => [path, share / (rank + 1.6)]));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
