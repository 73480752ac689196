import { requestStatistics, type StatisticName } from '#model/statistics/statistics.ts';
import { type Database, integer, text } from '#server/database/Database.ts';
import { addTimes, ResponseTimes, selectTimes } from '#server/database/ResponseTimes.ts';
import { forgetSums, statisticCodes, sumWeeks } from '#server/database/counts.ts';
import { stagedVisits } from './visits.ts';

/** Attaches an empty temporary database, which goes with the connection. Nothing in it is ever rolled back. */
export function attachStaging(database: Database): void {
  database.execute(`
    pragma temp_store = file;
    attach '' as staging;
    pragma staging.journal_mode = off;
    pragma staging.synchronous = off;
    pragma staging.cache_size = -2000;
    pragma main.cache_size = -8000;
    ${stagedVisits}
    create table staging.delta (site integer, name integer, day integer, counts text, subtracts integer);
    create index staging.delta_of_day on delta (site, name, day);
    create table staging.day_count (value text primary key, count integer, is_stored integer) without rowid;
    create table staging.response_time (
      website_id integer, day integer, data blob, primary key (website_id, day));
    create table staging.line (
      site integer, block integer, known blob, own blob, doubt_from integer, doubt_to integer, changed integer,
      primary key (site, block));
    create table staging.content_line (content integer, block integer, own blob);
    begin;`);
}

export function emptyStaging(database: Database): void {
  for (const table of ['visit_part', 'visit_value', 'delta', 'response_time', 'line', 'content_line'])
    database.statement(`delete from staging.${table}`).run();
}

/** Until here the service's own tables were read as a snapshot, without a lock that others would wait for. */
export function finishStaging(database: Database): void {
  database.execute('commit');
}

/** What was summed of a website: how many of each value, by statistic and day, and by day how many by the number of a page and a step. */
export interface Sums {
  readonly counts: ReadonlyMap<StatisticName, ReadonlyMap<number, ReadonlyMap<string, number>>>;
  readonly times: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

export function stageSums(database: Database, site: number, { counts, times }: Sums): void {
  for (const [day, ofDay] of times)
    addTimes(database, { schema: 'staging', id: site }, day, ResponseTimes.from(ofDay));
  for (const [name, days] of counts)
    for (const [day, values] of days) stageDelta(database, [site, name, day], values);
}

/** As one text, which is read once, when it is merged: half the time of rows, which would be found again for each addition. */
function stageDelta(
  database: Database,
  [site, name, day]: readonly [site: number, name: StatisticName, day: number],
  values: ReadonlyMap<string, number>,
): void {
  const members: string[] = [];
  let subtracts = 0;
  for (const [value, count] of values) {
    if (count < 0) subtracts = 1;
    if (count !== 0) members.push(`${JSON.stringify(value)}:${count}`);
  }
  if (members.length === 0) return;
  database
    .statement('insert into staging.delta (site, name, day, counts, subtracts) values (?, ?, ?, ?, ?)')
    .run(site, statisticCodes[name], day, `{${members.join(',')}}`, subtracts);
}

/** The first and the last day with page views among the staged counts. */
export function stagedDays(database: Database): { from: number; to: number } | undefined {
  const row = database
    .statement('select min(day) as first, max(day) as last from staging.delta where name = ?')
    .get(statisticCodes.pageviews);
  if (typeof row?.first !== 'number') return undefined;
  return { from: row.first, to: integer(row.last) };
}

/** Adds the staged counts of one site to those of a website. Needs a transaction. */
export function mergeStaged(database: Database, site: number, website: number): void {
  mergeCounts(database, site, website);
  const timed = database
    .statement('select day from staging.response_time where website_id = ?')
    .all(site)
    .map(row => integer(row.day));
  for (const day of timed) {
    const times = selectTimes(database, { schema: 'staging', id: site }, day);
    addTimes(database, { schema: 'main', id: website }, day, times);
  }
  const days = database.statement('select distinct day from staging.delta where site = ?').all(site);
  for (const row of days) forgetSums(database, website, { from: integer(row.day), to: integer(row.day) });
  sumWeeks(database, website);
}

/** Clients choose the values of these statistics: a day has at most so many, and the others are one. */
const maxValues = 5_000;
const others = '(other)';
const limitedCodes: ReadonlySet<number> = new Set(requestStatistics.map(name => statisticCodes[name]));

const insertCounts = 'insert into main.stat (website_id, name, day, value, count)';
const addCount = 'on conflict do update set count = count + excluded.count';
const sumsOfDay = `sum(value) from staging.delta, json_each(counts)
  where site = ? and name = ? and day = ? group by key having sum(value) != 0`;

function mergeCounts(database: Database, site: number, website: number): void {
  const days = database
    .statement(
      'select name, day, max(subtracts) as subtracts from staging.delta where site = ? group by name, day',
    )
    .all(site);
  const addAll = database.statement(`${insertCounts} select ?, name, day, key, ${sumsOfDay} ${addCount}`);
  const empty = database.statement(
    'delete from main.stat where website_id = ? and name = ? and day = ? and count <= 0',
  );
  for (const row of days) {
    const [name, day] = [integer(row.name), integer(row.day)];
    if (limitedCodes.has(name)) mergeLimited(database, [site, name, day], website);
    else addAll.run(website, site, name, day);
    if (integer(row.subtracts) === 1) empty.run(website, name, day);
  }
}

/** Of a day's values that are new and too many, those with the smallest counts become "(other)". */
function mergeLimited(
  database: Database,
  own: readonly [site: number, name: number, day: number],
  website: number,
): void {
  const [, name, day] = own;
  const key = [website, name, day] as const;
  database.statement('delete from staging.day_count').run();
  const isStored =
    'exists (select 1 from main.stat where website_id = ? and name = ? and day = ? and value = key)';
  database
    .statement(
      `insert into staging.day_count (value, is_stored, count) select key, ${isStored}, ${sumsOfDay}`,
    )
    .run(...key, ...own);
  const stored =
    'select count(*) as amount from main.stat where website_id = ? and name = ? and day = ? and value != ?';
  const before = integer(database.statement(stored).get(...key, others)?.amount);
  const ofDay = 'from staging.day_count where';
  // By SQL alone, and sorted once: of a log in which little repeats these are most values of a day.
  const dropped = database
    .statement(
      `select count, value ${ofDay} value != ? and not is_stored order by count desc, value limit 1 offset ?`,
    )
    .get(others, Math.max(0, maxValues - before));
  const all = `${insertCounts} select ?, ?, ?, value, count ${ofDay}`;
  if (dropped === undefined) {
    database.statement(`${all} true ${addCount}`).run(...key);
    return;
  }
  const from = [integer(dropped.count), integer(dropped.count), text(dropped.value)] as const;
  const isBefore = '(count > ? or (count = ? and value < ?))';
  const sumAfter = `select sum(count) as sum ${ofDay} value != ? and not is_stored and not ${isBefore}`;
  const sum = integer(database.statement(sumAfter).get(others, ...from)?.sum ?? 0);
  database
    .statement(`${all} (value = ? or is_stored or ${isBefore}) ${addCount}`)
    .run(...key, others, ...from);
  if (sum > 0)
    database.statement(`${insertCounts} values (?, ?, ?, ?, ?) ${addCount}`).run(...key, others, sum);
}
