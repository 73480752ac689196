import { total } from '#text/fit.ts';
import type { Api } from '#api/api.ts';
import {
  allTime,
  changeRatio,
  daysWithData,
  everyDay,
  formatChange,
  missingDaysOf,
  missingDaysText,
  noDataText,
} from '#model/comparison/change.ts';
import { type Baseline, lastWholeDay } from '#model/comparison/periods.ts';
import { Failure } from '#model/failure.ts';
import { noUsualDayWords } from '#model/period/format.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import { type Capabilities, countsOf } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { mapConcurrently } from '#model/promises.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import {
  type ComparedCounts,
  comparedSums,
  summarise,
  type Summary,
  summaryChange,
} from '#model/statistics/summary.ts';
import { type Attention, attentionOf, attentionUrgency } from '#model/website/attention.ts';
import {
  comparedWithUsual,
  type ComparedWithUsual,
  movedTogether,
  type SharedMove,
  withoutTogether,
} from '#model/website/sharedMove.ts';
import { type Goals, currentGoals, type GoalStanding, noGoals } from '#model/website/goal.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { counted } from '#text/words.ts';
import {
  request,
  type DataRequestOf,
  daysOf,
  type QueryContext,
  type Question,
  type QuestionDays,
} from '#queries/answers/request.ts';
import {
  dataRequests,
  errorsRequests,
  filterBegins,
  knownDataDays,
  seriesOf,
  visitorsRequests,
  websiteDaysOf,
} from '#queries/days/series.ts';
import { errorPaths, pathsRequests } from './answers/errors.ts';
import { missedGoals, websiteGoals } from './goals.ts';
import { answerTo, createReader, type Query, read as readQuery } from './answers/query.ts';
import { comparesToday, todayRequests, todaySoFar, type TodaySoFar, withHoursSoFar } from './days/today.ts';

export interface NumbersQuestion extends Question {
  readonly website: Website;
  readonly goals?: Goals | undefined;
  /** A later first day, before which it has no counts. */
  readonly from?: Day | undefined;
}

export interface WebsiteNumbers extends VisitorFacts {
  readonly visitors: Summary;
  readonly pageviews: Summary;
  readonly goals: readonly GoalStanding[];
  /** What both are compared with, where anything is: each website has a usual day of its own. */
  readonly days: QuestionDays;
  /** Of today alone, where it is compared: the change of the visitors is that of its hours that are over. */
  readonly hoursSoFar: TodaySoFar | undefined;
}

/** What the visitors of a website tell of its last whole day, and why it needs attention. */
export interface VisitorFacts {
  /** Of all days that are read and have data. */
  readonly read: readonly SeriesPoint[];
  /** Beside the usual one, where both are known. */
  readonly lastDay: ComparedWithUsual | undefined;
  /** The most urgent reason first. */
  readonly attention: readonly Attention[];
  /** It is still to be read which days have data: until then nothing is said of the last one. */
  readonly isOpen: boolean;
}

const measures = ['visitors', 'pageviews'] as const satisfies readonly SeriesName[];

/** What a measure of any website is made of, but for which days have data, which its counts may leave open. */
export function measureRequests(
  name: SeriesName,
  { span, apart, period, compared }: QuestionDays,
  capabilities: Capabilities,
): (DataRequestOf<'series'> | DataRequestOf<'visitors'>)[] {
  const isVisitors = name === 'visitors';
  return [
    // Before the days, which are shown only with them.
    ...(isVisitors ? visitorsRequests('', { period, compared }, capabilities).map(each => each.request) : []),
    request.series(name, span),
    ...(isVisitors ? errorsRequests('', { span }, capabilities).map(each => each.request) : []),
    ...(apart === undefined ? [] : [request.series(name, apart)]),
  ];
}

