import type { ApiError } from '#model/failure.ts';
import {
  type SideBySideLine,
  sideBySideStatistics,
  type SideBySideNumbers,
  type SideBySideRow,
  sideBySideRows,
  lineOfDays,
  lineOfHours,
} from '#model/comparison/sideBySide.ts';
import type { RowMark } from '#model/comparison/rows.ts';
import type { BucketUnit } from '#model/period/bucket.ts';
import { zoneTime } from '#model/period/day.ts';
import { hasStatistic } from '#model/service/capabilities.ts';
import type { OwnComparisons } from '#model/statistics/cursor.ts';
import type { Day, SeriesName, StatisticName } from '#model/statistics/statistics.ts';
import type { Summary } from '#model/statistics/summary.ts';
import {
  request,
  type WebsiteRequest,
  daysOf,
  firstQuery,
  isAnswered,
  type QueryContext,
  type Question,
  type QuestionDays,
} from '#queries/answers/request.ts';
import {
  dataRequests,
  filterBegins,
  hoursDataRequests,
  hoursWithData,
  ownComparisons,
  seriesRequests,
  seriesOf,
  visitorsRequests,
  websiteDaysOf,
} from '#queries/days/series.ts';
import { whyNoChange } from './overview.ts';
import type { Query } from './answers/query.ts';
import { comparisonRequests, noComparison, rowComparison } from './rows/rows.ts';
import { hoursRequests, todayRequests, todaySoFar, withHoursSoFar } from './days/today.ts';

export interface SideBySideQuestion extends Question {
  /** By id, in their order. */
  readonly websites: readonly string[];
  /** Whether rows have their changes, for which the earlier ones are read too. */
  readonly hasChanges?: boolean;
}

export interface SideBySideWebsite extends SideBySideNumbers {
  readonly website: string;
  /** With its own usual day. */
  readonly days: QuestionDays;
  readonly error: ApiError | undefined;
  /** What each day of the visitors is compared with by itself. */
  readonly own: OwnComparisons;
}

/** The first rows of a statistic, a column for each website. */
interface ComparedSection {
  readonly name: StatisticName;
  readonly rows: readonly SideBySideRow[];
  /** Of each website whether its rows are read, or could not be. */
  readonly isRead: readonly boolean[];
  /** Of each website the changes of its rows by value; undefined where they are not known. */
  readonly marks: readonly (ReadonlyMap<string, RowMark> | undefined)[];
  /** Those of a website could not be read: there is nothing beside which the others stand. */
  readonly isUnread: boolean;
}

export interface SideBySide {
  /** What all have in common. */
  readonly days: QuestionDays;
  readonly websites: readonly SideBySideWebsite[];
  readonly sections: readonly ComparedSection[];
  /** The first day that the filter counts of all of them, where the period has earlier ones. */
  readonly begins: Day | undefined;
}

const measures = ['visitors', 'pageviews'] as const satisfies readonly SeriesName[];

/** Two to four websites over the same period: their measures, and a request for each statistic of each. */
export const sideBySide: Query<SideBySideQuestion, SideBySide> = {
  requests(question, context) {
    const { websites, hasChanges = false } = question;
    const shared = daysOf(question, context.today);
    const rows = namesOf(context).flatMap(name => websites.map(website => ({ website, name })));
    return [
      ...websites.flatMap(website => measureRequests(website, shared, context)),
      ...rows.map(({ website, name }) => rowsRequest(website, name, shared)),
      ...(hasChanges
        ? rows.flatMap(subject => comparisonRequests(rowsOf(subject, shared, context), context))
        : []),
      ...filterBegins.requests({ websites, period: shared.period }, context),
    ];
  },
  result(question, context) {
    const { websites, hasChanges = false } = question;
    const shared = daysOf(question, context.today);
    const compared = websites.map(website => comparedWebsite(website, shared, context));
    // Without data no row is zero.
    const hasData = compared.map(({ visitors }) => visitors === undefined || visitors.total !== undefined);
    return {
      days: shared,
      websites: compared,
      sections: namesOf(context).map(name => {
        const answers = websites.map(website => {
          const { request } = rowsRequest(website, name, shared);
          return context.answers.get(website, request);
        });
        return {
          name,
          rows: sideBySideRows(answers.map(({ data }, at) => (hasData[at] === true ? data : undefined))),
          isRead: answers.map(isAnswered),
          marks: websites.map(website => {
            const { compared } = hasChanges
              ? rowComparison(rowsOf({ website, name }, shared, context), context)
              : noComparison;
            return compared && new Map(compared.map(({ value, mark }) => [value, mark]));
          }),
          isUnread: answers.some(({ data, error }) => data === undefined && error !== undefined),
        };
      }),
      begins: filterBegins.result({ websites, period: shared.period }, context),
    };
  },
};

