import {
  type DataDays,
  daysWithData,
  everyDay,
  firstCounted,
  hasDataIn,
  leavesOpen,
} from '#model/comparison/change.ts';
import {
  comparedDay,
  type ComparedPeriods,
  comparedPeriods,
  dayOfUsual,
  lastWholeDay,
  usualDays,
} from '#model/comparison/periods.ts';
import type { ApiError } from '#model/failure.ts';
import { addDays, earlierDay, laterDay } from '#model/period/day.ts';
import { samePeriod } from '#model/period/period.ts';
import { type Capabilities, countsVisits } from '#model/service/capabilities.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import { sum } from '#model/statistics/series.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import {
  type ExactCounts,
  hasExactVisitors,
  pointsOfAll,
  summarise,
  type Summary,
  withExact,
} from '#model/statistics/summary.ts';
import {
  request,
  type WebsiteRequest,
  type DataRequestOf,
  daysOfWebsite,
  isAnswered,
  isDataDays,
  notLoaded,
  type QueryContext,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { Query } from '#queries/answers/query.ts';
import { memoizeLast, memoizeByObject } from '#text/memo.ts';

/**
 * What to ask a service to know which of these days have data; undefined where the counts tell it.
 * @param read the days that are read, in order
 */
export function dataDaysRequest(
  read: readonly SeriesPoint[],
  { period, before, today }: Pick<QuestionDays, 'today' | 'period' | 'before'>,
  { capabilities }: Pick<QueryContext, 'capabilities'>,
): DataRequestOf<'dataDays'> | undefined {
  // Each day has a usual one in the four weeks before it, the last whole day also where the period is today alone.
  const weeks = addDays(earlierDay(period.from, lastWholeDay(period, today)), -usualDays);
  // Of own logs today may have no line yet.
  const days = { from: earlierDay(before?.from ?? weeks, weeks), to: laterDay(period.to, today) };
  return leavesOpen(read, days, capabilities) ? request.dataDays(capabilities, today) : undefined;
}

/** What tells whether hours that are all zero are data: hours of a day, or of the days of a period. */
export function hoursDataRequests(
  hours: readonly number[] | undefined,
  { capabilities, today }: Pick<QueryContext, 'capabilities' | 'today'>,
): DataRequestOf<'dataDays'>[] {
  return hours?.every(count => count === 0) === true ? [request.dataDays(capabilities, today)] : [];
}

/** Undefined where the days have no data. */
export function hoursWithData(
  website: string,
  hours: readonly number[] | undefined,
  period: Period,
  context: QueryContext,
): readonly number[] | undefined {
  const [ofData] = hoursDataRequests(hours, context);
  const data = ofData && context.answers.get(website, ofData).data;
  return data === undefined || hasDataIn(data, period) ? hours : undefined;
}

/** Whether no day of a period has data: of own logs, which may lack any day. */
export const lacksData: Query<{ readonly website: string; readonly period: Period }, boolean> = {
  requests: ({ website }, { capabilities, today }) =>
    capabilities.knowsGaps === true ? [{ website, request: request.dataDays(capabilities, today) }] : [],
  result(asked, context) {
    const [found] = lacksData.requests(asked, context);
    const data = found && context.answers.get(found.website, found.request).data;
    return isDataDays(data) && !hasDataIn(data, asked.period);
  },
};

/** The first day that the filter counts of all websites, where that is not before the others of the period; undefined where it counts all. */
export const filterBegins: Query<
  { readonly websites: readonly string[]; readonly period: Period },
  Day | undefined
> = {
  requests: ({ websites }, { capabilities, today, where = [] }) =>
    where.length === 0 || capabilities.knowsGaps !== true
      ? []
      : websites.map(website => ({ website, request: request.dataDays(capabilities, today) })),
  result(asked, context) {
    const begins = filterBegins.requests(asked, context).flatMap(({ website, request }) => {
      const { data } = context.answers.get(website, request);
      return isDataDays(data) ? (data.filtersFrom ?? []) : [];
    });
    const latest = begins.toSorted().at(-1);
    return latest !== undefined && latest > asked.period.from ? latest : undefined;
  },
};

const unknownOf = memoizeByObject<DataDays>();
const begunOf = memoizeByObject<DataDays>();

/**
 * The days that have data: undefined until it is known. Where it could not be read nothing but counts speaks for a day.
 * @param read the days that are read, in order
 * @param request what `dataDaysRequest` asks of them
 */
export function dataDaysOf(
  website: string,
  read: readonly SeriesPoint[],
  request: DataRequestOf<'dataDays'> | undefined,
  { answers, capabilities }: Pick<QueryContext, 'answers' | 'capabilities'>,
): DataDays | undefined {
  if (request === undefined) return everyDay;
  const { data, error } = answers.get(website, request);
  // A service has no gaps: all days since one with counts have data, also where there was none when it was asked.
  const from = capabilities.knowsGaps === true ? undefined : firstCounted(read);
  if (data !== undefined)
    return from === undefined || data.from !== undefined
      ? data
      : begunOf(data, [from], () => ({ ...data, from }));
  return error && unknownOf(error, [from], () => ({ from, gaps: [], isUnknown: true }));
}

type SeriesDays = Pick<
  QuestionDays,
  'today' | 'period' | 'compared' | 'before' | 'usualOf' | 'span' | 'apart'
>;

/** The days of measures, and the earlier ones where they are read separately. */
export function seriesRequests(
  website: string,
  names: readonly SeriesName[],
  { span, apart }: SeriesDays,
): WebsiteRequest<DataRequestOf<'series'>>[] {
  const ofNames = (period: Period) => names.map(name => ({ website, request: request.series(name, period) }));
  return [...ofNames(span), ...(apart === undefined ? [] : ofNames(apart))];
}

/** The visitors of the period and of both sides of its comparison, where the service counts them. */
export function visitorsRequests(
  website: string,
  { period, compared }: Pick<SeriesDays, 'period' | 'compared'>,
  capabilities: Capabilities,
) {
  // Of one day they are those of the day.
  const wanted = [period, ...(compared === undefined ? [] : [compared.now, compared.before])];
  const counted = wanted.filter(days => hasExactVisitors(capabilities, days));
  return counted
    .filter((days, index) => counted.findIndex(other => samePeriod(other, days)) === index)
    .map(days => ({ website, request: request.visitors(days) }));
}

/** As they are read: undefined where the service does not count them, or not all of them could be read. */
function exactCounts(
  website: string,
  days: Pick<SeriesDays, 'period' | 'compared'>,
  { answers, capabilities }: Pick<QueryContext, 'answers' | 'capabilities'>,
): ExactCounts | 'awaited' | undefined {
  const requests = visitorsRequests(website, days, capabilities);
  if (requests.length === 0) return undefined;
  const read = requests.map(({ request }) => answers.get(website, request));
  if (read.some(({ data, error }) => data === undefined && error !== undefined)) return undefined;
  if (read.some(({ data }) => data === undefined)) return 'awaited';
  const answerOf = (wanted: Period | undefined) =>
    read[requests.findIndex(({ request }) => wanted !== undefined && samePeriod(request.period, wanted))]
      ?.data;
  const total = answerOf(days.period);
  if (total === undefined) return undefined;
  return { total, now: answerOf(days.compared?.now), before: answerOf(days.compared?.before) };
}

/** Whether a count of them is on its way that a sum of days would stand for until then. */
export function isCountingVisitors(
  website: string,
  days: Pick<SeriesDays, 'period' | 'compared'>,
  context: QueryContext,
): boolean {
  if (exactCounts(website, days, context) !== 'awaited') return false;
  return visitorsRequests(website, days, context.capabilities).some(({ request }) => {
    const { loading, data } = context.answers.get(website, request);
    return loading && data === undefined;
  });
}

/** The errors by day, where the service knows them: one request. */
export function errorsRequests(
  website: string,
  { span }: Pick<SeriesDays, 'span'>,
  { knowsErrors }: Capabilities,
) {
  return knowsErrors === true ? [{ website, request: request.series('errors', span) }] : [];
}

export interface ShownSeries {
  readonly summary: Summary | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
  readonly isKept?: true | undefined;
}

/** Which days have data, where the days that are read leave it open. */
export function dataRequests(
  website: string,
  names: readonly SeriesName[],
  days: SeriesDays,
  context: QueryContext,
) {
  const ofNames = names.map(name => dataRequestOf(readDays(website, name, days, context), days, context));
  const [first] = ofNames.flatMap(each => each ?? []);
  return first === undefined ? [] : [{ website, request: first }];
}

/** The same where there is no answer yet. */
export function openDataRequests(
  website: string,
  names: readonly SeriesName[],
  days: SeriesDays,
  context: QueryContext,
) {
  const requests = dataRequests(website, names, days, context);
  return requests.filter(each => !isAnswered(context.answers.get(website, each.request)));
}

/** The days of a question as they are for a website, as far as its visitors are read, and which of them have data. */
export function websiteDaysOf(website: string, days: QuestionDays, context: QueryContext): QuestionDays {
  if (days.usualOf === undefined) return days;
  const visitors = context.answers.get(website, request.series('visitors', days.span)).data;
  const data = knownDataDays(website, days, context);
  return data === undefined ? days : daysOfWebsite(days, visitors, data);
}

/**
 * Of a day that is compared with its usual one the days by which chance is measured; undefined of other periods, which have
 * enough of their own.
 * @param read days with data
 */
export function chanceDays(
  { usualOf, period, today }: QuestionDays,
  read: readonly SeriesPoint[],
): readonly SeriesPoint[] | undefined {
  const last = lastWholeDay(period, today);
  return usualOf === undefined ? undefined : read.filter(({ day }) => day <= last);
}

/** Undefined until it is known. */
export function knownDataDays(
  website: string,
  days: SeriesDays,
  context: QueryContext,
): DataDays | undefined {
  return dataOf(website, readDays(website, 'visitors', days, context), days, context);
}

function dataOf(website: string, read: ReturnType<typeof readDays>, days: SeriesDays, context: QueryContext) {
  return dataDaysOf(website, read[0]?.data ?? [], dataRequestOf(read, days, context), context);
}

// Every key asks for it, of days that stay the same.
const lastRequests = memoizeByObject<{ readonly request: DataRequestOf<'dataDays'> | undefined }>();

function dataRequestOf(read: ReturnType<typeof readDays>, days: SeriesDays, context: QueryContext) {
  const [{ data: span } = notLoaded, { data: apart } = notLoaded] = read;
  // Without the earlier days it is not known whether they tell.
  if (span === undefined || (days.apart !== undefined && apart === undefined)) return undefined;
  const { period, before, today } = days;
  const keys = [apart, period.from, period.to, before?.from, today, context.capabilities];
  return lastRequests(span, keys, () => ({
    request: dataDaysRequest([...(apart ?? []), ...span], days, context),
  })).request;
}

function readDays(website: string, name: SeriesName, days: SeriesDays, { answers }: QueryContext) {
  return seriesRequests(website, [name], days).map(({ request }) => answers.get(website, request));
}

export function seriesOf(
  website: string,
  name: SeriesName,
  days: SeriesDays,
  context: QueryContext,
): ShownSeries {
  const read = readDays(website, name, days, context);
  const [series, earlier] = read;
  const counting = name === 'visitors' ? visitorsRequests(website, days, context.capabilities) : [];
  const visitors = counting.map(({ request }) => context.answers.get(website, request));
  const exact = counting.length === 0 ? undefined : exactCounts(website, days, context);
  const data = dataOf(website, read, days, context);
  // No sum that a count replaces a moment later, and no zeros that turn out to be no data.
  const isCounting = name === 'visitors' && isCountingVisitors(website, days, context);
  const dataRequest = dataRequestOf(read, days, context);
  const isAwaited =
    isCounting ||
    (dataRequest !== undefined && data === undefined && context.answers.get(website, dataRequest).loading);
  const loading = isAwaited || [series, earlier, ...visitors].some(answer => answer?.loading === true);
  const points = isAwaited ? undefined : series?.data;
  return {
    summary:
      points &&
      summaryOf(points, days, {
        earlier: earlier?.data,
        exact: exact === 'awaited' ? undefined : exact,
        data,
        scale: context.scale,
        isExact: name === 'visitors' && countsVisits(context.capabilities),
      }),
    error: series?.error,
    loading,
    isKept: series?.isKept,
  };
}

/** The last result of each series: charts of an unchanged series are not drawn again, so it must keep its identity. */
const summaries = memoizeByObject<Summary>();

interface SummaryInput {
  /** The earlier counts, where they are read separately. */
  readonly earlier: readonly SeriesPoint[] | undefined;
  readonly exact: ExactCounts | undefined;
  readonly data: DataDays | undefined;
  readonly scale: number | undefined;
  /** The days add up to what the service would count. */
  readonly isExact: boolean;
}

function summaryOf(
  points: readonly SeriesPoint[],
  { period, before, today }: SeriesDays,
  { earlier, exact, data, scale, isExact }: SummaryInput,
): Summary {
  const keys = [period.from, period.to, today, before?.from, before?.to, earlier, data, scale, isExact];
  const counted = [exact?.total, exact?.now, exact?.before];
  return summaries(points, [...keys, ...counted], () => ({
    ...withExact(
      // Compared with nothing until it is known which days have data.
      summarise(points, period, today, data && before && { period: before, points: earlier }, data),
      exact,
    ),
    ...(scale !== undefined && { scale }),
    ...(isExact && { isExact }),
  }));
}

const ownOf = memoizeLast<OwnComparisons>(4);

/** What each day, week or month of a measure is compared with by itself, as when it is opened, as far as it is read. */
export function ownComparisons(
  website: string,
  name: SeriesName,
  days: QuestionDays,
  context: QueryContext,
): OwnComparisons {
  const { baseline, today } = days;
  const readOf = (seriesName: SeriesName) =>
    readDays(website, seriesName, days, context).map(({ data }) => data);
  const [visitors, counts] = [readOf('visitors'), readOf(name)];
  const data = knownDataDays(website, days, context);
  return ownOf([baseline, today, data, visitors.length, ...visitors, ...counts], () => span => {
    const compared = comparedByItself(span, baseline, today, { visitors, data });
    const points =
      compared && data && counts.map(read => read && pointsOfAll(daysWithData(read, data), compared.before));
    const found = points?.find(read => read !== undefined);
    return compared && found && { compared, before: sum(found) };
  });
}

/** Days that are not over, and a usual day that is not among those read, are compared with nothing. */
export function comparedByItself(
  { from, to }: Period,
  baseline: QuestionDays['baseline'],
  today: Day,
  {
    visitors,
    data,
  }: {
    readonly visitors: readonly (readonly SeriesPoint[] | undefined)[];
    /** Undefined until it is known. */
    readonly data: DataDays | undefined;
  },
): ComparedPeriods | undefined {
  if (to >= today || data === undefined) return undefined;
  const choice = { kind: 'range', from, to } as const;
  if (dayOfUsual(choice, baseline, today) === undefined) return comparedPeriods(choice, baseline, today);
  const first = addDays(from, -usualDays);
  const read = visitors.find(points => points?.some(({ day }) => day === first));
  return read && comparedDay(from, baseline, daysWithData(read, data));
}