export const websiteNumbers: Query<NumbersQuestion, WebsiteNumbers> = {
  requests(question, context) {
    const { id } = question.website;
    const days = daysFrom(question, context);
    return [
      ...measures.flatMap(name =>
        measureRequests(name, days, context.capabilities).map(each => ({ website: id, request: each })),
      ),
      ...dataRequests(id, measures, days, context),
      ...todayRequests(id, 'visitors', numbersDays(question, context), context),
      ...reasonRequests(id, days, context),
      ...websiteGoals.requests({ website: id, goals: askedGoals(question, days, context) }, context),
    ];
  },
  result(question, context) {
    const { website } = question;
    const days = numbersDays(question, context);
    const hoursSoFar = todaySoFar(website.id, 'visitors', days, context);
    const summaryOf = (name: SeriesName) =>
      seriesOf(website.id, name, days, context).summary ?? summarise([], days.period, days.today);
    const goals = askedGoals(question, days, context);
    const facts = visitorFacts(website.id, days, context, goals);
    return {
      ...facts,
      visitors: withHoursSoFar(summaryOf('visitors'), hoursSoFar),
      pageviews: summaryOf('pageviews'),
      days,
      hoursSoFar,
      goals: goals.length === 0 ? [] : websiteGoals.result({ website: website.id, goals }, context),
      attention: [...facts.attention, ...attentionOf(website, undefined, days.today)],
    };
  },
};

function askedGoals(
  { goals = noGoals }: NumbersQuestion,
  { period }: QuestionDays,
  { today }: QueryContext,
): Goals {
  return goals.length === 0 ? goals : currentGoals(goals, period, today);
}

export function numbersDays(question: NumbersQuestion, context: QueryContext): QuestionDays {
  return websiteDaysOf(question.website.id, daysFrom(question, context), context);
}

function daysFrom({ from, ...question }: NumbersQuestion, { today }: QueryContext) {
  const days = daysOf(question, today);
  return from === undefined ? days : { ...days, span: { ...days.span, from } };
}

/** As far as they are read. What its settings give attention to is not among it. */
export function visitorFacts(
  website: string,
  days: QuestionDays,
  context: QueryContext,
  goals: Goals = noGoals,
): VisitorFacts {
  const { period, today, span } = days;
  const pointsOf = (name: 'visitors' | 'errors') =>
    context.answers.get(website, request.series(name, span)).data;
  const [points = [], data] = [pointsOf('visitors'), knownDataDays(website, days, context)];
  const read = daysWithData(points, data ?? everyDay);
  // Where nothing was counted there is nothing to say.
  const missed = missedGoals({ website, goals }, context);
  if (data === undefined)
    return { read, lastDay: undefined, attention: missed, isOpen: points.some(({ count }) => count > 0) };
  const [errors] = errorsRequests(website, days, context.capabilities);
  const day = lastWholeDay(period, today);
  const counts = countsOf('visitors', context.capabilities);
  return {
    read,
    lastDay: comparedWithUsual(read, day),
    attention: [
      ...attentionOf({}, read, day, context.scale, errors && pointsOf('errors'), counts).map(reason =>
        reason.kind === 'errors' ? { ...reason, paths: errorPaths(website, reason, context) } : reason,
      ),
      ...missed,
    ],
    isOpen: false,
  };
}

/** The paths of errors, where these are a reason: two requests at most. */
export function reasonRequests(website: string, days: QuestionDays, context: QueryContext) {
  if (context.capabilities.knowsErrors !== true) return [];
  const own = websiteDaysOf(website, days, context);
  return visitorFacts(website, own, context).attention.flatMap(reason =>
    reason.kind === 'errors' ? pathsRequests(website, reason, context.capabilities) : [],
  );
}

interface Listed {
  readonly visitors: ListedMeasure | undefined;
  readonly pageviews: Pick<ListedMeasure, 'total'> | undefined;
}

interface ListedMeasure extends ComparedCounts, Pick<Summary, 'total'> {
  readonly isExact?: true | undefined;
}

export interface Totals {
  /** How many websites are in the sums: those whose visitors are read, or page views where visitors are not shown. */
  readonly read: number;
  readonly visitors: number | undefined;
  /** Of the websites that have enough data on both sides, so that like is compared with like; of all where none has. */
  readonly compared: ComparedCounts | undefined;
  /** How many these are, where other websites have data of the period too. */
  readonly comparedOf: number | undefined;
  readonly pageviews: number | undefined;
  /** No visitors of a website are a sum of days: the service itself counted them, or there are none. */
  readonly isExact: boolean;
}