function namesOf({ capabilities }: QueryContext) {
  return sideBySideStatistics.filter(name => hasStatistic(capabilities, name));
}

function measureRequests(website: string, shared: QuestionDays, context: QueryContext): WebsiteRequest[] {
  const days = websiteDaysOf(website, shared, context);
  const hours = hoursRequest(website, shared, context);
  const ofDay = hours && context.answers.get(website, hours.request).data;
  return [
    ...seriesRequests(website, measures, shared),
    ...visitorsRequests(website, days, context.capabilities),
    ...dataRequests(website, measures, shared, context),
    ...(hours === undefined ? [] : [hours]),
    ...hoursDataRequests(ofDay, context).map(each => ({ website, request: each })),
    ...measures.flatMap(name => todayRequests(website, name, days, context)),
  ];
}

function rowsRequest(website: string, name: StatisticName, { period }: QuestionDays) {
  return { website, request: request.rows(firstQuery(name, period)) };
}

function rowsOf(
  { website, name }: { readonly website: string; readonly name: StatisticName },
  shared: QuestionDays,
  context: QueryContext,
) {
  const page = context.answers.get(website, rowsRequest(website, name, shared).request).data;
  return { website, name, days: websiteDaysOf(website, shared, context), page };
}

/** Of a single day the chart is of its hours. */
function hoursRequest(website: string, { single }: QuestionDays, context: QueryContext) {
  return hoursRequests(website, { single, hoursBefore: undefined }, context)[0];
}

function comparedWebsite(website: string, shared: QuestionDays, context: QueryContext): SideBySideWebsite {
  const days = websiteDaysOf(website, shared, context);
  const [visitors, pageviews] = measures.map(name => seriesOf(website, name, days, context));
  const ofToday = (name: SeriesName, summary: Summary | undefined) =>
    summary && withHoursSoFar(summary, todaySoFar(website, name, days, context));
  const ofHours = hoursRequest(website, shared, context);
  const answer = ofHours && context.answers.get(website, ofHours.request);
  const shown = ofToday('visitors', visitors?.summary);
  return {
    website,
    days,
    visitors: shown,
    pageviews: ofToday('pageviews', pageviews?.summary),
    error: visitors?.error ?? pageviews?.error,
    hours: hoursWithData(website, answer?.data, shared.period, context),
    openFrom:
      shared.single === context.today
        ? zoneTime(context.timeZone, answer?.requested?.at ?? 0).hour
        : undefined,
    own: ownComparisons(website, 'visitors', shared, context),
    noComparison: shared.baseline && shown && whyNoChange(shown, days, context.capabilities),
  };
}

/** The visitors of a website as a line of a chart; undefined while they are not read. */
export function sideBySideLine(subject: SideBySideWebsite, unit: BucketUnit): SideBySideLine | undefined {
  const { days, visitors, hours, openFrom, own: comparisons } = subject;
  if (days.single !== undefined && hours !== undefined) return lineOfHours(hours, days.single, openFrom);
  const before = days.hoursBefore === undefined ? [] : visitors?.before;
  return visitors && lineOfDays(visitors.points, unit, days.today, comparisons, before);
}
