import type { Api } from '#api/api.ts';
import { UsageError } from '#connection/errors.ts';
import { isLastDay, type PeriodOptions } from '#headless/options/periodOptions.ts';
import { addDays } from '#model/period/day.ts';
import { zoneTime } from '#model/period/zoneTime.ts';
import {
  hourValue,
  isHours,
  isSeries,
  type Day,
  type HoursName,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';

/** Hours up to the present one, which is not over. */
export interface RecentHours {
  readonly kind: 'today' | '24h';
  readonly period: Period;
  /** The present hour, 0 to 23. */
  readonly hour: number;
}

/** The hours that --period today or 24h asks for; undefined for other periods. */
export function recentHours(
  { period = '' }: PeriodOptions,
  today: Day,
  timeZone: string,
): RecentHours | undefined {
  const { hour } = zoneTime(timeZone, Date.now());
  if (period.trim().toLowerCase() === 'today')
    return { kind: 'today', period: { from: today, to: today }, hour };
  if (!isLastDay(period)) return undefined;
  return { kind: '24h', period: { from: addDays(today, -1), to: today }, hour };
}

/** The statistic by hours in place of one by days. Throws a UsageError where 24 hours of something else are asked for. */
export function hourlyName(name: StatisticName, { kind }: RecentHours): StatisticName {
  if (isSeries(name)) return `${name}_hours`;
  if (kind === '24h' && !isHours(name))
    throw new UsageError(`24h is for visitors and pageviews: for ${name} give --period today or yesterday.`);
  return name;
}

/** The hours in their order; of 24 hours the first ones are yesterday's. Rejects as the Api does. */
export async function readRecentHours(
  api: Pick<Api, 'readHours'>,
  id: string,
  name: HoursName,
  { kind, period, hour }: RecentHours,
): Promise<StatisticRow[]> {
  const rowsOf = async (day: Day, from: number, to: number) =>
    (await api.readHours(id, name, { from: day, to: day }))
      .map((count, at) => ({ value: hourValue(at), count }))
      .slice(from, to);
  const [before, now] = await Promise.all([
    kind === '24h' ? rowsOf(period.from, hour + 1, 24) : [],
    rowsOf(period.to, 0, hour + 1),
  ]);
  return [...before, ...now];
}
