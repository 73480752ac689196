/** Every statistic the service knows, by the name it is asked for. */
export const statisticNames = [
  'visitors',
  'pageviews',
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
  'visitors_hours',
  'pageviews_hours',
] as const;

export type StatisticName = (typeof statisticNames)[number];
/** Value is a day. */
export type SeriesName = 'visitors' | 'pageviews';
/** Value is an hour of the day, "00" to "23", summed over the period. */
export type HoursName = 'visitors_hours' | 'pageviews_hours';

export function isSeries(name: StatisticName): name is SeriesName {
  return name === 'visitors' || name === 'pageviews';
}

export function isHours(name: StatisticName): name is HoursName {
  return name === 'visitors_hours' || name === 'pageviews_hours';
}

/** "07" of 7. */
export function hourValue(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** One row of a statistic. The value is foreign text. */
export interface StatisticRow {
  readonly value: string;
  readonly count: number;
}

/** How many a day, or a stretch of days, had. */
export interface SeriesPoint {
  readonly day: Day;
  readonly count: number;
}

/** A day of the service's calendar, "2026-11-20". */
export type Day = `${number}-${number}-${number}`;

/** From the first to the last day, both counted. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}
