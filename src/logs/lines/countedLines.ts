import { beyondRow, type LinesQuestion, type LinesSummary, type RequestRow } from '#model/lines.ts';
import { dayNumber, dayOfNumber } from '#model/period/day.ts';
import { asksForSessions, type Filter, isTimeField } from '#model/service/filter.ts';
import { type Day, isTime, type StatisticName } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { parts, timesOfPeriod } from '#server/database/ResponseTimes.ts';
import { countFiltered } from '#server/database/filtered.ts';
import { sumOfStatistic } from '#server/database/statistics.ts';
import { storedVisits } from '#server/database/storedVisits.ts';
import { detailReach, valueNumber } from '#server/database/visits.ts';
import type { Asked } from './LineFinder.ts';

/** What is within a filter reaches back as far as it does, and lines of visits as far as those. */
export function askedOf(
  database: Database,
  website: number,
  { period, where, ofRow, requests }: LinesQuestion,
  today: number,
): { readonly asked: Asked; readonly reachesFrom: Day | undefined } {
  const from = dayNumber(period.from);
  const days = { from, to: dayNumber(period.to) };
  const asked = { ...days, where, ofRow, requests, slowest: slowestOf(database, website, days, requests) };
  const isFiltered = beyondRow({ where, ofRow }).length > 0;
  const reach = isFiltered ? (detailReach(database, website, today) ?? from) : from;
  if (reach <= from) return { asked, reachesFrom: undefined };
  return { asked: { ...asked, from: reach }, reachesFrom: dayOfNumber(reach) };
}

/** Of a row of response times its page views that are asked for: all, or the slowest tenth. */
function slowestOf(
  database: Database,
  website: number,
  days: { readonly from: number; readonly to: number },
  row: RequestRow | undefined,
): Asked['slowest'] {
  if (row === undefined || !isTime(row.name)) return undefined;
  const page = valueNumber(database, website, 'page', row.value ?? '');
  const times = resultOf(timesOfPeriod(database, website, days));
  return times.slowest(page ?? -1, row.name === 'slow_response' ? parts.slow_response : 0);
}

/** What the statistics say of the lines that are asked for. */
export function countedOf(
  database: Database,
  website: number,
  asked: Asked,
): Pick<LinesSummary, 'counted' | 'visits'> {
  const { where, ofRow = [], requests, slowest } = asked;
  const sum = (name: StatisticName, value?: string) =>
    sumOfStatistic(database, { ...asked, website, name, value });
  if (slowest) return { counted: slowest.requests, visits: undefined };
  if (requests) return { counted: sum(requests.name, requests.value), visits: undefined };
  if (where.length === 0)
    return {
      counted: sum('pageviews'),
      // Each session has one.
      visits: { visitors: sum('visitors'), sessions: sum('landing_page') },
    };
  const row = rowOf(where);
  const isOfTime = ofRow.some(isTimeField);
  if (row && !isOfTime) return { counted: sum(row.name, row.value), visits: undefined };
  const reach = detailReach(database, website, asked.to) ?? asked.from;
  if (reach > asked.from) return { counted: row && sum(row.name, row.value), visits: undefined };
  const within = (conditions: Filter) =>
    resultOf(countFiltered(storedVisits(database, website), asked, conditions));
  const { days } = within(where);
  const total = (name: 'visitors' | 'sessions' | 'pageviews') =>
    days.reduce((sum, day) => sum + day[name], 0);
  if (!isOfTime && !asksForSessions(where)) return { counted: total('pageviews'), visits: undefined };
  const isOfHour = ofRow.length === 1 && ofRow[0] === 'hour';
  const hour = isOfHour
    ? where.find(({ field, comparison }) => field === 'hour' && comparison === 'is')
    : undefined;
  const came = hour && (within(beyondRow(asked)).hours.visitors_hours[Number(hour.value)] ?? 0);
  return {
    counted: total('pageviews'),
    visits: { visitors: total('visitors'), sessions: total('sessions'), came },
  };
}

/** The row of page views that a filter is about, which is counted also on days without detail. */
function rowOf(where: Filter): { readonly name: StatisticName; readonly value: string } | undefined {
  const [only, ...others] = where;
  if (only?.comparison !== 'is' || others.length > 0) return undefined;
  const { field, value } = only;
  if (field === 'page') return { name: 'page', value };
  return field === 'hour' ? { name: 'pageviews_hours', value } : undefined;
}

function resultOf<T>(steps: Generator<void, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
