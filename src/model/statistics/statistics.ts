export const rowStatistics = [
  'page',
  'landing_page',
  'referrer',
  'campaign',
  'event',
  'country',
  'city',
  'continent',
  'language',
  'browser',
  'os',
  'device',
  'resolution',
] as const;

/** Those of the interface: every service that speaks it has them, and is asked for them. None is ever added to these. */
export const statisticNames = [
  'visitors',
  'pageviews',
  ...rowStatistics,
  'visitors_hours',
  'pageviews_hours',
] as const;

/** The parameters of a campaign beside its name. In files they stand in this order: never reorder, nor add one. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const;

/** Each visit has a value of them, so that they can be counted within a filter, and filtered by. */
export const visitStatistics = [...rowStatistics, 'exit_page', 'referrer_group', ...utmNames] as const;

/** Counted by request, not by page view. */
export const requestStatistics = [
  'bot',
  'bot_page',
  'not_found',
  'failed',
  'status',
  'download',
  'bytes',
  'response_time',
  'slow_response',
] as const;

/** Those that a service has only where it says so, in this header of every answer: the place of a new one. */
export const offeredStatistics = ['exit_page', 'referrer_group', ...utmNames, ...requestStatistics] as const;
export const offeredHeader = 'sitedeck-statistics';
/** By which header a service that filters says the fields and comparisons it has. */
export const filtersHeader = 'sitedeck-filters';

export const allStatistics = [...statisticNames, ...offeredStatistics] as const;

export type StatisticName = (typeof allStatistics)[number];
export type InterfaceStatistic = (typeof statisticNames)[number];
export type VisitStatistic = (typeof visitStatistics)[number];
export type RequestStatistic = (typeof requestStatistics)[number];
export type OfferedStatistic = (typeof offeredStatistics)[number];
/** Value is a day. */
export type SeriesName = 'visitors' | 'pageviews';
/** What can be asked day by day: answers with a status of 404, or from 500 on, beside the two series. */
export type DaysName = SeriesName | 'errors';
/** Value is an hour of the day, "00" to "23", summed over the period. */
export type HoursName = 'visitors_hours' | 'pageviews_hours';

/** What a filter can count. */
export type OfVisits = VisitStatistic | SeriesName | HoursName;

/** Microseconds in place of counts. */
export type TimeName = 'response_time' | 'slow_response';

export function isSeries(name: StatisticName): name is SeriesName {
  return name === 'visitors' || name === 'pageviews';
}

export function isOfRequests(name: StatisticName): name is RequestStatistic {
  return requestStatistics.some(known => known === name);
}

export function isOfVisits(name: StatisticName): name is OfVisits {
  return isSeries(name) || isHours(name) || visitStatistics.some(known => known === name);
}

export function isHours(name: StatisticName): name is HoursName {
  return name === 'visitors_hours' || name === 'pageviews_hours';
}

/** How long the server took: a time in place of a count, which is never summed. */
export function isTime(name: StatisticName): name is TimeName {
  return name === 'response_time' || name === 'slow_response';
}

/** Counted from what is kept of sessions, without a filter too. */
export function isOfSessions(name: StatisticName): boolean {
  return name === 'exit_page';
}

/** Of own logs, since their lines are counted whole: days that an older Sitedeck counted have none, which is no zero. */
const countedLater: readonly StatisticName[] = [
  'exit_page',
  ...utmNames,
  'failed',
  'download',
  'bytes',
  'response_time',
  'slow_response',
];

export function isCountedLater(name: StatisticName): boolean {
  return countedLater.includes(name);
}

/** One row of a statistic. The value is foreign text. */
export interface StatisticRow {
  readonly value: string;
  readonly count: number;
}

export interface SeriesPoint {
  readonly day: Day;
  readonly count: number;
}

/** A calendar day of the service, "2026-11-20". */
export type Day = `${number}-${number}-${number}`;

/** From the first to the last day, both included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}
