import { LocalClock } from '#model/period/day.ts';
import type { ListQuery } from '#model/service/paging.ts';
import { isSeries, type StatisticName, type StatisticRow } from '#model/statistics/statistics.ts';
import { contains, type Database, integer, text } from './Database.ts';
import { countsOfPeriod, type Days, statisticCodes, wholeWeeks } from './counts.ts';
import { selectZone } from './openDatabase.ts';

export interface SelectedRows {
  readonly rows: StatisticRow[];
  readonly total: number;
}

/** Rows from an offset on, of one version of the file. */
interface CachedRows extends SelectedRows {
  readonly version: string;
  readonly offset: number;
}

/** Rows read ahead for the following pages: sorting all rows once costs as much as for one page. */
const rowsAhead = 10_000;
/** The limit of the cache in characters of values, for one query and so for all. */
const maxCharacters = 2_000_000;
/** Queries cached at a time: several statistics with their compared periods may be paged in turns. */
const maxQueries = 8;

const caches = new WeakMap<Database, Map<string, CachedRows>>();

/** `key` identifies the query. Later pages come from the cache as long as the file has not been written to. */
export function pageOf(
  database: Database,
  key: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  select: (limit: number, offset: number) => SelectedRows,
): SelectedRows {
  // Most queries ask for their first page only.
  if (offset === 0) return select(limit, offset);
  const cache = caches.get(database) ?? new Map<string, CachedRows>();
  caches.set(database, cache);
  const version = versionOf(database);
  const known = cache.get(key);
  const cached =
    known?.version === version && holds(known, offset, limit)
      ? known
      : { ...bounded(select(rowsAhead, offset), limit), version, offset };
  cache.delete(key);
  cache.set(key, cached);
  const [oldest] = cache.keys();
  if (cache.size > maxQueries && oldest !== undefined) cache.delete(oldest);
  const from = offset - cached.offset;
  return { rows: cached.rows.slice(from, from + limit), total: cached.total };
}

function holds({ offset: from, rows, total }: CachedRows, offset: number, limit: number): boolean {
  return offset >= from && Math.min(offset + limit, total) <= from + rows.length;
}

/** At least one page, then as many rows as fit into the limit. */
function bounded({ rows, total }: SelectedRows, page: number): SelectedRows {
  let characters = 0;
  const end = rows.findIndex(({ value }, at) => (characters += value.length) > maxCharacters && at >= page);
  return { rows: end === -1 ? rows : rows.slice(0, end), total };
}

/** Changes with every write, by this connection or another one. */
export function versionOf(database: Database): string {
  const row = database
    .statement('select total_changes() as own, data_version as others from pragma_data_version')
    .get();
  return `${integer(row?.own)} ${integer(row?.others)}`;
}

export interface StatisticSelection extends Days, Omit<ListQuery<'count' | 'value'>, 'perPage'> {
  readonly perPage: number;
  readonly website: number;
  readonly name: StatisticName;
}

/** The counts of a statistic, summed over the days. Values of visitors and page views are days. */
export function selectStatistic(database: Database, selection: StatisticSelection): SelectedRows {
  const byDay = isSeries(selection.name);
  const value = byDay ? `date(day * 86400, 'unixepoch')` : 'value';
  const { condition, searched } = contains(value, selection.search);
  const grouped = byDay
    ? `select ${value} as value, sum(count) as count from stat
       where website_id = :website and name = :name and day between :from and :to and ${condition} group by day`
    : `select value, min(sum(count), ${Number.MAX_SAFE_INTEGER}) as count from (${countsOfPeriod(condition)}) group by value`;
  const bound = {
    website: selection.website,
    name: statisticCodes[selection.name],
    from: selection.from,
    to: selection.to,
    ...(byDay ? {} : wholeWeeks(selection)),
    ...searched,
  };
  const paged = database.statement(
    `select value, count, count(*) over () as total from (${grouped})
     order by ${order(selection)} limit :limit offset :offset`,
  );
  const select = (limit: number, offset: number): SelectedRows => {
    const rows = paged.all({ ...bound, limit, offset });
    const first = rows[0] ?? database.statement(`select count(*) as total from (${grouped})`).get(bound);
    return {
      rows: rows.map(row => ({ value: text(row.value), count: integer(row.count) })),
      total: integer(first?.total),
    };
  };
  const { perPage: limit, page, ...query } = selection;
  return pageOf(database, JSON.stringify(query), { limit, offset: (page - 1) * limit }, select);
}

/** Of one value, or of all of them. */
export function sumOfStatistic(database: Database, { website, name, from, to, value }: SelectedSum): number {
  const row = database
    .statement(
      `select ifnull(sum(count), 0) as sum from stat
       where website_id = :website and name = :name and day between :from and :to
         and (:value is null or value = :value)`,
    )
    .get({ website, name: statisticCodes[name], from, to, value: value ?? null });
  return integer(row?.['sum']);
}

type SelectedSum = Pick<StatisticSelection, 'website' | 'name' | 'from' | 'to'> & {
  readonly value: string | undefined;
};