export function totalsOf(rows: readonly Listed[]): Totals {
  const visitors = rows.flatMap(row => row.visitors ?? []);
  const pageviews = rows.flatMap(row => row.pageviews ?? []);
  const covered = visitors.filter(measure => measure.covered !== undefined);
  const enough = covered.filter(measure => missingDaysOf(measure.covered) === undefined);
  const compared = enough.length === 0 ? covered : enough;
  const withData = visitors.filter(({ total }) => total !== undefined);
  const isOfAll = compared.length === 0 || withData.every(measure => compared.includes(measure));
  return {
    read: visitors.length === 0 ? pageviews.length : visitors.length,
    visitors: rows.length === 0 ? 0 : sumOf(visitors),
    compared: compared.length === 0 ? undefined : comparedSums(compared),
    comparedOf: isOfAll ? undefined : compared.length,
    pageviews: rows.length === 0 ? 0 : sumOf(pageviews),
    isExact: withData.every(({ isExact }) => isExact === true),
  };
}

/** What stands in place of the visitors of all where there are none to add up. */
export function noTotalWords(
  { read }: Totals,
  rows: readonly Listed[],
  { period, today }: Pick<QuestionDays, 'period' | 'today'>,
): string {
  return read === rows.length ? noDataText(period, today) : 'the numbers could not be read';
}

/** What the visitors of several days are where the service has not counted everybody once; empty for what it has. */
export function sumsWords({ read, isExact }: Totals, { from, to }: Period): string {
  return read === 0 || isExact || from === to ? '' : ', sums of daily visitors';
}

/** " (12 websites)" behind a change, where that is not of all that have data. */
export function comparedOfWords({ comparedOf }: Totals): string {
  return comparedOf === undefined ? '' : ` (${counted(comparedOf, 'websites')})`;
}

/** "+12%", "+12% (12 websites)"; empty where there is none to tell, "-" where there is too little data. */
export function totalChange(totals: Totals): string {
  const change = formatChange(summaryChange(totals.compared));
  return change === '' || change === '-' ? change : change + comparedOfWords(totals);
}

/**
 * Why no change of a website's visitors is facts, in words; undefined where one is.
 * @param days of the website; undefined where they are not read
 */
export function whyNoChange(
  measure: ListedMeasure | undefined,
  days: Pick<QuestionDays, 'usual' | 'usualOf' | 'single' | 'today'> | undefined,
  capabilities: Capabilities,
): string | undefined {
  const change = summaryChange(measure);
  if (change.kind === 'missingDays') return missingDaysText(change.missingDays);
  if (change.kind !== 'none') return undefined;
  if (measure === undefined || days === undefined) return 'not read';
  if (days.usual === 'none' && days.usualOf !== undefined) return noUsualDayWords(days.usualOf);
  if (measure.total === undefined) return 'no data';
  if (measure.countBefore !== undefined) return `no ${countsOf('visitors', capabilities)} on either side`;
  return days.single === days.today ? 'no hour of today is over yet' : 'no data before';
}

/** Undefined where none has data. */
function sumOf(read: readonly Pick<ListedMeasure, 'total'>[]): number | undefined {
  const totals = read.flatMap(({ total }) => total ?? []);
  return totals.length === 0 ? undefined : total(totals);
}

/** Those that need attention, the most urgent kind first, each in its order. */
export function needingAttention<T extends { readonly attention: readonly Attention[] }>(
  rows: readonly T[],
): T[] {
  return attentionUrgency.flatMap(kind => rows.filter(({ attention }) => attention[0]?.kind === kind));
}

/** The numbers of a website; undefined where they could not be read. */
export interface OverviewRow extends Listed {
  readonly website: Website;
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  /** With its own usual day. */
  readonly days: QuestionDays | undefined;
  readonly hoursSoFar: TodaySoFar | undefined;
  readonly lastDay: ComparedWithUsual | undefined;
  readonly attention: readonly Attention[];
  readonly goals?: readonly GoalStanding[];
}

export interface Overview {
  readonly days: QuestionDays;
  /** Whether rows have changes, of today alone too. */
  readonly isCompared: boolean;
  /** What most of them did alike on the last whole day: none of them needs attention for it. */
  readonly together: SharedMove | undefined;
  readonly rows: readonly OverviewRow[];
  readonly where?: Filter | undefined;
  /** The first day that the filter counts of all websites, where the period has earlier ones. */
  readonly begins: Day | undefined;
  readonly isWhole: boolean;
  readonly capabilities: Capabilities;
}

interface OverviewQuestion {
  /** Undefined for all days, which are compared with nothing. */
  readonly choice: PeriodChoice | undefined;
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly timeZone: string;
  readonly where?: Filter | undefined;
  goalsOf?(website: Website): Goals;
}

