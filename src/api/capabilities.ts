import type { Capabilities, Counted } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';

const statistics: Readonly<Record<StatisticName, Counted>> = {
  visitors: 'visitors',
  pageviews: 'page views',
  page: 'page views',
  landing_page: 'sessions',
  referrer: 'sessions',
  campaign: 'sessions',
  event: 'events',
  country: 'visitors',
  city: 'visitors',
  continent: 'visitors',
  language: 'visitors',
  browser: 'visitors',
  os: 'visitors',
  device: 'visitors',
  resolution: 'visitors',
  visitors_hours: 'visitors',
  pageviews_hours: 'page views',
};

/** The interface with six endpoints, the embedded service's too, has everything. */
export const capabilities: Capabilities = {
  serviceName: 'This service',
  statistics,
  rows: { orders: ['count', 'value'], canSearch: true },
  websites: { orders: ['id', 'domain'], canSearch: true },
  privacies: ['public', 'private', 'password'],
  fields: ['domain', 'email', 'excludeBots', 'excludeParams', 'excludeIps'],
};