/** All values of a statistic, each as often as it stands in the file. */
export function selectAll(database: Database, selection: StatisticSelection): StatisticRow[] {
  const { website, name, from, to } = selection;
  return database
    .statement(countsOfPeriod('true'))
    .all({ website, name: statisticCodes[name], from, to, ...wholeWeeks(selection) })
    .map(row => ({ value: text(row.value), count: integer(row.count) }));
}

/** How many answers with a status of 404, or from 500 on, each day has; days without any are left out. */
export function selectErrors(database: Database, website: number, days: Days): StatisticRow[] {
  return database
    .statement(
      `select date(day * 86400, 'unixepoch') as value, sum(count) as count from stat
       where website_id = :website and name = :name and day between :from and :to
         and (value = '404' or value between '500' and '599') group by day`,
    )
    .all({ website, name: statisticCodes.status, ...days })
    .map(row => ({ value: text(row.value), count: integer(row.count) }));
}

/** Rows of equal count are ordered by value, so that pages never repeat or miss one. */
export function order({ sortBy, sort }: StatisticSelection): string {
  return sortBy === 'count' ? `count ${sort}, value` : `value collate nocase ${sort}, value ${sort}`;
}

/** Every line adds to one of them; lines that were counted before there were statuses only where they are page views. */
const namesOfLines = [statisticCodes.status, statisticCodes.pageviews];

/** The first day with a line, and the later days, today among them, that none of its sources has a line of. */
export function selectDataDays(
  database: Database,
  website: number,
  today: number,
): { readonly from: number | undefined; readonly gaps: readonly Days[] } {
  const own = new Set(daysOf(database, website));
  if (own.size === 0) return { from: undefined, gaps: [] };
  const from = Math.min(...own);
  const open = new Set<number>();
  for (let day = from; day <= today; day++) if (!own.has(day)) open.add(day);
  const hosts = open.size === 0 ? [] : hostsOf(database);
  if (hosts.includes(website)) {
    const days = daysOfHosts(database, hosts, today);
    for (const day of open) if (days.has(day)) open.delete(day);
  }
  return { from, gaps: spansOf([...open]) };
}

/** From which day on bytes, downloads, times and parameters are counted: an older Sitedeck did not. Undefined for none. */
export function requestsReach(database: Database, website: number): number | undefined {
  const row = database
    .statement('select max(until) as until from former_count where website_id = ? and rules < ?')
    .get(website, rulesOfRequests);
  if (typeof row?.until !== 'number') return undefined;
  return new LocalClock(selectZone(database) ?? 'UTC').day(row.until - 1) + 1;
}

/** What is counted since former_count says 3. */
const rulesOfRequests = 3;

/** Looked up at a time, in milliseconds. */
const ofHosts = new WeakMap<Database, { today: number; at: number; days: ReadonlySet<number> }>();
/** An import adds days that are over, which may be told a moment later: a list asks for very many hosts one after the other. */
const keptMilliseconds = 10_000;

/** The days of which one of them has a line: most often the first few have all days since the first of all. */
function daysOfHosts(database: Database, hosts: readonly number[], today: number): ReadonlySet<number> {
  const known = ofHosts.get(database);
  if (known?.today === today && performance.now() - known.at < keptMilliseconds) return known.days;
  const days = new Set(hosts.slice(0, fewHosts).flatMap(host => daysOf(database, host)));
  const others = hosts.slice(fewHosts);
  const open = new Set<number>();
  const first = Math.min(...days, ...others.flatMap(host => firstDays(database, host)));
  for (let day = first; day <= today; day++) if (!days.has(day)) open.add(day);
  for (const host of others)
    for (const day of open) if (hasLine(database, host, day) && open.delete(day)) days.add(day);
  ofHosts.set(database, { today, at: performance.now(), days });
  return days;
}

const fewHosts = 20;

function firstDays(database: Database, host: number): number[] {
  const found = database.statement('select min(day) as day from stat where website_id = ? and name = ?');
  return namesOfLines.flatMap(name => {
    const day = found.get(host, name)?.['day'];
    return typeof day === 'number' ? [day] : [];
  });
}

/** Jumps from day to day along the primary key: a day may have very many rows. */
function daysOf(database: Database, website: number): number[] {
  const days = database.statement(
    `with recursive line (day) as (
       select min(day) from stat where website_id = :website and name = :name
       union all
       select (select min(day) from stat where website_id = :website and name = :name and day > line.day)
       from line where line.day is not null)
     select day from line where day is not null`,
  );
  return namesOfLines.flatMap(name => days.all({ website, name }).map(({ day }) => integer(day)));
}

function hasLine(database: Database, website: number, day: number): boolean {
  const found = database.statement(
    'select 1 from stat where website_id = ? and name = ? and day = ? limit 1',
  );
  return namesOfLines.some(name => found.get(website, name, day) !== undefined);
}

/** The websites without logs of their own: they are the hosts of the same logs. */
function hostsOf(database: Database): number[] {
  const rows = database
    .statement(
      `select id from website where not exists (select 1 from log_source where website_id = website.id)
       and not exists (select 1 from import_file where website_id = website.id) order by id`,
    )
    .all();
  return rows.map(({ id }) => integer(id));
}

function spansOf(days: readonly number[]): Days[] {
  const spans: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && last.to === day - 1) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}
