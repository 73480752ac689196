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
  /** What is counted: "visitors". */
  readonly counts: string;
}

const catalogue: Record<StatisticName, Omit<StatisticInfo, 'name' | 'emptyValue'>> = {
  visitors: { title: 'Visitors', singular: 'day', kind: 'series', counts: 'visitors' },
  pageviews: { title: 'Page views', singular: 'day', kind: 'series', counts: 'page views' },
  page: { title: 'Pages', singular: 'page', kind: 'rows', counts: 'page views' },
  landing_page: { title: 'Landing pages', singular: 'landing page', kind: 'rows', counts: 'sessions' },
  referrer: { title: 'Referrers', singular: 'referrer', kind: 'rows', counts: 'sessions' },
  campaign: { title: 'Campaigns', singular: 'campaign', kind: 'rows', counts: 'sessions' },
  event: { title: 'Events', singular: 'event', kind: 'rows', counts: 'events' },
  country: { title: 'Countries', singular: 'country', kind: 'rows', counts: 'visitors' },
  city: { title: 'Cities', singular: 'city', kind: 'rows', counts: 'visitors' },
  continent: { title: 'Continents', singular: 'continent', kind: 'rows', counts: 'visitors' },
  language: { title: 'Languages', singular: 'language', kind: 'rows', counts: 'visitors' },
  browser: { title: 'Browsers', singular: 'browser', kind: 'rows', counts: 'visitors' },
  os: { title: 'Systems', singular: 'system', kind: 'rows', counts: 'visitors' },
  device: { title: 'Devices', singular: 'device', kind: 'rows', counts: 'visitors' },
  resolution: { title: 'Resolutions', singular: 'resolution', kind: 'rows', counts: 'visitors' },
  visitors_hours: { title: 'Visitors by hour', singular: 'hour', kind: 'hours', counts: 'visitors' },
  pageviews_hours: { title: 'Page views by hour', singular: 'hour', kind: 'hours', counts: 'page views' },
};

/** The panels of the dashboard in their order. Of the two statistics by hour, only visitors has a panel. */
export const panelOrder: readonly StatisticName[] = statisticNames.filter(
  name => !isSeries(name) && name !== 'pageviews_hours',
);

export function statisticInfo(name: StatisticName): StatisticInfo {
  return { name, ...catalogue[name], emptyValue: name === 'referrer' ? '(direct)' : '(none)' };
}

/** The titles of its columns: "Page" and "Page views". */
export function columnTitles(name: StatisticName): { readonly value: string; readonly count: string } {
  const { singular, counts } = catalogue[name];
  return { value: sentence(singular), count: sentence(counts) };
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
