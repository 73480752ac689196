import * as z from 'zod/mini';
import { wrongShape } from '#api/error.ts';
import type { KeptAnswers, Turn } from '#api/keptAnswers.ts';
import { count } from '#api/countSchema.ts';
import { lazy } from '#api/wireSchema.ts';
import { dayCount } from '#model/period/day.ts';
import { fillHours, fillZeros, windows } from '#model/statistics/series.ts';
import type { Period, SeriesPoint, StatisticRow } from '#model/statistics/statistics.ts';
import type { ReadStatistics } from './statistics.ts';

/** The longest ranges that days and hours are given for: a longer one is answered with months or days, without a sign. */
const mostDays = 180;
const mostDaysOfHours = 30;

/** Both measures by the day or by the hour; the value of a row is the local time at which it begins. */
export interface BothSeries {
  readonly visitors: readonly StatisticRow[];
  readonly pageviews: readonly StatisticRow[];
}

const points = () => z.array(z.object({ x: z.string(), y: count() }));
const wireSeries = lazy(() => z.object({ pageviews: points(), sessions: points() }));

function decodeSeries(body: unknown): BothSeries {
  const series = wireSeries().safeParse(body);
  if (!series.success) throw wrongShape('a statistic');
  const rows = (list: readonly { readonly x: string; readonly y: number }[]) =>
    list.map(({ x, y }) => ({ value: x, count: y }));
  return { visitors: rows(series.data.sessions), pageviews: rows(series.data.pageviews) };
}

/** Days and hours of a website. One request has both measures. */
export function seriesOf(read: ReadStatistics, kept: KeptAnswers<BothSeries>) {
  const readPart = async (
    id: string,
    unit: 'day' | 'hour',
    part: Period,
    turn: Turn,
  ): Promise<BothSeries> => {
    const name = [id, unit, part.from, part.to].join(' ');
    const load = async (signal: AbortSignal) =>
      decodeSeries(await read(id, 'pageviews', part, { unit }, { ...turn, signal }));
    const both = await kept.read(name, load, turn);
    // Another version may have other limits: labels that are all of a coarser unit are asked for again in halves.
    if (!isCoarse(both.pageviews, unit, part)) return both;
    const halves = windows(part, Math.ceil(dayCount(part) / 2)).map(half => readPart(id, unit, half, turn));
    return joined(await Promise.all(halves));
  };
  const readAll = async (
    id: string,
    unit: 'day' | 'hour',
    period: Period,
    turn: Turn,
  ): Promise<BothSeries> => {
    const parts = windows(period, unit === 'day' ? mostDays : mostDaysOfHours);
    return joined(await Promise.all(parts.map(part => readPart(id, unit, part, turn))));
  };
  return {
    async readDays(
      id: string,
      measure: keyof BothSeries,
      period: Period,
      turn: Turn,
    ): Promise<SeriesPoint[]> {
      return fillZeros(period, (await readAll(id, 'day', period, turn))[measure]);
    },
    /** The counts of each hour of the day, summed over the days. */
    async readHours(id: string, measure: keyof BothSeries, period: Period, turn: Turn): Promise<number[]> {
      const rows = (await readAll(id, 'hour', period, turn))[measure];
      return fillHours(rows.map(({ value, count }) => ({ value: value.slice(11, 16), count })));
    },
  };
}

/** Whether rows that should be days are all firsts of a month, or hours all midnights, where that is no accident. */
function isCoarse(rows: readonly StatisticRow[], unit: 'day' | 'hour', part: Period): boolean {
  if (rows.length < 2 || dayCount(part) < 2) return false;
  const end = unit === 'day' ? /^.{7}-01\b/ : /^.{10}[ T]00:00/;
  return rows.every(({ value }) => end.test(value));
}

function joined(parts: readonly BothSeries[]): BothSeries {
  return {
    visitors: parts.flatMap(({ visitors }) => visitors),
    pageviews: parts.flatMap(({ pageviews }) => pageviews),
  };
}
