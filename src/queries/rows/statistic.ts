import type { MissingDays } from '#model/comparison/change.ts';
import { type ComparedRow, coveredMeasure, referenceStatistic } from '#model/comparison/rows.ts';
import type { TableEntry } from '#model/export/statisticTables.ts';
import { parseDay } from '#model/period/day.ts';
import { hourValue } from '#model/period/format.ts';
import { sum } from '#model/statistics/series.ts';
import {
  type Day,
  type HoursName,
  isHours,
  isSeries,
  isTime,
  type SeriesName,
} from '#model/statistics/statistics.ts';
import {
  hasExactVisitors,
  measureBasis,
  measureOf,
  maxShared,
  rowsBasis,
  type ShareBasis,
  type Summary,
  sumOf,
} from '#model/statistics/summary.ts';
import {
  request,
  type WebsiteRequest,
  firstQuery,
  type QueryContext,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { Query } from '#queries/answers/query.ts';
import {
  dataRequests,
  hoursDataRequests,
  hoursWithData,
  seriesRequests,
  seriesOf,
  visitorsRequests,
  websiteDaysOf,
} from '#queries/days/series.ts';
import {
  asRead,
  comparisonRequests,
  countedFrom,
  detailSince,
  earlierReach,
  earlierHours,
  isFirst,
  isLast,
  missingDaysOfRows,
  maxPagesRead,
  ofPage,
  pagesRead,
  rowComparison,
  type RowsQuestion,
  sinceRequests,
  type StatisticQuestion,
} from './rows.ts';
import { comparesHours, hoursFromRequests } from '#queries/days/today.ts';

/** What tells the total that shares are parts of: the measure that the rows count, else the rows of the statistic. */
export function basisRequests(question: RowsQuestion, context: QueryContext): WebsiteRequest[] {
  const { website, name, days, page } = question;
  if (isTime(name)) return [];
  const measure = totalMeasure(question, context);
  if (measure === undefined) {
    if (page === undefined || rowsAtHand(question) !== undefined) return [];
    const query = firstQuery(name, days.rows);
    const pages = pagesRead(website, query, context);
    const last = pages.at(-1);
    const isKnown = last !== undefined && (isLast(last) || last.sum !== undefined);
    const count = isKnown ? pages.length : Math.min(pages.length + 1, maxPagesRead);
    return Array.from({ length: count }, (_, at) => ({
      website,
      request: request.rows({ ...query, page: at + 1 }),
    }));
  }
  const isExact = measure === 'visitors' && hasExactVisitors(context.capabilities, days.rows);
  return [
    ...seriesRequests(website, [measure], days),
    ...(isExact ? [{ website, request: request.visitors(days.rows) }] : []),
  ];
}

/** Undefined while it is read, so that no share is shown that would change a moment later. */
export function basisOf(question: RowsQuestion, context: QueryContext): ShareBasis | undefined {
  const { website, name, days, page } = question;
  // Times are parts of nothing.
  if (page === undefined || isTime(name)) return undefined;
  const measure = totalMeasure(question, context);
  if (measure !== undefined) {
    const { summary, loading } = seriesOf(website, measure, days, context);
    if (summary === undefined && loading) return undefined;
    const { from, to } = days.rows;
    const exact =
      measure === 'visitors' ? context.answers.get(website, request.visitors({ from, to })).data : undefined;
    const total = exact ?? (summary && sum(summary.points.filter(({ day }) => day >= from && day <= to)));
    const isSum = measure === 'visitors' && exact === undefined && from !== to;
    const basis = measureBasis(page.rows, total, isSum);
    if (basis !== undefined) return basis;
  }
  const own = rowsAtHand(question);
  if (own !== undefined) return own;
  const query = firstQuery(name, days.rows);
  const pages = pagesRead(website, query, context);
  const next = context.answers.get(website, request.rows({ ...query, page: pages.length + 1 }));
  const last = pages.at(-1);
  if (last?.sum !== undefined) return { kind: 'statistic', total: last.sum };
  if (next.loading && (last === undefined || !isLast(last))) return undefined;
  if (last === undefined) return isFirst(page, question.query) ? rowsBasis(page.rows, false) : undefined;
  const { rows, readToEnd } = asRead(pages);
  return rowsBasis(rows, readToEnd);
}

/** The measure whose total shares are parts of; undefined where there is none, as of sessions, or of the hours of a part of a day. */
export function totalMeasure({ name, days }: StatisticQuestion, { capabilities }: QueryContext) {
  return days.rows.until === undefined ? measureOf(name, capabilities) : undefined;
}

/** The same where the rows that are shown say it: all of them, or so many that no more are read for it. */
function rowsAtHand({ page, query }: RowsQuestion): ShareBasis | undefined {
  if (page?.sum !== undefined) return { kind: 'statistic', total: page.sum };
  if (page === undefined || (query?.search ?? '').trim() !== '') return undefined;
  const { rows, readToEnd } = ofPage(page);
  if (readToEnd) return rowsBasis(rows);
  return isFirst(page, query) && rows.length >= maxShared ? rowsBasis(rows, false) : undefined;
}

/** The days of a question as they are for a website: its visitors say which day is usual. */
export const websiteDays: Query<{ readonly website: string; readonly days: QuestionDays }, QuestionDays> = {
  requests({ website, days }, context) {
    if (days.usualOf === undefined && !comparesHours(days, context)) return [];
    return [
      ...seriesRequests(website, ['visitors'], days),
      ...dataRequests(website, ['visitors'], days, context),
      ...hoursFromRequests(website, days, context),
    ];
  },
  result: ({ website, days }, context) => websiteDaysOf(website, days, context),
};

export interface StatisticRead {
  readonly entries: readonly TableEntry[];
  readonly basis: ShareBasis;
  /** Whether the earlier rows cover all their days, so that there are changes. */
  readonly reaches: boolean;
  /** Where they do not: the first day with detail, where that is known. */
  readonly since?: Day | undefined;
  readonly missingDays?: MissingDays | undefined;
  /** The first day that the service has counted it of, where the period has earlier ones. */
  readonly begins?: Day | undefined;
}

export const statistic: Query<RowsQuestion, StatisticRead> = {
  requests(question, context) {
    const { website, name, days } = question;
    const measure = isSeries(name) ? name : coveredMeasure(referenceStatistic(name), context.capabilities);
    const covered = [
      ...seriesRequests(website, [measure], days),
      ...dataRequests(website, [measure], days, context),
    ];
    if (isSeries(name)) return covered;
    return [
      ...(days.before === undefined ? [] : covered),
      ...(isHours(name) ? hoursRequests(question, name, context) : basisRequests(question, context)),
      ...comparisonRequests(question, context),
      ...sinceRequests(question, context),
    ];
  },
  result(question, context) {
    const missingDays = question.days.before === undefined ? undefined : missingDaysOfRows(question, context);
    const whole = isSeries(question.name)
      ? dayEntries(question, question.name, context)
      : isHours(question.name)
        ? hourEntries(question, context)
        : undefined;
    return {
      entries: whole === undefined ? rowEntries(question, context) : pageOf(question, whole),
      basis: (whole === undefined ? basisOf(question, context) : rowsBasis(whole)) ?? rowsBasis([]),
      reaches: missingDays === undefined && earlierReach(question, context) !== false,
      since: detailSince(question, context),
      missingDays,
      begins: countedFrom(question, question.days.rows, context),
    };
  },
};

/** The totals of measures over the days compared, and over those before: `{visitors: 1203, visitors_before: 16}`. */
export const totals: Query<
  { readonly website: string; readonly names: readonly SeriesName[]; readonly days: QuestionDays },
  Readonly<Record<string, number | string | undefined>>
> = {
  requests({ website, names, days }, context) {
    return [
      ...seriesRequests(website, names, days),
      ...dataRequests(website, names, days, context),
      ...(names.includes('visitors') ? visitorsRequests(website, days, context.capabilities) : []),
    ];
  },
  result({ website, names, days }, context) {
    const facts = names.map(name => {
      const { summary } = seriesOf(website, name, days, context);
      const { from, to } = days.rows;
      const isSum = name === 'visitors' && summary?.total !== undefined && summary.isExact !== true;
      return {
        [name]: summary?.total,
        [`${name}_before`]: days.before && summary?.countBefore,
        ...(isSum && from !== to && { visitors_are: sumOf('days') }),
      };
    });
    return Object.assign({}, ...facts);
  },
};

/** Last the earlier days without a counterpart, so that their sum is complete. Undefined where the days are not read. */
export function dayEntries(
  { website, days }: StatisticQuestion,
  name: SeriesName,
  context: QueryContext,
): TableEntry[] | undefined {
  const { summary } = seriesOf(website, name, days, context);
  return summary && entriesOf(summary, context.today);
}

function entriesOf({ points, before }: Summary, today: Day): TableEntry[] {
  // Today is not compared, and the earlier period may have more days.
  const days = points.filter(({ day }) => day < today);
  return Array.from({ length: Math.max(points.length, before.length) }, (_, index) => {
    const earlier = index < days.length || index >= points.length ? before[index] : undefined;
    return {
      value: points[index]?.day,
      count: points[index]?.count,
      dayBefore: earlier?.day,
      before: earlier?.count,
    };
  });
}

/** The 24 hours with the compared counts; undefined where they are not read. Hours of days without data have no counts. */
export function hourEntries(question: StatisticQuestion, context: QueryContext): TableEntry[] | undefined {
  const { website, name, days } = question;
  if (!isHours(name)) return undefined;
  const before = earlierHours(question, context).counts;
  const { data } = context.answers.get(website, request.hours(name, days.rows));
  const counts = hoursWithData(website, data, days.rows, context);
  return data?.map((_, hour) => ({
    value: hourValue(hour),
    count: counts?.[hour],
    before: before?.[hour],
  }));
}

/** The hours, those of the days compared with, and whether days of zeros have data. */
function hoursRequests(
  { website, days }: StatisticQuestion,
  name: HoursName,
  context: QueryContext,
): WebsiteRequest[] {
  const periods = [days.rows, ...(days.before === undefined ? [] : [days.before])].map(period =>
    request.hours(name, period),
  );
  const data = periods.flatMap(each => hoursDataRequests(context.answers.get(website, each).data, context));
  return [...periods, ...data.slice(0, 1)].map(each => ({ website, request: each }));
}

/** Days or hours of a page; with all of them also those that have no counterpart. */
function pageOf({ page }: RowsQuestion, whole: readonly TableEntry[]): readonly TableEntry[] {
  if (page === undefined) return whole;
  const keyOf = (value = '') => parseDay(value) ?? hourValue(Number.parseInt(value, 10));
  const known = new Map(whole.map(entry => [keyOf(entry.value), entry]));
  const rows = page.rows.map(row => known.get(keyOf(row.value)) ?? row);
  const isWhole = page.page === 1 && page.next === 'no';
  return isWhole ? [...rows, ...whole.filter(({ value }) => value === undefined)] : rows;
}

function rowEntries(question: RowsQuestion, context: QueryContext): TableEntry[] {
  const { compared, gone } = rowComparison(question, context);
  if (compared === undefined) return (question.page?.rows ?? []).map(row => rowEntry(row, undefined));
  return [...compared, ...gone].map(row => rowEntry(row, row));
}

/** Rows that are gone have no count now, and new ones none before. */
export function rowEntry(
  { value, count = 0 }: { readonly value: string; readonly count?: number | undefined },
  compared: ComparedRow | undefined,
): TableEntry {
  return { value, count, before: compared?.mark.kind === 'new' ? 0 : compared?.before };
}
