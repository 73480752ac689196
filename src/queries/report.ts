import { hourValue } from '#model/period/format.ts';
import { type ComparedPeriods } from '#model/comparison/periods.ts';
import { samePeriod } from '#model/period/period.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { filterBeginsText } from '#model/service/filterText.ts';
import type { Page } from '#model/service/paging.ts';
import { sum } from '#model/statistics/series.ts';
import {
  type Day,
  isTime,
  type Period,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import { whyNames } from '#model/why/question.ts';
import { measureBasis, measureOf, rowsBasis, type ShareBasis } from '#model/statistics/summary.ts';
import {
  firstQuery,
  request,
  type QueryContext,
  panelPage,
  panelQuery,
  type QuestionDays,
} from '#queries/answers/request.ts';
import { filterBegins } from '#queries/days/series.ts';
import { type Query, refusalsOf } from './answers/query.ts';
import { type NumbersQuestion, numbersDays, websiteNumbers, type WebsiteNumbers } from './overview.ts';
import type { RowsQuestion } from './rows/rows.ts';
import { sessionsRequests, shownSessions, type ShownSessions } from './days/sessions.ts';
import { basisRequests, basisOf } from './rows/statistic.ts';
import { hoursRequests, todayRequests, todaySoFar, withHoursSoFar } from './days/today.ts';
import { noNotes, type Notes, notesIn } from '#model/website/notes.ts';
import { whyChange, type WhyRead } from './why.ts';

interface ReportQuestion extends NumbersQuestion {
  /** The present hour. */
  readonly hour: number;
  /** Of each statistic. */
  readonly rows: number;
  readonly notes?: Notes | undefined;
}

export interface Report extends WebsiteNumbers {
  /** Of the service, for what its counts mean. */
  readonly capabilities: Capabilities;
  readonly website: Website;
  readonly period: Period;
  readonly compared: ComparedPeriods | undefined;
  readonly today: Day;
  readonly timeZone: string;
  /** Undefined where the service does not tell them. */
  readonly sessions: ShownSessions | undefined;
  /** What explains the change of the visitors. */
  readonly why: WhyRead;
  /** Of a period of one day; undefined where the service does not know them. */
  readonly hours: ReportHours | undefined;
  /** Why statistics are left out, and days, a sentence each. */
  readonly leftOut: readonly string[];
  readonly panels: readonly ReportPanel[];
  readonly where?: Filter | undefined;
  readonly notes: Notes;
  /** The first day that the filter counts, where the period has earlier ones. */
  readonly begins: Day | undefined;
}

export interface ReportHours {
  /** From midnight on; of today up to the present hour. */
  readonly counts: readonly number[];
  /** Of the day compared with, where they are known. */
  readonly before: readonly number[] | undefined;
  readonly dayBefore: Day | undefined;
  /** The present hour, of today. */
  readonly openFrom: number | undefined;
}

export interface ReportPanel {
  readonly name: StatisticName;
  readonly rows: readonly StatisticRow[];
  /** Undefined of times, which are parts of nothing. */
  readonly basis: ShareBasis | undefined;
}

const panelNames = [
  'page',
  'not_found',
  'failed',
  'landing_page',
  'exit_page',
  'download',
  'slow_response',
  'referrer',
  'campaign',
  'country',
  'city',
  'browser',
  'os',
  'device',
  'event',
] as const satisfies readonly StatisticName[];

/** A website at a glance: its measures, the hours of a single day, what explains the change, and the first rows of statistics. */
export const websiteReport: Query<ReportQuestion, Report> = {
  requests(question, context) {
    const days = numbersDays(question, context);
    const { id } = question.website;
    const panels = panelRequests(question, days, context.capabilities);
    return [
      ...websiteNumbers.requests(question, context),
      ...sessionsRequests(id, days, context),
      ...hoursRequests(id, days, context),
      ...todayRequests(id, 'pageviews', days, context),
      ...whyChange.requests({ ...question, website: id }, context),
      ...filterBegins.requests({ websites: [id], period: days.period }, context),
      ...panels,
      // Where no request leaves this machine the whole of sessions is read, too.
      ...(context.capabilities.isLocal === true ? panels : []).flatMap(({ name, request }) =>
        basisRequests(panelOf(id, name, days, context.answers.get(id, request).data), context),
      ),
    ];
  },
  result(question, context) {
    const { answers, capabilities, today, timeZone } = context;
    const { website } = question;
    const numbers = websiteNumbers.result(question, context);
    const { days } = numbers;
    const pageviews = withHoursSoFar(numbers.pageviews, todaySoFar(website.id, 'pageviews', days, context));
    const { period, compared } = days;
    const begins = filterBegins.result({ websites: [website.id], period }, context);
    const hours = hoursOf(question, days, context);
    const why = whyChange.result({ ...question, website: website.id }, context);
    const pages = panelRequests(question, days, capabilities).map(({ name, request }) => ({
      name,
      page: answers.get(website.id, request).data,
      error: answers.get(website.id, request).error,
    }));
    const panels = pages.flatMap(({ name, page }) =>
      page === undefined
        ? []
        : panelRows({ ...panelOf(website.id, name, days, page), page }, question.rows, numbers, context),
    );
    return {
      capabilities,
      website,
      period,
      compared,
      today,
      timeZone,
      ...numbers,
      pageviews,
      sessions: shownSessions(website.id, days, context),
      // Among what needs attention errors stand by themselves.
      why: why.facts === undefined ? why : { ...why, facts: { ...why.facts, errors: undefined } },
      hours,
      begins,
      leftOut: [
        ...(begins === undefined ? [] : [filterBeginsText(begins)]),
        ...new Set([...refusalsOf(panelNames, pages, capabilities), ...why.leftOut]),
      ],
      panels: panels.filter(panel => sum(panel.rows) > 0),
      where: context.where,
      notes: notesIn(question.notes ?? noNotes, period),
    };
  },
};

/** The rows that the explanation reads as well are those, where they are of the same days. */
function panelRequests(
  question: ReportQuestion,
  { period, compared }: QuestionDays,
  capabilities: Capabilities,
) {
  const hasAllDays = compared !== undefined && samePeriod(compared.now, period);
  const ofWhy = hasAllDays ? whyNames(capabilities) : [];
  return panelNames
    .filter(name => hasStatistic(capabilities, name))
    .map(name => {
      const query = ofWhy.includes(name)
        ? firstQuery(name, period)
        : panelQuery(name, period, question.rows, capabilities);
      return { website: question.website.id, name, request: request.rows(query) };
    });
}

/** Of all days of the period, also where whole days are compared. */
function panelOf(
  website: string,
  name: StatisticName,
  days: QuestionDays,
  page: RowsQuestion['page'],
): RowsQuestion {
  return { website, name, days: { ...days, rows: days.period }, page };
}

function panelRows(
  question: RowsQuestion & { readonly page: Page<StatisticRow> },
  count: number,
  summaries: Pick<Report, 'visitors' | 'pageviews'>,
  context: QueryContext,
): ReportPanel {
  const { name, page } = question;
  const rows = panelPage(page, count).rows.slice(0, count);
  if (isTime(name)) return { name, rows, basis: undefined };
  const measure = measureOf(name, context.capabilities);
  const { from, to } = question.days.rows;
  const isSum = measure === 'visitors' && summaries.visitors.isExact !== true && from !== to;
  const basis = measure && measureBasis(rows, summaries[measure].total, isSum);
  return {
    name,
    rows,
    basis: basis ?? basisOf(question, context) ?? rowsBasis(page.rows, page.next === 'no'),
  };
}

function hoursOf(
  question: ReportQuestion,
  days: QuestionDays,
  context: QueryContext,
): ReportHours | undefined {
  const { answers, today } = context;
  const requests = hoursRequests(question.website.id, days, context);
  const [counts = [], earlier] = requests.map(({ website, request }) => answers.get(website, request).data);
  if (counts.every(count => count === 0)) return undefined;
  const openFrom = days.single === today ? question.hour : undefined;
  const isKnown = earlier?.some(count => count > 0) === true;
  return {
    counts: openFrom === undefined ? counts : counts.slice(0, openFrom + 1),
    before: isKnown ? earlier : undefined,
    dayBefore: isKnown ? days.hoursBefore?.from : undefined,
    openFrom,
  };
}

/** The hours as a statistic, for formats that print rows. */
export function hoursPanel({ hours }: Report): ReportPanel | undefined {
  if (hours === undefined) return undefined;
  const rows = hours.counts.map((count, hour) => ({ value: hourValue(hour), count }));
  return { name: 'visitors_hours', rows, basis: rowsBasis(rows) };
}
