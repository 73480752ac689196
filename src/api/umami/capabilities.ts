import type { Capabilities } from '#model/service/capabilities.ts';

/** Umami 3.1, on its own server; what an earlier one lacks its answers say. */
export const capabilities: Capabilities = {
  serviceName: 'Umami',
  statistics: {
    visitors: 'visitors',
    pageviews: 'page views',
    page: 'page views',
    landing_page: 'visits',
    exit_page: 'visits',
    referrer: 'visits',
    campaign: 'visits',
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
  },
  sessions: 'of a period',
  // Its identity of a visitor ends with the calendar month.
  visitors: { ofPeriod: 'exact', note: 'everybody counts once, and once more in another calendar month' },
  // Others are those of the page view alone with Umami, or leave out who has no value. Language and continent it has from 3.1 on.
  filters: {
    page: ['is', 'is not', 'contains'],
    country: ['is'],
    city: ['is'],
    continent: ['is'],
    language: ['is'],
    browser: ['is'],
    os: ['is', 'contains'],
    device: ['is', 'is not', 'contains'],
  },
  // It counts visits that began or ended with the page, and referrers, campaigns and events of its own views.
  unfiltered: {
    landing_page: ['page'],
    exit_page: ['page'],
    referrer: ['page'],
    campaign: ['page'],
    event: ['page'],
  },
  rows: { orders: ['count', 'value'], canSearch: true },
  websites: { orders: ['id', 'domain'], canSearch: true },
  privacies: ['public', 'private'],
  hasShareLinks: true,
  keepsAllDetail: true,
  rowsByHour: true,
  fields: ['domain', 'name'],
};
