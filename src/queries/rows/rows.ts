import {
  hasDataIn,
  type MissingDays,
  missingDaysOf,
  missingDaysText,
  noDataText,
} from '#model/comparison/change.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import {
  type ComparedRow,
  compareRows,
  coveredMeasure,
  maxSorted,
  noDetailText,
  reachSpan,
  type ReadRows,
  referenceStatistic,
  rowsReach,
} from '#model/comparison/rows.ts';
import { type ApiError, RefusedError } from '#model/failure.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import {
  type FilteredPeriod,
  isSearchable,
  type Page,
  perPageSizes,
  searchFor,
  type StatisticQuery,
} from '#model/service/paging.ts';
import { maxShared } from '#model/statistics/summary.ts';
import {
  type Day,
  isCountedLater,
  isHours,
  isOfSessions,
  isSeries,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { meantValue, namedCode, otherNames, readableValue } from '#model/statistics/values.ts';
import {
  request,
  type WebsiteRequest,
  firstQuery,
  keyOf,
  type QueryContext,
  notLoaded,
  type QuestionDays,
} from '#queries/answers/request.ts';
import { answerTo, type Reader } from '#queries/answers/query.ts';
import { hoursWithData, seriesOf } from '#queries/days/series.ts';
import { didYouMean } from '#text/match.ts';
import { memoizeByObject } from '#text/memo.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';

export interface StatisticQuestion {
  readonly website: string;
  readonly name: StatisticName;
  /** Those of the website. */
  readonly days: QuestionDays;
}

/** The same, and rows of it that are shown. */
export interface RowsQuestion extends StatisticQuestion {
  readonly page?: Page<StatisticRow> | undefined;
  /** What they were asked for with. */
  readonly query?: Pick<StatisticQuery, 'search' | 'sortBy' | 'sort'> | undefined;
  /** Earlier rows that were read with them, in place of the most frequent ones. */
  readonly before?: ReadRows | undefined;
}

/** What rows are compared with: the most frequent rows of the earlier days, and what tells whether those cover all of them. */
export function comparisonRequests(question: RowsQuestion, context: QueryContext): WebsiteRequest[] {
  const { website, name, days, query } = question;
  const reach = reachRequests(question, context);
  if (days.before === undefined || isSeries(name)) return laterRequests(question, context);
  if (isHours(name)) return [{ website, request: request.hours(name, days.before) }];
  const own = { website, request: request.rows(firstQuery(name, days.before, query?.search)) };
  if (question.before !== undefined) return reach;
  return [own, ...reach.filter(each => keyOf(each.request) !== keyOf(own.request))];
}

/** What tells whether the earlier rows cover all of their days, beside the measure. */
export function reachRequests(question: RowsQuestion, context: QueryContext): WebsiteRequest[] {
  const { answers, capabilities } = context;
  const { website, name, days } = question;
  const later = laterRequests(question, context);
  if (later.length > 0) return later;
  const { before, rows } = days;
  if (before === undefined || isSeries(name) || isHours(name) || capabilities.keepsAllDetail === true)
    return [];
  const reference = referenceStatistic(name);
  const isAsked =
    isReference(question) ||
    presentRequests(reference, rows).some(present => answers.get(website, present) !== notLoaded);
  const queries = [...(isAsked ? [] : [firstQuery(reference, rows)]), firstQuery(reference, before)];
  return queries.map(query => ({ website, request: request.rows(query) }));
}

/** What tells since which day there is a statistic that is counted later than others. */
function laterRequests(
  { website, name }: StatisticQuestion,
  { capabilities, today }: QueryContext,
): WebsiteRequest[] {
  if (!isCountedLater(name) || capabilities.knowsGaps !== true) return [];
  return [{ website, request: request.dataDays(capabilities, today) }];
}

/** The first day of the period that has such a statistic, where earlier ones have not; undefined where all have. */
export function countedFrom(
  question: StatisticQuestion,
  period: Period,
  context: QueryContext,
): Day | undefined {
  const [later] = laterRequests(question, context);
  const data =
    later?.request.kind === 'dataDays'
      ? context.answers.get(question.website, later.request).data
      : undefined;
  // Sessions are known as far back as a filter reaches.
  const from = isOfSessions(question.name) ? data?.filtersFrom : data?.requestsFrom;
  return from !== undefined && from > period.from ? from : undefined;
}

/** Since which day there are rows, where the earlier ones do not cover all their days. */
export function sinceRequests(question: RowsQuestion, context: QueryContext) {
  const { website, name, days } = question;
  const isAsked =
    !isSeries(name) &&
    !isCountedLater(name) &&
    earlierReach(question, context) === false &&
    missingDaysOfRows(question, context) === undefined;
  return isAsked && days.compared !== undefined
    ? [{ website, request: sinceRequest(name, days.compared) }]
    : [];
}

/** The first day the service has rows of, where known. */
export function detailSince(
  { website, name, days }: StatisticQuestion,
  context: QueryContext,
): Day | undefined {
  const { compared } = days;
  if (compared !== undefined && isCountedLater(name))
    return countedFrom({ website, name, days }, compared.before, context);
  const found = compared && context.answers.get(website, sinceRequest(name, compared)).data;
  return found === 'unknown' ? undefined : found;
}

function sinceRequest(name: StatisticName, compared: ComparedPeriods) {
  return request.since(referenceStatistic(name), reachSpan(compared));
}

export function missingDaysOfRows(
  { website, name, days }: StatisticQuestion,
  context: QueryContext,
): MissingDays | undefined {
  const measure = coveredMeasure(referenceStatistic(name), context.capabilities);
  return missingDaysOf(seriesOf(website, measure, days, context).summary?.covered);
}

/** Why no change of rows is known: "changes unknown: detail of countries only since 5 Nov 2026". */
export function whyUnknown(question: StatisticQuestion, context: QueryContext): string {
  const missingDays = missingDaysOfRows(question, context);
  const { before } = question.days;
  if (missingDays !== undefined || before === undefined)
    return missingDays === undefined ? '' : missingDaysText(missingDays);
  return noDetailText(question.name, before, detailSince(question, context));
}

/** Whether the rows tell how many of the days rows cover: the most frequent ones, of a statistic that every visit has a row of. */
function isReference({ name, page, query }: RowsQuestion): boolean {
  return referenceStatistic(name) === name && (page === undefined || isFirst(page, query));
}

/** Whether the rows are the most frequent ones. */
export function isFirst(
  { page }: Page<StatisticRow>,
  { search = '', sortBy, sort }: RowsQuestion['query'] = {},
) {
  return page === 1 && search.trim() === '' && sortBy !== 'value' && sort !== 'asc';
}

/** Whether the earlier rows cover all of their days; undefined while unknown. */
export function earlierReach(question: RowsQuestion, context: QueryContext): boolean | undefined {
  const { website, name, days, page } = question;
  if (days.compared === undefined) return true;
  if (countedFrom(question, days.compared.before, context) !== undefined) return false;
  const reference = referenceStatistic(name);
  const measure = coveredMeasure(reference, context.capabilities);
  const { summary, loading } = seriesOf(website, measure, days, context);
  if (summary?.covered === undefined) return loading ? undefined : true;
  if (missingDaysOf(summary.covered) !== undefined) return false;
  if (context.capabilities.keepsAllDetail === true) return true;
  const earlier = mostFrequent(website, reference, days.compared.before, context);
  if (earlier.read === undefined) return earlier.loading ? undefined : true;
  const now =
    page !== undefined && isReference(question)
      ? ofPage(page)
      : mostFrequent(website, reference, days.rows, context).read;
  return rowsReach(now && { ...now, total: summary.count }, { ...earlier.read, total: summary.countBefore });
}

/** The most frequent rows of a statistic, of whichever panel or table they were read for. */
function mostFrequent(
  website: string,
  name: StatisticName,
  period: FilteredPeriod,
  { answers }: QueryContext,
) {
  if (isHours(name)) {
    const { data, loading } = answers.get(website, request.hours(name, period));
    const rows = data?.map((count, hour) => ({ value: String(hour), count }));
    return { read: rows && { rows, readToEnd: true }, loading };
  }
  const found = presentRequests(name, period).map(each => answers.get(website, each));
  const page = found.find(({ data }) => data !== undefined)?.data;
  return { read: page && ofPage(page), loading: found.some(({ loading }) => loading) };
}

function presentRequests(name: StatisticName, period: FilteredPeriod) {
  return perPageSizes.toReversed().map(perPage => request.rows({ name, period, perPage }));
}

export interface RowComparison {
  /** Each row with its change, once the rows to compare with are read. */
  readonly compared: readonly ComparedRow[] | undefined;
  /** Earlier rows that certainly have no count now. */
  readonly gone: readonly ComparedRow[];
  readonly error: ApiError | undefined;
  /** The earlier rows do not cover all the earlier days, so no change is known. */
  readonly isUnknown: boolean;
}

export const noComparison: RowComparison = {
  compared: undefined,
  gone: [],
  error: undefined,
  isUnknown: false,
};

export function rowComparison(question: RowsQuestion, context: QueryContext): RowComparison {
  const { website, name, days, page, query } = question;
  if (days.before === undefined || page === undefined) return noComparison;
  const earlierQuery = firstQuery(name, days.before, query?.search);
  const { error } = context.answers.get(website, request.rows(earlierQuery));
  const pages = question.before === undefined ? pagesRead(website, earlierQuery, context) : [];
  const reaches = earlierReach(question, context);
  if (reaches === undefined || (question.before === undefined && pages.length === 0))
    return { ...noComparison, error };
  return { ...compareOnce(page, question.before ?? pages, reaches), error, isUnknown: !reaches };
}

type Compared = Pick<RowComparison, 'gone'> & { readonly compared: readonly ComparedRow[] };

// Every key draws the rows, of which there may be very many: the result for the same rows is cached.
const comparisons = memoizeByObject<Compared>();

function compareOnce(
  page: Page<StatisticRow>,
  before: ReadRows | readonly Page<StatisticRow>[],
  reaches: boolean,
): Compared {
  const now = ofPage(page);
  const keys = 'rows' in before ? [before] : before;
  return comparisons(page.rows, [now.readToEnd, reaches, ...keys], () => {
    const { rows, missing } = compareRows(now, 'rows' in before ? before : asRead(before), reaches);
    return { compared: rows, gone: missing.filter(({ mark }) => mark.kind === 'gone') };
  });
}

/** At most so many pages of the most frequent rows are read, of both sides of an order by change and for the sum of all. */
export const maxPagesRead = Math.max(maxSorted, maxShared) / 100;

/** The pages of a query that are read, from the first on. */
export function pagesRead(
  website: string,
  query: StatisticQuery,
  { answers }: QueryContext,
): Page<StatisticRow>[] {
  const pages: Page<StatisticRow>[] = [];
  for (let page = 1; page <= maxPagesRead; page += 1) {
    const { data } = answers.get(website, request.rows({ ...query, page }));
    if (data === undefined) break;
    pages.push(data);
    if (isLast(data)) break;
  }
  return pages;
}

/** Merges pages without duplicate rows; ends at a page with nothing new. */
export function asRead(pages: readonly Page<StatisticRow>[]): ReadRows {
  const rows = new Map<string, StatisticRow>();
  for (const page of pages) {
    const before = rows.size;
    for (const row of page.rows) if (!rows.has(row.value)) rows.set(row.value, row);
    if (isLast(page)) return { rows: [...rows.values()], readToEnd: page.isCut !== true };
    if (rows.size === before) break;
  }
  return { rows: [...rows.values()], readToEnd: false };
}

export function ofPage({ rows, page, next, isCut }: Page<StatisticRow>): ReadRows {
  return { rows, readToEnd: page === 1 && next === 'no' && isCut !== true };
}

export function isLast({ rows, next }: Page<StatisticRow>): boolean {
  return next === 'no' || rows.length === 0;
}

/** The hours compared with; undefined where they do not cover all of their days. */
export function earlierHours(question: StatisticQuestion, context: QueryContext) {
  const { website, name, days } = question;
  const before = days.hoursBefore;
  const { data, error } =
    isHours(name) && before ? context.answers.get(website, request.hours(name, before)) : notLoaded;
  const reaches = earlierReach(question, context);
  return {
    counts: reaches === true && before ? hoursWithData(website, data, before, context) : undefined,
    error,
    isUnknown: data !== undefined && reaches === false,
    since: detailSince(question, context),
    missingDays: missingDaysOfRows(question, context),
  };
}

/** Of how many websites the most frequent rows are looked through for a value that a search has not found. */
const maxLookedThrough = 5;

/** As the service has it, of the same text, or of its name or code ("Germany"). Throws a RefusedError that names others. */
export async function findValue(
  reader: Reader,
  websites: readonly string[],
  name: StatisticName,
  typed: string,
  period: Period,
): Promise<string> {
  if (!isSearchable(typed) || typed.toLowerCase() === statisticInfo(name).emptyValue) return '';
  const valuesOf = async (id: string, search?: string) => {
    const { rows } = await answerTo(reader, id, request.rows({ name, period, search, perPage: 100 }));
    return rows.map(({ value }) => value);
  };
  const like: string[] = [];
  for (const id of websites) {
    const values = await valuesOf(id, searchFor(typed));
    const meant = meantValue(name, typed, values);
    if (meant !== undefined) return meant;
    like.push(...values);
  }
  const known: string[] = [];
  for (const id of websites.slice(0, maxLookedThrough)) {
    const values = await valuesOf(id);
    const meant = meantValue(name, typed, values);
    if (meant !== undefined) return meant;
    known.push(...values);
  }
  if (like.length + known.length === 0 && (await hasNone(reader, websites, period)))
    throw new RefusedError(`${capitalised(noDataText(period, reader.today))}.`);
  throw new RefusedError(noValue(name, typed, like, known));
}

/** Whether no day of the period has data on any website. */
async function hasNone(reader: Reader, websites: readonly string[], period: Period): Promise<boolean> {
  for (const id of websites) {
    const data = await answerTo(reader, id, request.dataDays(reader.capabilities, reader.today));
    if (hasDataIn(data, period)) return false;
  }
  return true;
}

function noValue(
  name: StatisticName,
  typed: string,
  like: readonly string[],
  known: readonly string[],
): string {
  const words = `There is no ${statisticInfo(name).singular} ${safeText(JSON.stringify(typed), 100)} in this period`;
  const names = new Map(
    known.flatMap(value => {
      const readable = safeText(readableValue(name, value), 60);
      const { code } = name === 'city' ? {} : namedCode(name, value);
      const shown =
        code === undefined || code === readable ? readable : `${readable} (${safeText(code, 60)})`;
      return [readable, ...otherNames(name, value)].map(each => [each, shown] as const);
    }),
  );
  const others = [...new Set(like)]
    .slice(0, 3)
    .map(value => safeText(JSON.stringify(readableValue(name, value)), 100));
  // "uk" is in Ukraine, and yet another country.
  const isName = [...names.keys()].some(each => each.toLowerCase() === typed.toLowerCase());
  if (others.length > 0 && !isName)
    return `${words}: the most frequent ones like it are ${others.join(', ')}.`;
  return `${words}.${didYouMean(typed, names)}`;
}
