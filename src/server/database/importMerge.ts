import { integer } from './columnValues.ts';
import type { Database } from './Database.ts';
import { sessionColumns } from './sessions.ts';
import { statisticCodes } from './statisticCodes.ts';

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
}
