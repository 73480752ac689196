import type { Api } from '#api/api.ts';
import type { Capabilities } from '#model/service/capabilities.ts';

/** What a service has that lacks something of every kind. */
export const lackingCapabilities: Capabilities = {
  serviceName: 'Sparse',
  statistics: {
    visitors: 'visitors',
    pageviews: 'page views',
    page: 'page views',
    referrer: 'visitors',
    country: 'visitors',
    visitors_hours: 'visitors',
  },
  visitors: { ofPeriod: 'sum', note: 'the sum of the days' },
  rows: { orders: ['count'], canSearch: false },
  websites: { orders: ['domain'], canSearch: false },
  privacies: ['public', 'private'],
  fields: ['domain'],
};

/** The same client, which says that its service has less. */
export function withCapabilities(api: Api, capabilities: Capabilities): Api {
  return { ...api, capabilities };
}
