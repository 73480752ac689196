import { type InterfaceStatistic } from '#model/statistics/statistics.ts';
import { hourValue } from '#model/period/format.ts';
import {
  type Agent,
  agentsOf,
  type Device,
  type Place,
  placesOf,
  resolutions,
  type Site,
} from './DemoSite.ts';
import { Mix } from './draw.ts';

export interface Vocabulary {
  /** The values of each statistic, in the order of the primary key. A day's counts stand in the same order. */
  readonly values: Readonly<Record<InterfaceStatistic, readonly string[]>>;
  /** Shares of page views and of sessions that begin there; their values are those of "page". */
  readonly pages: Mix;
  readonly landingPages: Mix;
  readonly referrers: Mix;
  readonly campaigns: Mix;
  readonly events: Mix;
  readonly cityShares: readonly number[];
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

const hours = Array.from({ length: 24 }, (_, hour) => hourValue(hour));

/** The vocabulary of a demo website; the same for the same site. */
export function vocabularyOf(site: Site): Vocabulary {
  const { content, readership = 'everyone', countries } = site;
  const places = placesOf(countries).sort((a, b) => (a.city < b.city ? -1 : 1));
  const agents = agentsOf(readership);
  const pages = new Mix({ ...ranked(content.innerPages, 0.8), ...ranked(content.pages, 1) }, 0.35);
  const landingPages = new Mix({ ...ranked(content.innerPages, 0), ...ranked(content.pages, 1) }, 0.35);
  const referrers = new Mix(content.referrers, 0.3);
  const campaigns = new Mix(content.campaigns ?? {}, 1.6);
  const events = new Mix(content.events ?? {}, 0.3);
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
    visitors_hours: hours,
    pageviews_hours: hours,
  };
  return {
    values,
    pages,
    landingPages,
    referrers,
    campaigns,
    events,
    cityShares: places.map(place => place.share),
    agentShares: agents.map(agent => agent.share),
    ofCity: places.map(place => placesIn(values, place)),
    english: values.language.indexOf('en'),
    ofAgent: agents.map(agent => agentIn(values, agent)),
  };
}

type Values = Vocabulary['values'];

function placesIn(values: Values, place: Place): Vocabulary['ofCity'][number] {
  return {
    country: values.country.indexOf(place.country),
    continent: values.continent.indexOf(place.continent),
    language: values.language.indexOf(place.language),
  };
}

function agentIn(values: Values, agent: Agent): Vocabulary['ofAgent'][number] {
  return {
    browser: values.browser.indexOf(agent.browser),
    os: values.os.indexOf(agent.os),
    device: values.device.indexOf(agent.device),
    screens: screenShares(values, agent.device),
  };
}

function screenShares(values: Values, device: Device): number[] {
  return values.resolution.map(resolution => resolutions[device][resolution] ?? 0);
}

/** The first is read most, the second a little less ... */
function ranked(paths: readonly string[], share: number): Record<string, number> {
  return Object.fromEntries(paths.map((path, rank) => [path, share / (rank + 1.6)]));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
