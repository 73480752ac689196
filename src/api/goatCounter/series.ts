import * as z from 'zod/mini';
import type { ServiceApi, RequestOptions } from '#api/api.ts';
import { count, maxRows, wrongShape } from '#api/decode.ts';
import { isWithin } from '#api/readWindows.ts';
import { ApiError } from '#model/failure.ts';
import { addDays, dayNumber, dayOfNumber, LocalClock, parseDay, todayIn } from '#model/period/day.ts';
import type { Filter } from '#model/service/filter.ts';
import type { FilteredPeriod } from '#model/service/paging.ts';
import { fillZeros, sum } from '#model/statistics/series.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { lazy } from '#text/memo.ts';
import type { Account } from './account.ts';

/** Hours are numbered since 1970 in UTC, as GoatCounter keeps them. */
interface HourCount {
  readonly hour: number;
  readonly count: number;
}

export interface Hours {
  readonly first: number;
  readonly last: number;
}

const hourSeconds = 3600;
const wireStats = lazy(() =>
  z
    .array(z.object({ day: z.string(), hourly: z.array(count()).check(z.maxLength(24)) }))
    .check(z.maxLength(maxRows)),
);

/**
 * The days and hours of a zone. GoatCounter keeps whole hours of UTC: those of a zone that is half an hour or a quarter off belong to
 * the hour in which they end there, as it shows them itself.
 */
export function zoneOf(timeZone: string) {
  const clock = new LocalClock(timeZone);
  const local = (hour: number) => {
    const seconds = clock.local(hour * hourSeconds);
    return Math.floor((seconds % hourSeconds === 0 ? seconds : seconds + hourSeconds / 2) / hourSeconds);
  };
  const dayAt = (hour: number): Day => dayOfNumber(Math.floor(local(hour) / 24));
  /** The first hour that is not before this one of a day: the clock may skip it. */
  const startOf = (day: Day, ofDay = 0) => {
    const shown = dayNumber(day) * 24 + ofDay;
    let hour = shown - 16;
    while (local(hour) < shown) hour += 1;
    return hour;
  };
  return {
    dayAt,
    hourAt: (hour: number) => ((local(hour) % 24) + 24) % 24,
    hoursOf: ({ from, to, until }: Pick<FilteredPeriod, 'from' | 'to' | 'until'>): Hours => ({
      first: startOf(from),
      last: (until === undefined ? startOf(addDays(to, 1)) : startOf(to, until)) - 1,
    }),
    /** By how many hours it shows each hour later, of whatever day: by those of today. */
    shiftAt: (now: number) => {
      const minutes = Math.round((clock.local(Math.floor(now / 1000)) - Math.floor(now / 1000)) / 60);
      return Math.trunc((minutes % 60 === 0 ? minutes : minutes + 30) / 60);
    },
  };
}

/** In UTC: of a time with an offset GoatCounter reads the clock alone. */
export function timeOf(hour: number, seconds = 0): string {
  return new Date((hour * hourSeconds + seconds) * 1000).toISOString().replace('.000', '');
}

/** The hours of an answer. Throws an ApiError of kind shape. */
export function decodeHours(stats: unknown, shift: number): readonly HourCount[] {
  const days = wireStats().safeParse(stats);
  if (!days.success) throw wrongShape('a statistic');
  return days.data.flatMap(({ day: text, hourly }) => {
    const day = parseDay(text);
    if (day === undefined) throw wrongShape('a statistic');
    const midnight = dayNumber(day) * 24;
    return hourly.flatMap((counted, at) =>
      counted === 0 ? [] : [{ hour: midnight + at - shift, count: counted }],
    );
  });
}

export function within<T extends HourCount>(counts: readonly T[], { first, last }: Hours): T[] {
  return counts.filter(({ hour }) => hour >= first && hour <= last);
}

/** The parameters of a filter. Names are compared with what the database makes of theirs in small letters: of SQLite those of ASCII. */
export function filterOf(where: Filter = []): Readonly<Record<string, string>> {
  if (where.length === 0) return {};
  const names = where.map(({ value }) => value);
  if (names.some(isSplit))
    throw new ApiError(
      'validation',
      'GoatCounter splits a value at its commas and spaces: it cannot filter by this page.',
    );
  const small = names.flatMap(name => [
    name.toLowerCase(),
    name.replaceAll(/[A-Z]/g, one => one.toLowerCase()),
  ]);
  return { include_paths: [...new Set(small)].join(','), path_by_name: 'true' };
}

/** Whether GoatCounter takes a name for several. */
function isSplit(name: string): boolean {
  return /[,\s]/.test(name);
}

