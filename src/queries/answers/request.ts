import type { Api, CountedRow, RequestOptions } from '#api/api.ts';
import { type DataDays, daysOfFilter, daysWithData, everyDay } from '#model/comparison/change.ts';
import {
  type Baseline,
  type ComparedPeriods,
  comparedPeriods,
  completeDays,
  dayOfUsual,
  type SeriesPeriods,
  seriesPeriods,
  type UsualDay,
  usualDay,
} from '#model/comparison/periods.ts';
import { detailBegins } from '#model/comparison/rows.ts';
import type { ApiError } from '#model/failure.ts';
import { addDays } from '#model/period/day.ts';
import { type PeriodChoice, resolvePeriod } from '#model/period/period.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Filter, filterKey } from '#model/service/filter.ts';
import type { FilteredPeriod, Page, PerPage, StatisticQuery } from '#model/service/paging.ts';
import type { Sessions } from '#model/statistics/sessions.ts';
import type {
  Day,
  DaysName,
  HoursName,
  Period,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import { measureOf } from '#model/statistics/summary.ts';
import { memoizeLast, memoizeByObject } from '#text/memo.ts';

export type DataRequest =
  | { readonly kind: 'rows'; readonly query: StatisticQuery }
  | { readonly kind: 'series'; readonly name: DaysName; readonly period: FilteredPeriod }
  | { readonly kind: 'hours'; readonly name: HoursName; readonly period: FilteredPeriod }
  /** The visitors of a period, where the service counts them. */
  | { readonly kind: 'visitors'; readonly period: FilteredPeriod }
  /** What the sessions of a period add up to, where the service tells it. */
  | { readonly kind: 'sessions'; readonly period: FilteredPeriod }
  /** Of one row over a period. Its span is no part of the key. */
  | (CountedRow & { readonly kind: 'counts'; readonly period: FilteredPeriod })
  | { readonly kind: 'dataDays'; readonly period: Period }
  /** The first day with rows of a statistic within these days: about a dozen requests, one after the other. */
  | { readonly kind: 'since'; readonly name: StatisticName; readonly period: Period };

export type DataRequestOf<K extends DataRequest['kind']> = Extract<DataRequest, { readonly kind: K }>;

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

export type DataOf<A extends DataRequest> = Data[A['kind']];

export interface WebsiteRequest<A extends DataRequest = DataRequest> {
  readonly website: string;
  readonly request: A;
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

export function isAnswered({ data, error }: Answer<unknown>): boolean {
  return data !== undefined || error !== undefined;
}

export interface KnownAnswers {
  /** The same object until it changes; `notLoaded` where it was never asked. */
  get<A extends DataRequest>(website: string, request: A): Answer<DataOf<A>>;
}

export interface QueryContext {
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
export function keyOf(request: DataRequest): string {
  if (request.kind === 'rows') {
    const {
      name,
      period,
      search = '',
      sortBy = 'count',
      sort = 'desc',
      perPage = 10,
      page = 1,
    } = request.query;
    const key = [request.kind, name, ...daysKey(period), sortBy, sort, perPage, page, search];
    return key.join(' ');
  }
  const { kind, period } = request;
  const name = 'name' in request ? request.name : 'visitors';
  const key = [kind, name, ...daysKey(period)].join(' ');
  return kind === 'counts' ? `${key} ${request.value}` : key;
}

/** Without a filter the keys are those that an earlier session has kept. */
function daysKey({ from, to, where = [], until }: FilteredPeriod): readonly string[] {
  const filter = where.length === 0 ? [] : [filterKey(where)];
  return [from, to, ...(until === undefined ? [] : [`until${until}`]), ...filter];
}

/** The same within a filter. Which days have data is asked of all page views. */
export function withFilter(request: DataRequest, where: Filter): DataRequest {
  if (where.length === 0 || request.kind === 'dataDays' || request.kind === 'since') return request;
  if (request.kind === 'rows')
    return { ...request, query: { ...request.query, period: { ...request.query.period, where } } };
  return { ...request, period: { ...request.period, where } };
}

/** What an answer says within a filter: of fewer days there is data. */
export function answerWithin<T>(request: DataRequest, answer: Answer<T>, where: Filter): Answer<unknown> {
  const { data } = answer;
  if (where.length === 0 || request.kind !== 'dataDays' || !isDataDays(data)) return answer;
  return within(answer, [], () => ({ ...answer, data: daysOfFilter(data) }));
}

const within = memoizeByObject<Answer<unknown>>();

export function isDataDays(data: unknown): data is DataDays {
  return typeof data === 'object' && data !== null && 'gaps' in data;
}

/** What is stored under the key of a request is its answer, which no compiler tells. */
export function isAnswerTo<A extends DataRequest>(
  _: A,
  answer: Answer<unknown>,
): answer is Answer<DataOf<A>> {
  return 'loading' in answer;
}

export function periodOf(request: DataRequest): FilteredPeriod {
  return request.kind === 'rows' ? request.query.period : request.period;
}

const longAgo: Day = '1990-01-01';

export const request = {
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

export type ReadingApi = Pick<
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
  api: ReadingApi,
  { website, request }: WebsiteRequest,
  today: Day,
  options?: RequestOptions,
): Promise<Data[keyof Data]> {
  switch (request.kind) {
    case 'rows':
      return await api.readStatistic(website, request.query, options);
    case 'series':
      return await api.readSeries(website, request.name, request.period, options);
    case 'hours':
      return await api.readHours(website, request.name, request.period, options);
    case 'visitors':
      return await api.readVisitors(website, request.period, options);
    case 'sessions':
      return await api.readSessions(website, request.period, options);
    case 'dataDays':
      return await api.readDataDays(website, today, options);
    case 'counts':
      return await api.readCount(website, request, request.period, options);
    case 'since': {
      const hasRows = async (days: Period) => {
        const query = { name: request.name, period: days, perPage: 10 } as const;
        return (await api.readStatistic(website, query, options)).rows.length > 0;
      };
      return (await detailBegins(request.period, hasRows)) ?? 'unknown';
    }
  }
}

export interface Question {
  readonly choice: PeriodChoice;
  /** What every number is compared with; undefined: nothing. */
  readonly baseline: Baseline | undefined;
}

export interface QuestionDays extends Question, SeriesPeriods {
  readonly today: Day;
  readonly period: Period;
  /** The day whose usual day these are compared with: another one for each website. */
  readonly usualOf: Day | undefined;
  /** That day; 'unread' while the visitors of the website are, 'none' where it has none. Undefined without usualOf. */
  readonly usual: UsualDay | 'unread' | 'none' | undefined;
  /** Undefined where nothing is compared, the period is today alone, or its usual day is not known. */
  readonly compared: ComparedPeriods | undefined;
  /** Whether numbers have changes, perhaps once the usual day is known. */
  readonly isCompared: boolean;
  readonly before: FilteredPeriod | undefined;
  /** The days that rows are counted over: only whole days while they are compared. */
  readonly rows: FilteredPeriod;
  /** The day of a period of one day, whose measures are shown hour by hour. */
  readonly single: Day | undefined;
  /** The days whose hours stand beside those shown, of today as well. */
  readonly hoursBefore: Period | undefined;
  readonly key: string;
}

// Every component asks for these days many times a key: they are computed once and keep their identity. Those of today, and
// those of the day of an earlier session; the menu of comparisons asks for each.
const lastDays = memoizeLast<QuestionDays>(8);

/** Of no website: which day is usual is not known. */
export function daysOf({ choice, baseline }: Question, today: Day): QuestionDays {
  return lastDays([choice, baseline, today], () => {
    const usualOf = dayOfUsual(choice, baseline, today);
    return makeDays({ choice, baseline }, today, usualOf === undefined ? undefined : 'unread');
  });
}

const usualDays = memoizeByObject<UsualDay | 'none'>();
// Of a day there are four that may be its usual one, each among one to four.
const daysOfWebsites = memoizeByObject<QuestionDays>(12);

/**
 * The same of a website.
 * @param visitors of the days of `span`; undefined while they are not read
 * @param data which of them have any
 */
export function daysOfWebsite(
  days: QuestionDays,
  visitors: readonly SeriesPoint[] | undefined,
  data: DataDays = everyDay,
): QuestionDays {
  const { usualOf, today } = days;
  if (usualOf === undefined || visitors === undefined) return days;
  const usual = usualDays(
    visitors,
    [usualOf, data],
    () => usualDay(daysWithData(visitors, data), usualOf) ?? 'none',
  );
  const keys = usual === 'none' ? [usual] : [usual.day, usual.among];
  return daysOfWebsites(days, keys, () => makeDays(days, today, usual));
}

function makeDays({ choice, baseline }: Question, today: Day, usual: QuestionDays['usual']): QuestionDays {
  const period = resolvePeriod(choice, today);
  const { from, to } = period;
  const known = typeof usual === 'object' ? usual : undefined;
  const compared = comparedPeriods(choice, baseline, today, known);
  const single = from === to ? from : undefined;
  const before = compared?.before;
  // As if today were over.
  const dayBefore = () =>
    single && comparedPeriods({ kind: 'range', from, to }, baseline, addDays(single, 1), known)?.before;
  const whole = completeDays(period, today);
  const isCompared = whole !== undefined && (compared !== undefined || usual === 'unread');
  return {
    choice,
    baseline,
    today,
    period,
    usualOf: dayOfUsual(choice, baseline, today),
    usual,
    compared,
    isCompared,
    before,
    rows: isCompared ? whole : period,
    single,
    hoursBefore: before ?? dayBefore(),
    key: [today, from, to, before?.from, before?.to].join(' '),
    ...seriesPeriods(choice, baseline, today),
  };
}

/** Whether it is today by its hours that is compared. */
export function isToday({ single, today, baseline }: QuestionDays): boolean {
  return single === today && baseline !== undefined;
}

/** Identifies a row of a statistic, whatever the period. The value is raw, as the service returned it. */
export interface RowName {
  readonly websiteId: string;
  readonly name: StatisticName;
  readonly value: string;
}

/** The most frequent rows of some days, as many as one request returns: what rows are compared with, and shares are parts of. */
export function firstQuery(name: StatisticName, period: FilteredPeriod, search = ''): StatisticQuery {
  return { name, period, perPage: 100, ...(search === '' ? {} : { search }) };
}

/** The query of a dashboard panel: its first rows, or as many as one request returns where only they say what shares are of. */
export function panelQuery(
  name: StatisticName,
  period: FilteredPeriod,
  rows: number,
  capabilities: Capabilities,
): StatisticQuery {
  if (measureOf(name, capabilities) === undefined) return firstQuery(name, period);
  return { name, period, perPage: panelRows(rows) };
}

/** As a request for a panel of so many rows would have returned them. */
export function panelPage(page: Page<StatisticRow>, rows: number): Page<StatisticRow> {
  const count = panelRows(rows);
  return page.rows.length <= count ? page : { ...page, rows: page.rows.slice(0, count), next: 'yes' };
}

function panelRows(rows: number): PerPage {
  return rows > 10 ? 25 : 10;
}
