import {
  daysWithData,
  everyDay,
  type MissingDays,
  missingDaysText,
  noDataText,
} from '#model/comparison/change.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import type { ApiError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import type { Day, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import { exactSides } from '#model/statistics/summary.ts';
import { noNotes, type Notes } from '#model/website/notes.ts';
import { type WhyFacts, whyFacts } from '#model/why/facts.ts';
import {
  continuousDays,
  missingDaysOfSides,
  rowSides,
  type SeriesSides,
  seriesSides,
  sidesWithData,
  whyDimensions,
  whyNames,
  whyStatistics,
} from '#model/why/question.ts';
import { type Quoted, todayLater, todaySentence, whySentences } from '#model/why/sentence.ts';
import { type WhyRate, whyRates } from '#model/why/table.ts';
import {
  request,
  type WebsiteRequest,
  daysOf,
  firstQuery,
  keyOf,
  type QueryContext,
  type Question,
  type QuestionDays,
  isToday,
} from '#queries/answers/request.ts';
import { pathsRequests } from '#queries/answers/errors.ts';
import { progressOf, type Query, refusalsOf } from '#queries/answers/query.ts';
import {
  chanceDays,
  dataRequests,
  errorsRequests,
  isCountingVisitors,
  knownDataDays,
  seriesRequests,
  seriesOf,
  visitorsRequests,
  websiteDaysOf,
} from '#queries/days/series.ts';
import { sessionsRequests, shownSessions } from '#queries/days/sessions.ts';
import {
  comparesHours,
  hoursRequests,
  isTodayWithoutData,
  rowsDays,
  type TodaySoFar,
  todayNow,
  whyNoHours,
} from '#queries/days/today.ts';
import { visitorFacts } from '#queries/overview.ts';
import { websiteDays } from '#queries/rows/statistic.ts';

export interface WhyQuestion extends Question {
  readonly website: string;
  readonly notes?: Notes | undefined;
}

export interface WhyRead {
  /** Undefined where nothing is compared, or before it is known with which day a day is. */
  readonly periods: ComparedPeriods | undefined;
  /** Of today alone: its hours that are over. */
  readonly hoursSoFar: TodaySoFar | undefined;
  /** Why today has no rows by its hours, in words, and so no facts. */
  readonly whyNoRows: string | undefined;
  /** The day that has no usual one to be compared with. */
  readonly withoutUsual: Day | undefined;
  /** Why nothing is explained where too few of the days compared have data, in words. */
  readonly noComparison: string | undefined;
  /** Of what is read so far; undefined before the visitors are. */
  readonly facts: WhyFacts | undefined;
  readonly groups: readonly {
    readonly name: StatisticName;
    readonly state: WhyGroupState;
    readonly error?: ApiError | undefined;
  }[];
  readonly leftOut: readonly string[];
  /** What is told of sessions, on both sides; none where it is not told, not known of both, or not read. */
  readonly rates: readonly WhyRate[];
  /** Requests that are answered, and how many there are. */
  readonly answered: number;
  readonly asked: number;
  readonly loading: boolean;
  /** Of the visitors: without them there is nothing to explain. */
  readonly error: ApiError | undefined;
}

export type WhyGroupState = 'read' | 'reading' | 'failed' | 'stopped';