interface Progress {
  reads(what: 'first days' | 'numbers', count: number): void;
  failed(website: Website, error: Failure): void;
}

/** The numbers of websites, in their order. One that cannot be read has none. */
export async function readOverview(
  api: Api,
  websites: readonly Website[],
  { choice: fixed, baseline: wanted, today, timeZone, where = [], goalsOf }: OverviewQuestion,
  progress: Progress,
): Promise<Overview> {
  const { capabilities } = api;
  // Each its own reader, so that no series of thousands of websites are held.
  const reader = () => createReader(api, { today, timeZone, where });
  const starts = new Map<string, Day>();
  if (fixed === undefined)
    await eachWebsite(websites, async website => {
      const data = await answerTo(reader(), website.id, request.dataDays(api.capabilities, today));
      starts.set(website.id, allTime(data, website, today).from);
      progress.reads('first days', starts.size);
    });
  const first = [...starts.values()].reduce((from, day) => (day < from ? day : from), today);
  const choice = fixed ?? ({ kind: 'range', from: first, to: today } as const);
  const baseline = fixed === undefined ? undefined : wanted;
  const numbers = new Map<string, WebsiteNumbers>();
  await eachWebsite(
    websites,
    async website => {
      const from = starts.get(website.id);
      const read = await readQuery(
        websiteNumbers,
        { choice, baseline, website, from, goals: goalsOf?.(website) },
        reader(),
      );
      numbers.set(website.id, read);
      progress.reads('numbers', numbers.size);
    },
    (website, error) => progress.failed(website, error),
  );
  const unread = undefined;
  const nothing = { visitors: unread, pageviews: unread, days: unread, hoursSoFar: unread, lastDay: unread };
  const rows = websites.map(website => {
    const attention = attentionOf(website, undefined, today);
    return { website, ...(numbers.get(website.id) ?? { ...nothing, attention }) };
  });
  const days = daysOf({ choice, baseline }, today);
  const together = movedTogether(
    rows.map(({ lastDay }) => lastDay),
    lastWholeDay(days.period, today),
    undefined,
    countsOf('visitors', capabilities),
  );
  return {
    days,
    capabilities,
    isCompared: days.isCompared || comparesToday(days, api),
    together,
    rows: rows.map(row => ({ ...row, attention: withoutTogether(row.attention, row.lastDay, together) })),
    where,
    begins: await readQuery(
      filterBegins,
      { websites: websites.map(({ id }) => id), period: days.period },
      reader(),
    ),
    isWhole: numbers.size === websites.length,
  };
}

/** A few at once. One that cannot be read does not end the others; without `failed` nothing is said of it. */
async function eachWebsite(
  websites: readonly Website[],
  read: (website: Website) => Promise<void>,
  failed?: (website: Website, error: Failure) => void,
): Promise<void> {
  await mapConcurrently(websites, async website => {
    try {
      await read(website);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failed?.(website, error);
    }
  });
}

type OverviewOrder = 'visitors' | 'change' | 'domain' | 'pageviews' | 'id';

/** Most first, greatest rise first, highest id first, or domains from a; `reverse` turns them round. */
export function sortOverview(
  rows: readonly OverviewRow[],
  order: OverviewOrder,
  reverse: boolean,
): OverviewRow[] {
  const byDomain = (a: OverviewRow, b: OverviewRow) =>
    websiteName(a.website) < websiteName(b.website) ? -1 : 1;
  const compare = (a: OverviewRow, b: OverviewRow) => {
    const [one, other] = [orderValue(a, order), orderValue(b, order)];
    // What is unknown comes last in either direction.
    if (one === undefined || other === undefined)
      return one === other ? byDomain(a, b) : one === undefined ? 1 : -1;
    if (one === other) return byDomain(a, b);
    return one > other === reverse ? 1 : -1;
  };
  if (order !== 'domain') return rows.toSorted(compare);
  return rows.toSorted((a, b) => (reverse ? byDomain(b, a) : byDomain(a, b)));
}

function orderValue({ website, visitors, pageviews }: OverviewRow, order: OverviewOrder) {
  if (order === 'id') return /^\d+$/.test(website.id) ? Number(website.id) : undefined;
  // New ones are above all rises.
  if (order === 'change') return changeRatio(summaryChange(visitors));
  return (order === 'pageviews' ? pageviews : visitors)?.total;
}
