import type { Capabilities, Counted } from '#model/service/capabilities.ts';
import { isSeries, statisticNames, type StatisticName } from './statistics.ts';

export interface StatisticInfo {
  readonly name: StatisticName;
  /** "Landing pages". */
  readonly title: string;
  /** "landing page". */
  readonly singular: string;
  /** A count for each day, for each hour of the day, or rows of values. */
  readonly kind: 'series' | 'hours' | 'rows';
  /** How an empty value is shown. */
  readonly emptyValue: string;
  /** What it is about: panels of one family share a colour. */
  readonly family: StatisticFamily;
}

type StatisticFamily = 'content' | 'sources' | 'places' | 'technology';

const catalogue: Record<StatisticName, Omit<StatisticInfo, 'name' | 'emptyValue'>> = {
  visitors: { title: 'Visitors', singular: 'day', kind: 'series', family: 'content' },
  pageviews: { title: 'Page views', singular: 'day', kind: 'series', family: 'content' },
  page: { title: 'Pages', singular: 'page', kind: 'rows', family: 'content' },
  landing_page: { title: 'Landing pages', singular: 'landing page', kind: 'rows', family: 'content' },
  referrer: { title: 'Referrers', singular: 'referrer', kind: 'rows', family: 'sources' },
  campaign: { title: 'Campaigns', singular: 'campaign', kind: 'rows', family: 'sources' },
  event: { title: 'Events', singular: 'event', kind: 'rows', family: 'content' },
  country: { title: 'Countries', singular: 'country', kind: 'rows', family: 'places' },
  city: { title: 'Cities', singular: 'city', kind: 'rows', family: 'places' },
  continent: { title: 'Continents', singular: 'continent', kind: 'rows', family: 'places' },
  language: { title: 'Languages', singular: 'language', kind: 'rows', family: 'places' },
  browser: { title: 'Browsers', singular: 'browser', kind: 'rows', family: 'technology' },
  os: { title: 'Systems', singular: 'system', kind: 'rows', family: 'technology' },
  device: { title: 'Devices', singular: 'device', kind: 'rows', family: 'technology' },
  resolution: { title: 'Resolutions', singular: 'resolution', kind: 'rows', family: 'technology' },
  visitors_hours: { title: 'Visitors by hour', singular: 'hour', kind: 'hours', family: 'technology' },
  pageviews_hours: { title: 'Page views by hour', singular: 'hour', kind: 'hours', family: 'technology' },
  bot: { title: 'Bots', singular: 'bot', kind: 'rows', family: 'technology' },
  not_found: { title: 'Not found', singular: 'page not found', kind: 'rows', family: 'content' },
  status: { title: 'Answers', singular: 'status', kind: 'rows', family: 'technology' },
};

/** The panels of the dashboard in their order. Of the two statistics by hour, only visitors has a panel. */
export const panelOrder: readonly StatisticName[] = statisticNames.filter(
  name => !isSeries(name) && name !== 'pageviews_hours',
);

export function statisticInfo(name: StatisticName): StatisticInfo {
  return { name, ...catalogue[name], emptyValue: name === 'referrer' ? '(direct)' : '(none)' };
}

/** What the service counts in a statistic: "visitors". Nothing asks this of one that it does not record. */
export function countsOf(name: StatisticName, { statistics }: Capabilities): Counted {
  return statistics[name] ?? 'events';
}

/** The titles of its columns: "Page" and "Page views". */
export function columnTitles(
  name: StatisticName,
  capabilities: Capabilities,
): { readonly value: string; readonly count: string } {
  return { value: sentence(catalogue[name].singular), count: sentence(countsOf(name, capabilities)) };
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