/** What explains a change of the visitors: two requests for each statistic, one of more than a hundred days each. */
export const whyChange: Query<WhyQuestion, WhyRead> = {
  requests(question, context) {
    const { website } = question;
    const days = whyDays(question, context);
    if (isToday(days)) return todayRowRequests(question, days, context);
    // Of a day the other one is known once its visitors are read.
    if (!days.isCompared && days.usual !== 'none') return [];
    const series = [
      ...seriesRequests(website, ['visitors', 'pageviews'], days),
      ...visitorsRequests(website, days, context.capabilities),
      ...errorsRequests(website, days, context.capabilities),
      ...pathsRequests(website, errorsOf(website, days, context), context.capabilities),
      ...dataRequests(website, ['visitors'], days, context),
      ...notedHoursRequests(question, days, context),
    ];
    const isCompared = days.compared !== undefined && missingDaysOfWhy(website, days, context) === undefined;
    return isCompared
      ? [
          ...series,
          ...sessionsRequests(website, days, context),
          ...whyRowRequests(website, days.compared, context),
        ]
      : series;
  },
  result(question, context) {
    const { website } = question;
    const days = whyDays(question, context);
    const { usual, usualOf } = days;
    const hoursSoFar = isToday(days)
      ? todayNow.result(todayAsked(question), context).hoursSoFar.visitors
      : undefined;
    const periods = isToday(days) ? todayPeriods(website, days, hoursSoFar, context) : days.compared;
    const answersOf = (name: SeriesName) =>
      seriesRequests(website, [name], days).map(({ request }) => context.answers.get(website, request));
    const pointsOf = (name: SeriesName) => answersOf(name).map(answer => answer.data);
    // What is read is explained while it is still open which days have data.
    const data = knownDataDays(website, days, context) ?? everyDay;
    const isTotalOnly = isToday(days) && periods === undefined;
    const sidesOf = (name: SeriesName) =>
      isToday(days)
        ? hourSides(name === 'visitors' && !isTotalOnly ? hoursSoFar : undefined)
        : periods && seriesSides(pointsOf(name), periods);
    const missingDays = missingDaysOfWhy(website, days, context);
    const withData = (sides: SeriesSides | undefined) =>
      missingDays === undefined ? sidesWithData(sides, data) : undefined;
    const series = { visitors: withData(sidesOf('visitors')), pageviews: withData(sidesOf('pageviews')) };
    const rows = isTotalOnly ? [] : whyRows(website, periods, context);
    const { summary } = seriesOf(website, 'visitors', days, context);
    const points = pointsOf('visitors').map(each => daysWithData(each ?? [], data));
    const ofWholeDays = isToday(days)
      ? {}
      : {
          errors: errorsOf(website, days, context),
          shapeDays: periods && continuousDays(points.flat(), periods, context.today),
          exact: summary && exactSides(summary, context.capabilities),
          hours: notedHours(question, days, context),
        };
    const facts =
      series.visitors === undefined || isCountingVisitors(website, days, context)
        ? undefined
        : whyFacts({
            ...series.visitors,
            ...ofWholeDays,
            dimensions: whyDimensions(rows, series, context.capabilities),
            known: chanceDays(days, points[0] ?? []),
            notes: question.notes,
            where: context.where,
            scale: context.scale,
          });
    const requests = whyChange.requests(question, context);
    const progress = progressOf(requests, context);
    const needed = isToday(days)
      ? requests.map(({ request }) => context.answers.get(website, request))
      : answersOf('visitors');
    return {
      periods,
      hoursSoFar,
      whyNoRows: isTotalOnly ? whyNoHours(website, days, context) : undefined,
      withoutUsual: usual === 'none' ? usualOf : undefined,
      noComparison: missingDays && noComparisonText(website, missingDays, days, context),
      facts,
      groups: rows.map(({ name, state, error }) => ({ name, state, error })),
      rates: isToday(days) || missingDays !== undefined ? [] : ratesOf(website, days, context),
      leftOut: refusalsOf(whyStatistics, rows, context.capabilities),
      ...progress,
      // Those of a day's rows that are asked once the other day is known.
      asked: progress.asked + (usual === 'unread' ? 2 * rows.length : 0),
      error:
        facts === undefined && hoursSoFar === undefined
          ? needed.find(({ error }) => error !== undefined)?.error
          : undefined,
    };
  },
};

/** Of a day with notes of a time: they explain nothing that began before it. */
function notedHoursRequests(
  { website, notes = noNotes }: WhyQuestion,
  days: QuestionDays,
  context: QueryContext,
) {
  const isTimed = notes.some(({ day, at }) => day === days.single && at !== undefined);
  return isTimed ? hoursRequests(website, days, context) : [];
}

function notedHours(question: WhyQuestion, days: QuestionDays, context: QueryContext) {
  const requests = notedHoursRequests(question, days, context);
  const [now, before] = requests.map(({ website, request }) => context.answers.get(website, request).data);
  return now && before && { now, before };
}

function todayAsked(question: WhyQuestion) {
  return { ...question, names: ['visitors'] as const };
}

/** The total of its hours, and the rows of them where the service has any, once it is known beside which day. */
function todayRowRequests(
  question: WhyQuestion,
  days: QuestionDays,
  context: QueryContext,
): readonly WebsiteRequest[] {
  const { website } = question;
  const ofTotal = todayNow.requests(todayAsked(question), context);
  if (!comparesHours(days, context)) return ofTotal;
  const { visitors } = todayNow.result(todayAsked(question), context).hoursSoFar;
  const periods = todayPeriods(website, days, visitors, context);
  const all = [
    ...ofTotal,
    ...websiteDays.requests({ website, days }, context),
    ...(periods === undefined ? [] : whyRowRequests(website, periods, context)),
  ];
  return [...new Map(all.map(each => [keyOf(each.request), each])).values()];
}

