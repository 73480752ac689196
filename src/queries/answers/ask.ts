import type { ApiError } from '#model/failure.ts';
import { type DataDays, daysOfFilter } from '#model/comparison/dataDays.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Filter, filterKey } from '#model/service/filter.ts';
import type { FilteredPeriod, Page, StatisticQuery } from '#model/service/paging.ts';
import type { Sessions } from '#model/statistics/sessions.ts';
import { resultOfEach } from '#text/memo.ts';
import type {
  Day,
  DaysName,
  HoursName,
  Period,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import { detailBegins } from '#model/comparison/rows.ts';
import type { Api, Turn } from '#api/api.ts';

export type Ask =
  | { readonly kind: 'rows'; readonly query: StatisticQuery }
  | { readonly kind: 'series'; readonly name: DaysName; readonly period: FilteredPeriod }
  | { readonly kind: 'hours'; readonly name: HoursName; readonly period: FilteredPeriod }
  /** The visitors of a period, where the service counts them. */
  | { readonly kind: 'visitors'; readonly period: FilteredPeriod }
  /** What the sessions of a period add up to, where the service tells it. */
  | { readonly kind: 'sessions'; readonly period: FilteredPeriod }
  /** Of one row over a period. The value is raw, as the service returned it. */
  | {
      readonly kind: 'counts';
      readonly name: StatisticName;
      readonly value: string;
      readonly period: FilteredPeriod;
      /** Of which days it is asked for one by one: no part of the key. */
      readonly span: Period;
    }
  /** Of which days the service has data. */
  | { readonly kind: 'dataDays'; readonly period: Period }
  /** The first day with rows of a statistic within these days: about a dozen requests, one after the other. */
  | { readonly kind: 'since'; readonly name: StatisticName; readonly period: Period };

export type AskOf<K extends Ask['kind']> = Extract<Ask, { readonly kind: K }>;

export interface Data {
  readonly rows: Page<StatisticRow>;
  readonly series: readonly SeriesPoint[];
  readonly hours: readonly number[];
  readonly visitors: number;
  readonly sessions: Sessions;
  /** 'unknown' where it is not among those that the service returned. */
  readonly counts: number | 'unknown';
  readonly dataDays: DataDays;
  /** 'unknown' where that cannot be told. */
  readonly since: Day | 'unknown';
}

export type DataOf<A extends Ask> = Data[A['kind']];

export interface Asked<A extends Ask = Ask> {
  readonly website: string;
  readonly ask: A;
}

/** The time of the request, not of the response: a day may have ended in between. */
export interface RequestTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** That day in the profile's time zone. */
  readonly on: Day;
  /** Days that were over may have changed since. */
  readonly isOpen?: true;
}

/** Data read from the service. A failed refresh keeps the old data. */
export interface Answer<T> {
  readonly loading: boolean;
  readonly data?: T | undefined;
  readonly error?: ApiError | undefined;
  readonly requested?: RequestTime | undefined;
  /** An earlier session read the data, and this one has not read it again yet. */
  readonly isKept?: true | undefined;
}

export const notLoaded: Answer<never> = { loading: false };

export interface KnownAnswers {
  /** The same object until it changes; `notLoaded` where it was never asked. */
  get<A extends Ask>(website: string, ask: A): Answer<DataOf<A>>;
}

export interface Known {
  readonly answers: KnownAnswers;
  /** What the service has: nothing else is offered. */
  readonly capabilities: Capabilities;
  readonly today: Day;
  readonly timeZone: string;
  readonly where?: Filter | undefined;
  /** What all counts were multiplied by, where an index is shown in their place: chance goes by the counts themselves. */
  readonly scale?: number | undefined;
}

/** Identifies a question about a website: equal ones have equal keys. */
export function keyOf(ask: Ask): string {
  if (ask.kind === 'rows') {
    const { name, period, search = '', sortBy = 'count', sort = 'desc', perPage = 10, page = 1 } = ask.query;
    const key = [ask.kind, name, ...daysKey(period), sortBy, sort, perPage, page, search];
    return key.join(' ');
  }
  const { kind, period } = ask;
  const name = 'name' in ask ? ask.name : 'visitors';
  const key = [kind, name, ...daysKey(period)].join(' ');
  return kind === 'counts' ? `${key} ${ask.value}` : key;
}

