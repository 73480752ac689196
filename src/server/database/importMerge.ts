import { offeredStatistics } from '#model/statistics/statistics.ts';
import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';
import { sessionColumns } from './sessions.ts';
import { statisticCodes } from './statisticCodes.ts';
import { forgetSums, sumWeeks } from './weekSums.ts';

/** The first and the last day with page views among the staged counts. */
export function stagedDays(database: Database): { from: number; to: number } | undefined {
  const row = database
    .statement('select min(day) as first, max(day) as last from staging.delta where name = ?')
    .get(statisticCodes.pageviews);
  if (typeof row?.first !== 'number') return undefined;
  return { from: row.first, to: integer(row.last) };
}

/** Adds everything staged of one site to a website. Needs a transaction. */
export function mergeStaged(database: Database, site: number, website: number): void {
  limitValues(database, site, website);
  const recounted = database
    .statement('select day, visitor from staging.recounted where site = ?')
    .iterate(site);
  const remove = database.statement(
    'delete from main.visit where website_id = ? and day = ? and visitor = ?',
  );
  for (const { day, visitor } of recounted) remove.run(website, day ?? null, visitor ?? null);
  database
    .statement(
      `insert into main.visit (website_id, ${sessionColumns}) select ?, ${sessionColumns}
       from staging.visit where site = ?`,
    )
    .run(website, site);
  database
    .statement(
      `insert into main.stat (website_id, name, day, value, count)
       select ?, name, day, value, count from staging.delta where site = ? and count != 0
       on conflict do update set count = count + excluded.count`,
    )
    .run(website, site);
  const gone = database
    .statement('select name, day, value from staging.delta where site = ? and count < 0')
    .iterate(site);
  const empty = database.statement(
    'delete from main.stat where website_id = ? and name = ? and day = ? and value = ? and count <= 0',
  );
  for (const { name, day, value } of gone) empty.run(website, name ?? null, day ?? null, value ?? null);
  const days = database.statement('select distinct day from staging.delta where site = ?').all(site);
  for (const row of days) forgetSums(database, website, { from: integer(row.day), to: integer(row.day) });
  sumWeeks(database, website);
}

/** Clients choose the values of these statistics: a day has at most so many, and the others are one. */
const mostValues = 5_000;
const others = '(other)';

/** Sums the staged values of a day that are new and too many, those with the smallest counts, as "(other)". */
function limitValues(database: Database, site: number, website: number): void {
  const codes = offeredStatistics.map(name => statisticCodes[name]).join(', ');
  const days = database
    .statement(
      `select name, day, count(*) as amount from staging.delta where site = ? and name in (${codes}) group by name, day`,
    )
    .all(site);
  const stored = database.statement(
    'select count(*) as amount from main.stat where website_id = ? and name = ? and day = ? and value != ?',
  );
  const tooMany = database.statement(
    `select value, count from staging.delta as new where site = ? and name = ? and day = ? and value != ?
       and not exists (select 1 from main.stat where website_id = ? and name = new.name and day = new.day and value = new.value)
     order by count desc, value limit -1 offset ?`,
  );
  const remove = database.statement(
    'delete from staging.delta where site = ? and name = ? and day = ? and value = ?',
  );
  const add = database.statement(
    `insert into staging.delta (site, name, day, value, count) values (?, ?, ?, ?, ?)
     on conflict do update set count = count + excluded.count`,
  );
  for (const row of days) {
    const [name, day, amount] = [integer(row.name), integer(row.day), integer(row.amount)];
    const before = integer(stored.get(website, name, day, others)?.amount);
    if (before + amount <= mostValues) continue;
    const room = Math.max(0, mostValues - before);
    const dropped = tooMany.all(site, name, day, others, website, room);
    for (const { value } of dropped) remove.run(site, name, day, text(value));
    const sum = dropped.reduce((total, { count }) => total + integer(count), 0);
    if (sum > 0) add.run(site, name, day, others, sum);
  }
}
