import type { Capabilities } from '#model/service/capabilities.ts';

/** GoatCounter 2.7, for a key that may do everything; what another may not its answers say. */
export const capabilities: Capabilities = {
  serviceName: 'GoatCounter',
  // It counts the first time that a page, or an event, is seen in eight hours: neither people nor page views.
  statistics: {
    visitors: 'visits',
    pageviews: 'visits',
    page: 'visits',
    referrer: 'visits',
    campaign: 'visits',
    event: 'visits',
    country: 'visits',
    continent: 'visits',
    language: 'visits',
    browser: 'visits',
    os: 'visits',
    device: 'visits',
    visitors_hours: 'visits',
    pageviews_hours: 'visits',
  },
  visitors: { ofPeriod: 'sum', note: 'everybody counts once for each page and event in eight hours' },
  filters: { page: ['is'] },
  unfiltered: { event: ['page'] },
  rows: { orders: ['count', 'value'], canSearch: true },
  websites: { orders: ['id', 'domain'], canSearch: true },
  privacies: ['public', 'private'],
  keepsAllDetail: true,
  countsLate: true,
  keepsWebsites: true,
  fields: ['domain', 'excludeIps', 'retention'],
  takesRanges: false,
  daysKept: { min: 31, max: 1825 },
};
