import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';

/** A website of the demo that the user has not deleted. */
interface DemoWebsite {
  readonly website: number;
  /** Its domain in demo/sites.ts. */
  readonly site: string;
  /** The last day with statistics, of which only the morning is there; undefined before the first. */
  readonly through: number | undefined;
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

/** Those whose statistics end before the day, in the order they were added. */
export function demoWebsitesBehind(database: Database, day: number): DemoWebsite[] {
  return database
    .statement(
      `select website_id, site, through_day from demo_website
       where through_day is null or through_day < ? order by website_id`,
    )
    .all(day)
    .map(row => ({
      website: integer(row.website_id),
      site: text(row.site),
      through: typeof row.through_day === 'number' ? row.through_day : undefined,
    }));
}

/** Notes the last day with statistics, in days since 1970-01-01; only its morning is there. */
export function setDemoThrough(database: Database, website: number, day: number): void {
  database.statement('update demo_website set through_day = ? where website_id = ?').run(day, website);
}