/** The same hours of both days; undefined where there are no rows of them, or the service counted further than they reach. */
function todayPeriods(
  website: string,
  days: QuestionDays,
  hoursSoFar: TodaySoFar | undefined,
  context: QueryContext,
): ComparedPeriods | undefined {
  const { compared, rows } = rowsDays(website, days, context);
  return rows.until === undefined || rows.until !== hoursSoFar?.hours
    ? undefined
    : compared && { ...compared, until: rows.until };
}

function hourSides(hoursSoFar: TodaySoFar | undefined): SeriesSides | undefined {
  if (hoursSoFar === undefined) return undefined;
  const { now, before, compared } = hoursSoFar;
  const side = (day: Day, count: number) => [{ day, count }];
  return { now: side(compared.now.from, now), before: side(compared.before.from, before) };
}

/**
 * What explains the change in sentences: of today without rows of its hours what the total did, and why that is all.
 * @param where what all of it is within
 */
export function changeSentences(
  { facts, periods, hoursSoFar, whyNoRows }: Pick<WhyRead, 'facts' | 'periods' | 'hoursSoFar' | 'whyNoRows'>,
  capabilities: Capabilities,
  where: Filter | undefined,
  quoted?: Quoted,
): string[] {
  if (facts !== undefined && periods !== undefined) return whySentences(facts, periods, capabilities, quoted);
  if (hoursSoFar === undefined || whyNoRows === undefined) return [];
  return [todaySentence(hoursSoFar, capabilities, where, quoted), todayLater(whyNoRows)];
}

function ratesOf(website: string, days: QuestionDays, context: QueryContext): readonly WhyRate[] {
  const sessions = shownSessions(website, days, context);
  const { compared } = days;
  if (sessions === undefined || compared === undefined || sessions.missingDays !== undefined) return [];
  const { daysNow: now, daysBefore: before } = sessions;
  return whyRates(sessions, now && before && { now, before });
}

/** More errors than usual on the last whole day, which need attention. */
function errorsOf(website: string, days: QuestionDays, context: QueryContext) {
  return visitorFacts(website, days, context).attention.find(reason => reason.kind === 'errors');
}

function whyDays({ website, ...question }: WhyQuestion, context: QueryContext): QuestionDays {
  return websiteDaysOf(website, daysOf(question, context.today), context);
}

function missingDaysOfWhy(
  website: string,
  days: QuestionDays,
  context: QueryContext,
): MissingDays | undefined {
  const points = seriesRequests(website, ['visitors'], days).map(
    ({ request }) => context.answers.get(website, request).data,
  );
  const data = knownDataDays(website, days, context) ?? everyDay;
  const { usual, usualOf } = days;
  // A day without data has no usual one either, which says less.
  const isAlone = usual === 'none' && usualOf !== undefined && usualOf < context.today;
  // Of own logs today may have no line yet.
  if (isAlone || (usual !== 'none' && isToday(days))) {
    const day = points.flatMap(read => read ?? []).filter(point => point.day === days.single);
    return missingDaysOfSides({ now: day, before: [] }, data);
  }
  return missingDaysOfSides(days.compared && seriesSides(points, days.compared), data);
}

function noComparisonText(
  website: string,
  missingDays: MissingDays,
  days: QuestionDays,
  context: QueryContext,
): string {
  const { total } = seriesOf(website, 'visitors', days, context).summary ?? { total: 0 };
  const isNone = total === undefined && missingDays.isUnknown !== true;
  return isNone || (days.single === days.today && isTodayWithoutData(website, days, context))
    ? noDataText(days.period, days.today)
    : missingDaysText(missingDays);
}

type WhySides = Parameters<typeof rowSides>[0];

/** The rows of both sides, of every statistic that may explain a change. */
export function whyRowRequests(
  website: string,
  compared: WhySides,
  { capabilities }: QueryContext,
): WebsiteRequest[] {
  return whyNames(capabilities).flatMap(name =>
    rowSides(compared).map(period => ({ website, request: request.rows(firstQuery(name, period)) })),
  );
}

/** The same as far as they are read. */
export function whyRows(
  website: string,
  periods: WhySides | undefined,
  { answers, capabilities }: QueryContext,
) {
  return whyNames(capabilities).map(name => {
    const sides = periods && rowSides(periods);
    const [now, before] =
      sides?.map(period => answers.get(website, request.rows(firstQuery(name, period)))) ?? [];
    const error = now?.error ?? before?.error;
    const isKept = now?.isKept === true || before?.isKept === true;
    const isRead = now?.data !== undefined && before?.data !== undefined;
    const isLoading = now?.loading === true || before?.loading === true;
    const state: WhyGroupState = isRead
      ? 'read'
      : isLoading
        ? 'reading'
        : error === undefined
          ? 'stopped'
          : 'failed';
    return { name, now: now?.data, before: before?.data, isKept, state, error };
  });
}
