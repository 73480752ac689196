import type { Days } from '#server/database/counts.ts';
import { dayOfNumber } from '#model/period/day.ts';
import { hourValues } from '#model/period/format.ts';
import { type Filter, filterKey } from '#model/service/filter.ts';
import { isHours, isSeries, isTime, type OfVisits, type TimeName } from '#model/statistics/statistics.ts';
import { referrerGroup } from '#model/statistics/values.ts';
import { contains, type Database, integer, inTurns, text } from '#server/database/Database.ts';
import {
  countFiltered,
  type DaySums,
  fieldOf,
  type FilteredCounts,
  groupCounts,
  valueStatistic,
  type Visits,
} from './filtered.ts';
import { parts, timesOfPeriod } from '#server/database/ResponseTimes.ts';
import {
  order,
  pageOf,
  selectAll,
  type SelectedRows,
  type StatisticSelection,
  versionOf,
} from '#server/database/statistics.ts';
import { replacedIn } from '#server/database/visit/VisitPart.ts';
import { fieldCode, valueFields } from '#server/database/visit/visits.ts';

const filteredCounts = countedOnce(countFiltered, ({ values }) =>
  [...values.values()].reduce((sum, numbers) => sum + numbers.length, 0),
);
const sessionCounts = countedOnce(countSessions, ({ exitPages }) => exitPages.length);

/**
 * Sums the sessions of a period, from the columns of sessions alone. Yields after each day. Days without detail are left out; exit
 * pages are by the numbers of their texts.
 */
function* countSessions(visits: Visits, period: Days) {
  const exitPages = new Int32Array(visits.last('page') + 1);
  const days: DaySums[] = [];
  for (const day of visits.days(period)) {
    const parts = visits.sessions(day);
    const sum = { day, sessions: 0, bounces: 0, seconds: 0, pageviews: 0 };
    for (const [index, part] of parts.entries()) {
      const replaced = replacedIn(part, parts.slice(index + 1));
      const [seconds, views, exits] = [
        part.sessions.get('seconds'),
        part.sessions.get('views'),
        part.sessions.get('exit_page'),
      ];
      for (let session = 0; session < part.length; session++) {
        if (replaced[session] === 1) continue;
        const count = views[session] ?? 0;
        const exit = exits[session] ?? 0;
        sum.sessions++;
        if (count === 1) sum.bounces++;
        sum.seconds += seconds[session] ?? 0;
        sum.pageviews += count;
        exitPages[exit] = (exitPages[exit] ?? 0) + 1;
      }
    }
    if (sum.sessions > 0) days.push(sum);
    yield;
  }
  return { days, exitPages };
}

/** A page of the counts of a statistic: of what meets a filter, or of one that is counted from sessions. */
export async function selectOfVisits(
  database: Database,
  visits: Visits,
  selection: StatisticSelection & VisitPeriod & { readonly name: OfVisits },
): Promise<SelectedRows> {
  const all =
    selection.where.length === 0
      ? numbered((await sessionCounts(database, visits, selection)).counts.exitPages)
      : entriesOf(visits, (await filteredCounts(database, visits, selection)).counts, selection.name);
  const { where, signal: _, ...query } = selection;
  return await selectEntries(database, visits, query, { entries: all }, filterKey(where));
}

/** A page of the times that the server took, by page. */
export async function selectTimes(
  database: Database,
  visits: Visits,
  name: TimeName,
  selection: StatisticSelection,
): Promise<SelectedRows> {
  const times = await inTurns(timesOfPeriod(database, selection.website, selection));
  const all = [...times.quantiles(parts[name])];
  const last = all.filter(each => each.all < enoughViews).map(({ page }) => String(page));
  const entries = all.map(({ page, took }): Entry => [page, took]);
  return await selectEntries(database, visits, selection, { entries, last }, '');
}

/** One slow view says little of a page: in the order of times those with fewer stand behind all others. */
const enoughViews = 10;

