import type { SQLOutputValue } from 'node:sqlite';
import { statisticNames } from '#model/statistics/statistics.ts';
import { type Database, integer, text } from '#server/database/Database.ts';
import { forgetSums, statisticCodes } from '#server/database/counts.ts';

/** Up to which hour of a day (0 to 24) there are statistics; the day is in days since 1970-01-01. */
export interface DemoTime {
  readonly day: number;
  readonly hour: number;
}

/** A website of the demo that the user has not deleted. */
interface DemoWebsite {
  readonly website: number;
  /** Its domain in demo/sites.ts. */
  readonly site: string;
  /** Undefined before its first statistics. */
  readonly through: DemoTime | undefined;
}

/** The day the demo was begun (since 1970-01-01); undefined where there is no demo yet. */
export function demoBegunDay(database: Database): number | undefined {
  const row = database.statement('select begun_day from demo').get();
  return row && integer(row.begun_day);
}

/** Notes the day, in days since 1970-01-01, on which the demo was begun. */
export function beginDemo(database: Database, day: number): void {
  database.statement('insert into demo (id, begun_day) values (1, ?)').run(day);
}

/** Marks a website as one of the demo. `site` is its domain in demo/sites.ts. */
export function addDemoWebsite(database: Database, website: number, site: string): void {
  database.statement('insert into demo_website (website_id, site) values (?, ?)').run(website, site);
}

/** Those whose statistics end before that hour, in the order they were added. */
export function demoWebsitesBehind(database: Database, { day, hour }: DemoTime): DemoWebsite[] {
  return database
    .statement(
      `select website_id, site, through_day, through_hour from demo_website
       where through_day is null or (through_day, through_hour) < (?, ?) order by website_id`,
    )
    .all(day, hour)
    .map(readWebsite);
}

function readWebsite(row: Record<string, SQLOutputValue>): DemoWebsite {
  return {
    website: integer(row['website_id']),
    site: text(row['site']),
    through:
      typeof row['through_day'] === 'number'
        ? { day: row['through_day'], hour: integer(row['through_hour']) }
        : undefined,
  };
}

/** One of the websites of the demo; undefined for any other. */
export function demoWebsite(database: Database, website: number): DemoWebsite | undefined {
  const row = database
    .statement('select website_id, site, through_day, through_hour from demo_website where website_id = ?')
    .get(website);
  return row && readWebsite(row);
}

export function setDemoThrough(database: Database, website: number, { day, hour }: DemoTime): void {
  database
    .statement('update demo_website set through_day = ?, through_hour = ? where website_id = ?')
    .run(day, hour, website);
}

export function removeDay(database: Database, website: number, day: number): void {
  const removal = database.statement('delete from stat where website_id = ? and name = ? and day = ?');
  for (const name of statisticNames) removal.run(website, statisticCodes[name], day);
  forgetSums(database, website, { from: day, to: day });
}
