import { dayOfNumber, parseDayNumber } from '#model/period/day.ts';
import {
  type Condition,
  countConditions,
  type Filter,
  type FilterCapabilities,
  mostConditions,
  readCondition,
} from '#model/service/filter.ts';
import type { ServiceAnswer } from '#model/service/connection.ts';
import { allStatistics, isOfRequests, isOfSessions, isTime } from '#model/statistics/statistics.ts';
import type { Database } from './database/Database.ts';
import type { Visits } from './database/filter/filtered.ts';
import {
  selectOfVisits,
  selectReferrerGroups,
  selectSessions,
  selectTimes,
} from './database/filter/filteredRows.ts';
import { requestsReach, selectDataDays, selectErrors, selectStatistic } from './database/statistics.ts';
import { selectWebsite } from './database/websites.ts';
import { envelope, json, listQuery, notFound, Validation } from './request.ts';

interface StatisticCall {
  readonly database: Database;
  readonly website: number;
  readonly url: URL;
  readonly today: number;
  readonly filters: FilterCapabilities;
  /** Of the website. */
  readonly visits: () => Promise<Visits>;
  readonly signal: AbortSignal | undefined;
}

/** A page of the rows of a statistic, of all that was counted or of what meets a filter. Throws a 404 or a 422. */
export async function readStatistic(call: StatisticCall): Promise<ServiceAnswer> {
  const { database, website, url, today, signal } = call;
  if (!(await database.read(() => selectWebsite(database, website)))) throw notFound();
  const parameters = new Validation(url.searchParams);
  const name = parameters.oneOf('name', allStatistics, parameters.requiredText('name'));
  const period = readPeriod(parameters);
  const query = listQuery(parameters, 'value', ['count', 'value']);
  const where = readFilter(parameters, call.filters);
  if (where.length > 0 && name !== undefined && isOfRequests(name))
    parameters.refuse('name', `The statistic ${name} is counted by request: it cannot be filtered.`);
  parameters.check();
  if (name === undefined || period === undefined) throw notFound();
  const selection = { website, name, ...period, ...query };
  const rows =
    where.length > 0 || isOfSessions(name)
      ? await selectOfVisits(database, await call.visits(), { ...selection, where, today, signal })
      : isTime(name)
        ? await selectTimes(database, await call.visits(), name, selection)
        : name === 'referrer_group'
          ? await selectReferrerGroups(database, await call.visits(), selection)
          : await database.read(() => selectStatistic(database, selection));
  return json(200, envelope(url, query, rows));
}

function readFilter(parameters: Validation, filters: FilterCapabilities): Filter {
  const where: Condition[] = [];
  for (const text of parameters.all('where')) {
    const condition = readCondition(text);
    if (condition && filters[condition.field]?.includes(condition.comparison) === true) where.push(condition);
    else parameters.refuse('where', 'The where field must be a condition that this service has.');
  }
  if (countConditions(where) > mostConditions)
    parameters.refuse('where', `The where field must be given at most ${mostConditions} times.`);
  return where;
}

/** What the sessions of each day add up to, of all or of what meets a filter. Throws a 404 or a 422. */
export async function readSessions(call: StatisticCall): Promise<ServiceAnswer> {
  const { database, website, url, today, signal } = call;
  if (!(await database.read(() => selectWebsite(database, website)))) throw notFound();
  const parameters = new Validation(url.searchParams);
  const period = readPeriod(parameters);
  const where = readFilter(parameters, call.filters);
  parameters.check();
  if (period === undefined) throw notFound();
  const asked = { website, ...period, where, today, signal };
  const { days, reach } = await selectSessions(database, await call.visits(), asked);
  const rows = days.map(({ day, sessions, bounces, seconds, pageviews }) => ({
    value: dayOfNumber(day),
    sessions,
    bounces,
    seconds,
    pageviews,
  }));
  return json(200, { data: rows, counted_from: reach === undefined ? undefined : dayOfNumber(reach) });
}

/** How many answers of each day were errors. Throws a 404 or a 422. */
export async function readErrors(database: Database, website: number, url: URL): Promise<ServiceAnswer> {
  if (!(await database.read(() => selectWebsite(database, website)))) throw notFound();
  const parameters = new Validation(url.searchParams);
  const period = readPeriod(parameters);
  parameters.check();
  if (period === undefined) throw notFound();
  return json(200, { data: await database.read(() => selectErrors(database, website, period)) });
}

/** The days of which a website counted from logs has data, and from which on a filter reaches. Throws a 404. */
export async function readDataDays({
  database,
  website,
  today,
  visits: visitsOf,
}: Omit<StatisticCall, 'url' | 'filters' | 'signal'>): Promise<ServiceAnswer> {
  const visits = await visitsOf();
  const found = await database.read(
    () =>
      selectWebsite(database, website) && {
        ...selectDataDays(database, website, today),
        reach: visits.reach(today),
        requests: requestsReach(database, website),
      },
  );
  if (found === undefined) throw notFound();
  const { from, gaps, reach, requests } = found;
  const days = gaps.map(gap => ({ from: dayOfNumber(gap.from), to: dayOfNumber(gap.to) }));
  return json(200, {
    data: {
      from: from === undefined ? null : dayOfNumber(from),
      gaps: days,
      filters_from: reach === undefined ? undefined : dayOfNumber(reach),
      requests_from: requests === undefined ? undefined : dayOfNumber(requests),
    },
  });
}

function readPeriod(parameters: Validation): { from: number; to: number } | undefined {
  const from = readDay(parameters, 'from');
  const to = readDay(parameters, 'to');
  if (from === undefined || to === undefined) return undefined;
  if (from > to) parameters.refuse('to', 'The to field must be a date after or equal to from.');
  return { from, to };
}

function readDay(parameters: Validation, field: string): number | undefined {
  const text = parameters.requiredText(field);
  if (text === undefined) return undefined;
  const day = parseDayNumber(text);
  if (day === undefined) {
    parameters.refuse(field, `The ${field} field must be a date in the format Y-m-d, such as 2026-11-20.`);
  }
  return day;
}