/** More than any zone is off: what is shown later or earlier than it was is read too. */
const margin = 26;

type SeriesMethods = Pick<
  ServiceApi,
  'readCount' | 'readSeries' | 'readHours' | 'readVisitors' | 'readSessions' | 'readDataDays'
>;

export interface SeriesReader {
  readonly methods: SeriesMethods;
  /** How many visits of events, in about these days. */
  events(options: RequestOptions, id: string, period: FilteredPeriod): Promise<number>;
}

const wireTotal = lazy(() => z.object({ stats: z.unknown(), total_events: count() }));

/** What is counted by the hour: one request for any period, whichever days, hours or sums are made of it. */
export function seriesOf(account: Account): SeriesReader {
  const read = account.http.shared(async (options, id: string, from: string, to: string, filter: string) => {
    const { timeZone } = await account.reader(options);
    const zone = zoneOf(timeZone);
    const { first, last } = zone.hoursOf({ from: dayOf(from), to: dayOf(to) });
    const query = new URLSearchParams({
      start: timeOf(first - margin),
      end: timeOf(last + margin),
      ...Object.fromEntries(new URLSearchParams(filter)),
    });
    const http = await account.siteHttp(id, options);
    const total = wireTotal().safeParse(
      await http.get('/api/v0/stats/total', { query, options, ofWebsite: true }),
    );
    if (!total.success) throw wrongShape('a statistic');
    const { stats, total_events: events } = total.data;
    const counts = within(decodeHours(stats, zone.shiftAt(account.now())), { first, last });
    return {
      events,
      hours: counts.map(one => ({ ...one, day: zone.dayAt(one.hour), ofDay: zone.hourAt(one.hour) })),
    };
  });
  const readPeriod = (options: RequestOptions, id: string, { from, to, where }: FilteredPeriod) =>
    read(options, id, from, to, new URLSearchParams(filterOf(where)).toString());
  const readDays = async (options: RequestOptions, id: string, period: FilteredPeriod) => {
    const { hours } = await readPeriod(options, id, period);
    return fillZeros(
      period,
      hours.map(({ day, count: counted }) => ({ value: day, count: counted })),
    );
  };

  return {
    events: async (options, id, period) => (await readPeriod(options, id, period)).events,
    methods: {
      async readSeries(id, name, period, options = {}) {
        if (name === 'errors') throw new ApiError('forbidden', 'GoatCounter does not know of errors.');
        return await readDays(options, id, period);
      },
      async readHours(id, _name, period, options = {}) {
        const counts = Array.from({ length: 24 }, () => 0);
        const { span = period } = period;
        const { hours } = await readPeriod(options, id, { ...period, from: span.from, to: span.to });
        for (const { day, ofDay, count: counted } of hours)
          if (isWithin(period, day)) counts[ofDay] = (counts[ofDay] ?? 0) + counted;
        return counts;
      },
      async readCount(id, { name, value, span }, { where = [], ...period }, options = {}) {
        // A page and an event are both a path, of which all days are read at once.
        const isPath = name === 'page' || name === 'event';
        if (!isPath || value === '' || isSplit(value) || where.length > 0) return undefined;
        const ofRow = [{ field: 'page', comparison: 'is', value }] as const;
        const { from, to } = span.from <= period.from && period.to <= span.to ? span : period;
        const days = await readDays(options, id, { from, to, where: ofRow });
        return sum(days.filter(({ day }) => isWithin(period, day)));
      },
      readVisitors: async (id, period, options = {}) => sum(await readDays(options, id, period)),
      async readSessions() {
        throw new ApiError(
          'forbidden',
          'GoatCounter does not tell how long visits were, nor of how many pages.',
        );
      },
      async readDataDays(id, today, options = {}) {
        const site = (await account.sites(options)).find(one => one.id === id);
        const period: Period = { from: startOfData(site?.value['first_hit_at'], today), to: today };
        const days = await readDays(options, id, period);
        return { from: days.find(({ count: counted }) => counted > 0)?.day, gaps: [] };
      },
    },
  };
}

/** GoatCounter is no older. */
const oldest: Day = '2019-01-01';

/** Half a day before the first hit, where it was sent later than it was; in any zone the day before that. */
function startOfData(firstHit: unknown, today: Day): Day {
  const at = new Date(typeof firstHit === 'string' ? firstHit : NaN);
  if (Number.isNaN(at.getTime())) return oldest;
  const day = addDays(todayIn('UTC', at), -1);
  if (day > today) return today;
  return day < oldest ? oldest : day;
}

function dayOf(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError(`no day: ${text}`);
  return day;
}
