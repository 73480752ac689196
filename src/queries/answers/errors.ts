import { daysWithData } from '#model/comparison/change.ts';
import { addDays } from '#model/period/day.ts';
import { usualDays } from '#model/comparison/periods.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import { type ErrorPaths, moreErrors, type MoreErrors } from '#model/website/attention.ts';
import { request, type WebsiteRequest, type QueryContext } from './request.ts';
import { dataDaysRequest, dataDaysOf, errorsRequests } from '#queries/days/series.ts';
import type { Query } from './query.ts';

interface ErrorsQuestion {
  readonly website: string;
  readonly day: Day;
}

interface ErrorsRead {
  readonly count: number | undefined;
  readonly more: MoreErrors | undefined;
  /** The paths of most of them on that day, where there are more errors than is usual. */
  readonly paths: ErrorPaths;
}

/** The errors of a day beside the usual: two requests, and two for the paths where there are more. */
export const websiteErrors: Query<ErrorsQuestion, ErrorsRead> = {
  requests(question, context) {
    const { website, day } = question;
    const span = spanOf(day);
    const series = errorsRequests(website, { span }, context.capabilities);
    if (series.length === 0) return [];
    const visitors = { website, request: request.series('visitors', span) };
    const { more } = websiteErrors.result(question, context);
    const dataRequest = dataRequestOf(question, context);
    return [
      visitors,
      ...series,
      ...(dataRequest === undefined ? [] : [{ website, request: dataRequest }]),
      ...pathsRequests(website, more, context.capabilities),
    ];
  },
  result(question, context) {
    const { website, day } = question;
    const { answers, capabilities, scale } = context;
    const period = spanOf(day);
    const points = (name: 'visitors' | 'errors') => answers.get(website, request.series(name, period)).data;
    const [visitors = [], errors] = [points('visitors'), points('errors')];
    const data = dataDaysOf(website, visitors, dataRequestOf(question, context), context);
    const more = moreErrors(data === undefined ? [] : daysWithData(visitors, data), errors, day, scale);
    return {
      count: errors?.find(point => point.day === day)?.count,
      more,
      paths: errorPaths(website, more, { answers, capabilities }),
    };
  },
};

function dataRequestOf({ website, day }: ErrorsQuestion, context: QueryContext) {
  const read = context.answers.get(website, request.series('visitors', spanOf(day))).data;
  const days = { period: { from: day, to: day }, before: undefined, today: context.today };
  return read && dataDaysRequest(read, days, context);
}

function spanOf(day: Day): Period {
  return { from: addDays(day, -usualDays), to: day };
}

/** The paths that were not found, and those that failed, on a day with more errors. */
export function pathsRequests(website: string, more: MoreErrors | undefined, capabilities: Capabilities) {
  if (more === undefined) return [];
  const period = { from: more.day, to: more.day };
  return (['not_found', 'failed'] as const)
    .filter(name => hasStatistic(capabilities, name))
    .map(name => ({
      website,
      request: { kind: 'rows', query: { name, period, perPage: 10 } } as const,
    })) satisfies WebsiteRequest[];
}

/** The same as far as they are read, without those that have none. */
export function errorPaths(
  website: string,
  more: MoreErrors | undefined,
  { answers, capabilities }: Pick<QueryContext, 'answers' | 'capabilities'>,
): ErrorPaths {
  return pathsRequests(website, more, capabilities).flatMap(({ request }) => {
    const rows = answers.get(website, request).data?.rows ?? [];
    return rows.length === 0 ? [] : [{ name: request.query.name, rows }];
  });
}
