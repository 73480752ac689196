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
}

const catalogue: Record<StatisticName, Omit<StatisticInfo, 'name' | 'emptyValue'>> = {
  visitors: { title: 'Visitors', singular: 'day', kind: 'series' },
  pageviews: { title: 'Page views', singular: 'day', kind: 'series' },
  page: { title: 'Pages', singular: 'page', kind: 'rows' },
  landing_page: { title: 'Landing pages', singular: 'landing page', kind: 'rows' },
  referrer: { title: 'Referrers', singular: 'referrer', kind: 'rows' },
  campaign: { title: 'Campaigns', singular: 'campaign', kind: 'rows' },
  event: { title: 'Events', singular: 'event', kind: 'rows' },
  country: { title: 'Countries', singular: 'country', kind: 'rows' },
  city: { title: 'Cities', singular: 'city', kind: 'rows' },
  continent: { title: 'Continents', singular: 'continent', kind: 'rows' },
  language: { title: 'Languages', singular: 'language', kind: 'rows' },
  browser: { title: 'Browsers', singular: 'browser', kind: 'rows' },
  os: { title: 'Systems', singular: 'system', kind: 'rows' },
  device: { title: 'Devices', singular: 'device', kind: 'rows' },
  resolution: { title: 'Resolutions', singular: 'resolution', kind: 'rows' },
  visitors_hours: { title: 'Visitors by hour', singular: 'hour', kind: 'hours' },
  pageviews_hours: { title: 'Page views by hour', singular: 'hour', kind: 'hours' },
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
