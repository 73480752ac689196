import { type Capabilities, type Counted, hasStatistic } from '#model/service/capabilities.ts';
import {
  type Comparison,
  type FilterField,
  filtersOfDemo,
  filtersOfLogs,
  readCondition,
} from '#model/service/filter.ts';
import { visitorsNote } from '#model/statistics/summary.ts';
import {
  type InterfaceStatistic,
  type OfferedStatistic,
  offeredStatistics,
} from '#model/statistics/statistics.ts';

const everywhere: Readonly<Record<InterfaceStatistic, Counted>> = {
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

/** Those that only some services have, which say so in their answers. */
const offered: Readonly<Record<OfferedStatistic, Counted>> = {
  exit_page: 'sessions',
  referrer_group: 'sessions',
  utm_source: 'sessions',
  utm_medium: 'sessions',
  utm_term: 'sessions',
  utm_content: 'sessions',
  bot: 'requests',
  bot_page: 'requests',
  not_found: 'requests',
  failed: 'requests',
  status: 'requests',
  download: 'requests',
  bytes: 'bytes',
  response_time: 'median',
  slow_response: 'slowest tenth',
};

/** The interface with six endpoints. */
export const capabilities: Capabilities = {
  serviceName: 'This service',
  statistics: everywhere,
  visitors: { ofPeriod: 'sum', note: visitorsNote },
  rows: { orders: ['count', 'value'], canSearch: true },
  websites: { orders: ['id', 'domain'], canSearch: true },
  privacies: ['public', 'private', 'password'],
  fields: ['domain', 'email', 'excludeBots', 'excludeParams', 'excludeIps'],
};

export const demoCapabilities: Capabilities = {
  ...capabilities,
  isLocal: true,
  isDemo: true,
  keepsAllDetail: true,
  filters: filtersOfDemo,
  sessions: 'by day',
  statistics: { ...everywhere, exit_page: offered.exit_page },
};

/** The service on the user's own logs. */
export const ownCapabilities: Capabilities = {
  ...capabilities,
  isLocal: true,
  countsLogs: true,
  keepsAllDetail: true,
  rowsByHour: true,
  knowsGaps: true,
  knowsErrors: true,
  sessions: 'by day',
  filters: filtersOfLogs,
  statistics: { ...everywhere, ...offered },
};

/** With what an answer offers in its header; the same object where that is nothing more. */
export function withOffered(known: Capabilities, header: string): Capabilities {
  const names = new Set(header.split(',', 20).map(name => name.trim()));
  const more = offeredStatistics.filter(name => names.has(name) && !hasStatistic(known, name));
  if (more.length === 0) return known;
  const counts = Object.fromEntries(more.map(name => [name, offered[name]]));
  // Exit pages are counted from sessions, which it then tells, too.
  const sessions = names.has('exit_page') ? ({ sessions: 'by day' } as const) : {};
  return { ...known, ...sessions, statistics: { ...known.statistics, ...counts } };
}

const maxFilters = 100;

/** With what a header says that it filters by, as conditions without a value; the same object where it says nothing. */
export function withFilters(known: Capabilities, header: string): Capabilities {
  if (known.filters !== undefined || header === '') return known;
  const offered = header.split(',', maxFilters).flatMap(text => readCondition(text.trim()) ?? []);
  if (offered.length === 0) return known;
  const filters: Partial<Record<FilterField, readonly Comparison[]>> = {};
  for (const { field, comparison } of offered) filters[field] = [...(filters[field] ?? []), comparison];
  return { ...known, filters };
}