/** Without a filter the keys are those that an earlier session has kept. */
function daysKey({ from, to, where = [], until }: FilteredPeriod): readonly string[] {
  const filter = where.length === 0 ? [] : [filterKey(where)];
  return [from, to, ...(until === undefined ? [] : [`until${until}`]), ...filter];
}

/** The same within a filter. Which days have data is asked of all page views. */
export function withFilter(ask: Ask, where: Filter): Ask {
  if (where.length === 0 || ask.kind === 'dataDays' || ask.kind === 'since') return ask;
  if (ask.kind === 'rows') return { ...ask, query: { ...ask.query, period: { ...ask.query.period, where } } };
  return { ...ask, period: { ...ask.period, where } };
}

/** What an answer says within a filter: of fewer days there is data. */
export function answerWithin<T>(ask: Ask, answer: Answer<T>, where: Filter): Answer<unknown> {
  const { data } = answer;
  if (where.length === 0 || ask.kind !== 'dataDays' || !isDataDays(data)) return answer;
  return within(answer, [], () => ({ ...answer, data: daysOfFilter(data) }));
}

const within = resultOfEach<Answer<unknown>>();

export function isDataDays(data: unknown): data is DataDays {
  return typeof data === 'object' && data !== null && 'gaps' in data;
}

/** What is stored under the key of an ask is its answer, which no compiler tells. */
export function isAnswerTo<A extends Ask>(_: A, answer: Answer<unknown>): answer is Answer<DataOf<A>> {
  return 'loading' in answer;
}

export function periodOf(ask: Ask): FilteredPeriod {
  return ask.kind === 'rows' ? ask.query.period : ask.period;
}

const longAgo: Day = '1990-01-01';

export const ask = {
  rows: (query: StatisticQuery) => ({ kind: 'rows', query }) as const,
  series: (name: DaysName, period: FilteredPeriod) => ({ kind: 'series', name, period }) as const,
  hours: (name: HoursName, period: FilteredPeriod) => ({ kind: 'hours', name, period }) as const,
  sessions: (period: FilteredPeriod) => ({ kind: 'sessions', period }) as const,
  visitors: (period: FilteredPeriod) => ({ kind: 'visitors', period }) as const,
  counts: (
    { name, value }: { readonly name: StatisticName; readonly value: string },
    period: FilteredPeriod,
    span: Period = period,
  ) => ({ kind: 'counts', name, value, period, span }) as const,
  /** On this machine an import may change it, elsewhere it does not change. */
  dataDays: ({ isLocal }: Pick<Capabilities, 'isLocal'>, today: Day) => {
    const day = isLocal === true ? today : longAgo;
    return { kind: 'dataDays', period: { from: day, to: day } } as const;
  },
  since: (name: StatisticName, period: Period) => ({ kind: 'since', name, period }) as const,
};

export type AskedApi = Pick<
  Api,
  | 'readStatistic'
  | 'readSeries'
  | 'readVisitors'
  | 'readSessions'
  | 'readHours'
  | 'readDataDays'
  | 'readCount'
>;

/** What the service answers. Rejects as the Api does. */
export async function dataOf(
  api: AskedApi,
  { website, ask }: Asked,
  today: Day,
  turn?: Turn,
): Promise<Data[keyof Data]> {
  switch (ask.kind) {
    case 'rows':
      return await api.readStatistic(website, ask.query, turn);
    case 'series':
      return await api.readSeries(website, ask.name, ask.period, turn);
    case 'hours':
      return await api.readHours(website, ask.name, ask.period, turn);
    case 'visitors':
      return await api.readVisitors(website, ask.period, turn);
    case 'sessions':
      return await api.readSessions(website, ask.period, turn);
    case 'dataDays':
      return await api.readDataDays(website, today, turn);
    case 'counts':
      return await api.readCount(website, ask, ask.period, turn);
    case 'since': {
      const hasRows = async (days: Period) => {
        const query = { name: ask.name, period: days, perPage: 10 } as const;
        return (await api.readStatistic(website, query, turn)).rows.length > 0;
      };
      return (await detailBegins(ask.period, hasRows)) ?? 'unknown';
    }
  }
}