/** A page of what the referrers are. */
export async function selectReferrerGroups(
  database: Database,
  visits: Visits,
  selection: StatisticSelection,
): Promise<SelectedRows> {
  const counts = new Map<string, number>();
  const ofAll = { ...selection, name: 'referrer', search: undefined } as const;
  for (const { value, count } of await database.read(() => selectAll(database, ofAll))) {
    const group = referrerGroup(value);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return await selectEntries(database, visits, selection, { entries: [...counts] }, '');
}

/** @param within what the entries are of beside the period */
async function selectEntries(
  database: Database,
  visits: Visits,
  selection: StatisticSelection,
  all: Entries,
  within: string,
): Promise<SelectedRows> {
  const { perPage: limit, page, ...query } = selection;
  const key = JSON.stringify({ ...query, within });
  return await database.read(() =>
    pageOf(database, key, { limit, offset: (page - 1) * limit }, (max, offset) =>
      selectRows(database, visits, selection, all, max, offset),
    ),
  );
}

/** Days without a session are left out; the first day that has detail is undefined where it is before the period. */
export async function selectSessions(
  database: Database,
  visits: Visits,
  period: VisitPeriod,
): Promise<{ readonly days: readonly DaySums[]; readonly reach: number | undefined }> {
  const countsOf = period.where.length === 0 ? sessionCounts : filteredCounts;
  const { counts, reach } = await countsOf(database, visits, period);
  return { days: counts.days, reach: reach > period.from ? reach : undefined };
}

function selectRows(
  database: Database,
  visits: Visits,
  selection: StatisticSelection,
  { entries: counted, last = [] }: Entries,
  max: number,
  offset: number,
): SelectedRows {
  const statistic = isTime(selection.name) ? 'page' : valueStatistic(selection.name);
  const { condition, searched } = contains('value', selection.search);
  const field = statistic && fieldOf(statistic);
  const stored = visits.texts ? undefined : valueFields.find(known => known === field);
  const texts = field && visits.texts?.(field);
  const all = texts ? counted.map(([number, count]): Entry => [texts[Number(number)] ?? '', count]) : counted;
  const isByCount =
    selection.sortBy === 'count' && selection.sort === 'desc' && condition === 'true' && last.length === 0;
  const entries = isByCount ? largest(all, max + offset) : all;
  const ofField = stored && { website: selection.website, field: fieldCode(stored) };
  const rows = ofField
    ? `select key, ifnull(text, '') as value, entry.value as count from json_each(:entries) as entry
       left join visit_value on website_id = :website and field = :field and number = cast(key as integer)`
    : 'select key, key as value, value as count from json_each(:entries)';
  const isLast = selection.sortBy === 'count' && last.length > 0;
  const found = database
    .statement(
      `select value, count, count(*) over () as total from (${rows}) where ${condition}
       order by ${isLast ? 'key in (select value from json_each(:last)), ' : ''}${order(selection)} limit :limit offset :offset`,
    )
    .all({
      entries: JSON.stringify(Object.fromEntries(entries)),
      limit: max,
      offset,
      ...ofField,
      ...(isLast ? { last: JSON.stringify(last) } : {}),
      ...searched,
    });
  return {
    rows: found.map(row => ({ value: text(row['value']), count: integer(row['count']) })),
    total: condition === 'true' ? all.length : integer(found[0]?.['total']),
  };
}

interface Entries {
  readonly entries: readonly Entry[];
  /** The keys of those that stand behind all others in an order by their counts. */
  readonly last?: readonly string[];
}

type Entry = readonly [key: string | number, count: number];

function numbered(counts = new Int32Array()): Entry[] {
  const entries: Entry[] = [];
  for (const [number, count] of counts.entries()) if (count > 0) entries.push([number, count]);
  return entries;
}

function entriesOf(visits: Visits, { days, hours, values }: FilteredCounts, name: OfVisits): Entry[] {
  if (name === 'referrer_group') return [...groupCounts(visits, values.get('referrer'))];
  if (isSeries(name)) return days.map(sum => [dayOfNumber(sum.day), sum[name]]);
  if (!isHours(name)) return numbered(values.get(name));
  return numbered(hours[name]).map(([hour, count]) => [hourValues[Number(hour)] ?? '', count]);
}

/** Those with the largest counts, and all that have as many as the last one of them. */
function largest(entries: readonly Entry[], max: number): readonly Entry[] {
  if (entries.length <= max) return entries;
  const counts = Int32Array.from(entries, ([, count]) => count).sort();
  const min = counts[counts.length - max] ?? 0;
  return entries.filter(([, count]) => count >= min);
}

interface VisitPeriod extends Days {
  readonly website: number;
  /** Without conditions all page views are counted. */
  readonly where: Filter;
  /** What is counted reaches back to the last day before it that has no detail. */
  readonly today: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

interface Counted<T> {
  readonly counts: T;
  /** The first day of the period that has visits. */
  readonly reach: number;
}

interface Known<T> {
  readonly version: string;
  readonly counted: Promise<Counted<T>>;
  /** How many have waited to the end, or still wait. */
  waiting: number;
  /** Of the counts, in numbers; 0 before they are there. */
  size: number;
  stop(): void;
}

/** The two periods of a dashboard, which asks for the days of a year in parts, with those of today. */
const maxKnown = 16;
/** Those of two dashboards of a month are kept whatever their size, more of them up to so many numbers. */
const minKnown = 4;
const maxNumbers = 2_000_000;

/**
 * A dashboard asks for one statistic after the other. Right until the file is written to; what nobody awaits is stopped.
 * @param sizeOf how many numbers they are
 */
function countedOnce<T>(
  count: (visits: Visits, days: Days, where: Filter) => Generator<void, T, void>,
  sizeOf: (counts: T) => number,
): (database: Database, visits: Visits, period: VisitPeriod) => Promise<Counted<T>> {
  const databases = new WeakMap<Database, Map<string, Known<T>>>();
  return async (database, visits, { website, from, to, where, today, signal }) => {
    signal?.throwIfAborted();
    const all = databases.get(database) ?? new Map<string, Known<T>>();
    databases.set(database, all);
    const key = JSON.stringify([website, from, to, filterKey(where)]);
    const version = versionOf(database);
    const last = all.get(key);
    if (last?.version === version) return await waitFor(last, signal);
    const reach = Math.max(from, visits.reach(today) ?? from);
    const stopped = new AbortController();
    const counting = inTurns(count(visits, { from: reach, to }, where), stopped.signal);
    const forget = () => all.get(key) === known && all.delete(key);
    const known: Known<T> = {
      version,
      counted: counting.then(counts => ({ counts, reach })),
      waiting: 0,
      size: 0,
      stop() {
        forget();
        stopped.abort();
      },
    };
    counting.then(counts => (known.size = sizeOf(counts)), forget);
    all.delete(key);
    all.set(key, known);
    dropOldest(all);
    return await waitFor(known, signal);
  };
}

async function waitFor<T>(known: Known<T>, signal: AbortSignal | undefined): Promise<Counted<T>> {
  const leave = () => {
    known.waiting--;
    if (known.waiting === 0) known.stop();
  };
  known.waiting++;
  signal?.addEventListener('abort', leave);
  try {
    return await known.counted;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

function dropOldest(all: Map<string, Known<unknown>>): void {
  for (const key of all.keys()) {
    const size = [...all.values()].reduce((sum, each) => sum + each.size, 0);
    if (all.size <= minKnown || (all.size <= maxKnown && size <= maxNumbers)) break;
    all.delete(key);
  }
}
