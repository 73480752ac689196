import type { StatisticName } from '#model/statistics/statistics.ts';

/** The number of a statistic in the file. Never renumber: existing files contain these. */
export const statisticCodes: Readonly<Record<StatisticName, number>> = {
  visitors: 1,
  pageviews: 2,
  page: 3,
  landing_page: 4,
  referrer: 5,
  campaign: 6,
  event: 7,
  country: 8,
  city: 9,
  continent: 10,
  language: 11,
  browser: 12,
  os: 13,
  device: 14,
  resolution: 15,
  visitors_hours: 16,
  pageviews_hours: 17,
  bot: 18,
  not_found: 19,
  status: 20,
};
