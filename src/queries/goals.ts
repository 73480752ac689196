import { type DataDays, daysWithData } from '#model/comparison/change.ts';
import { dayCount, daysFrom, laterDay } from '#model/period/day.ts';
import { countsOf, hasStatistic } from '#model/service/capabilities.ts';
import { isCountedLater, isSeries, type Period, type SeriesName } from '#model/statistics/statistics.ts';
import {
  type CountIn,
  countsOfDays,
  forecastPeriods,
  type Goal,
  goalPeriod,
  type Goals,
  goalStanding,
  type GoalStanding,
  longestReach,
  noGoals,
  pastMoments,
} from '#model/website/goal.ts';
import { request, type WebsiteRequest, isAnswered, type QueryContext } from './answers/request.ts';
import { dataDaysRequest, dataDaysOf } from '#queries/days/series.ts';
import type { Query } from './answers/query.ts';

interface GoalsQuestion {
  readonly website: string;
  readonly goals: Goals;
}

/** Of all page views. A measure is one series, a row up to seven counts, on this machine also those of past forecasts. */
export const websiteGoals: Query<GoalsQuestion, readonly GoalStanding[]> = {
  requests({ website, goals: all }, context) {
    const goals = askedGoals(all, context);
    const measured = seriesOf(goals, context);
    return [
      ...measured.map(({ name, period }) => ({ website, request: request.series(name, period) })),
      ...goals.flatMap(goal => countPeriods(goal, context).map(period => countRequest(goal, period))),
      ...dataRequests({ website, goals }, context),
    ];
  },
  result(question, context) {
    return askedGoals(question.goals, context).flatMap(goal => {
      const counts = countIn(goal, question, context);
      if (counts === undefined) return [];
      return goalStanding(goal, countsOf(goal.name, context.capabilities), context.today, counts) ?? [];
    });
  },
};

/** Goals count all page views: within a filter nothing is said of them. */
function askedGoals(goals: Goals, { where = [] }: QueryContext): Goals {
  return where.length === 0 ? goals : noGoals;
}

export function missedGoals(question: GoalsQuestion, context: QueryContext) {
  if (question.goals.length === 0) return [];
  return websiteGoals
    .result(question, context)
    .flatMap(standing => (standing.state === 'missed' ? [{ kind: 'goal', standing } as const] : []));
}

/** Each measure once, as far back as any of its goals goes. */
function seriesOf(
  goals: Goals,
  { today }: QueryContext,
): { readonly name: SeriesName; readonly period: Period }[] {
  return (['visitors', 'pageviews'] as const).flatMap(name => {
    const own = goals.filter(goal => goal.name === name);
    const [first] = own.map(({ per }) => longestReach(per, today)).toSorted();
    return first === undefined ? [] : [{ name, period: { from: first, to: today } }];
  });
}

function countRequest({ id, name, value = '' }: Goal, period: Period): WebsiteRequest {
  return { website: id, request: request.counts({ name, value }, period) };
}

/** All that the standing of a row asks the counts of; none of a measure, or of what the service does not have. */
function countPeriods(goal: Goal, { capabilities, today }: QueryContext): Period[] {
  const { name, per } = goal;
  if (isSeries(name) || !hasStatistic(capabilities, name) || capabilities.refused?.[name] !== undefined)
    return [];
  const period = goalPeriod(per, today);
  const past = capabilities.isLocal === true ? pastMoments(per, today) : [];
  return [
    { from: period.from, to: today },
    ...forecastPeriods({ period, day: today }),
    ...past.flatMap(moment => [moment.period, ...forecastPeriods(moment)]),
  ];
}

/** Which days have data: of rows always, of measures where their counts leave it open. */
function dataRequests({ website, goals }: GoalsQuestion, context: QueryContext): WebsiteRequest[] {
  const requests = goals.flatMap(goal => dataRequestOf(goal, { website, goals }, context) ?? []);
  return requests.slice(0, 1).map(request => ({ website, request }));
}

function dataRequestOf({ name }: Goal, { website, goals }: GoalsQuestion, context: QueryContext) {
  if (!isSeries(name)) return request.dataDays(context.capabilities, context.today);
  const period = seriesOf(goals, context).find(each => each.name === name)?.period;
  const read = period && context.answers.get(website, request.series(name, period)).data;
  return (
    read && period && dataDaysRequest(read, { period, before: undefined, today: context.today }, context)
  );
}

/** Undefined until all that a goal asks is answered. */
function countIn(goal: Goal, question: GoalsQuestion, context: QueryContext): CountIn | undefined {
  const { name, value = '' } = goal;
  const { website, goals } = question;
  const { answers } = context;
  const dataRequest = dataRequestOf(goal, question, context);
  if (isSeries(name)) {
    const period = seriesOf(goals, context).find(each => each.name === name)?.period;
    const read = period && answers.get(website, request.series(name, period)).data;
    const data = read && dataDaysOf(website, read, dataRequest, context);
    return read && data && countsOfDays(daysWithData(read, data));
  }
  const periods = countPeriods(goal, context);
  const data = dataDaysOf(website, [], dataRequest, context);
  const answerOf = (period: Period) => answers.get(website, request.counts({ name, value }, period));
  const isRead = periods.every(period => isAnswered(answerOf(period)));
  if (periods.length === 0 || data === undefined || !isRead) return undefined;
  const reached = reachOf(goal, data);
  return period => {
    const count = answerOf(period).data;
    if (typeof count !== 'number') return undefined;
    return { count, days: Math.max(count > 0 ? 1 : 0, daysIn(period, reached)) };
  };
}

function reachOf({ name }: Goal, data: DataDays): DataDays {
  const { from, requestsFrom } = data;
  if (!isCountedLater(name) || from === undefined || requestsFrom === undefined) return data;
  return { ...data, from: laterDay(from, requestsFrom) };
}

function daysIn(period: Period, data: DataDays): number {
  const days = daysFrom(period.from, dayCount(period)).map(day => ({ day, count: 0 }));
  return daysWithData(days, data).length;
}
