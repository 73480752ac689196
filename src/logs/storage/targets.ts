import { ImportError } from '#logs/summary.ts';
import { hostName } from '#model/website/website.ts';
import { type Database, integer } from '#server/database/Database.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { defaultValues, insertWebsite, type WebsiteRecord } from '#server/database/websites.ts';

export type Target = Pick<WebsiteRecord, 'domain' | 'exclude_bots' | 'exclude_params' | 'exclude_ips'> & {
  /** Undefined for one that is still to be created. */
  readonly id: number | undefined;
  /** Whether it is a host with too few page views, which nobody sees yet. */
  readonly isWaiting: boolean;
};

const select = 'select id, domain, exclude_bots, exclude_params, exclude_ips, waiting from website';

export function selectTargets(database: Database): Target[] {
  return database.statement(select).all().map(targetOf);
}

/** @param domain as it is stored: lower case, ASCII */
export function findTargetOf(database: Database, domain: string): Target | undefined {
  const row = database.statement(`${select} where domain = ?`).get(domain);
  return row && targetOf(row);
}

export function insertWaiting(database: Database, domain: string, createdAt: string): number {
  const id = insertWebsite(database, { ...defaultValues, domain }, createdAt);
  database.statement('update website set waiting = 1 where id = ?').run(id);
  return id;
}

export function selectViews(database: Database, website: number): number {
  const row = database
    .statement('select sum(count) as views from main.stat where website_id = ? and name = ?')
    .get(website, statisticCodes.pageviews);
  return typeof row?.views === 'number' ? row.views : 0;
}

export function countWebsites(database: Database): number {
  const row = database.statement('select count(*) as websites from website where waiting = 0').get();
  return integer(row?.['websites']);
}

/** How many hosts wait with fewer page views than so many, and those page views. */
export function countWaiting(
  database: Database,
  minViews: number,
): { readonly hosts: number; readonly views: number } {
  const row = database
    .statement(
      `select count(*) as hosts, sum(views) as views from (
         select ifnull((select sum(count) from main.stat where website_id = website.id and name = ?), 0) as views
         from website where waiting = 1)
       where views < ?`,
    )
    .get(statisticCodes.pageviews, minViews);
  return { hosts: integer(row?.hosts), views: typeof row?.views === 'number' ? row.views : 0 };
}

/** Forgets the hosts with the fewest page views where too many wait. Needs a transaction. */
export function forgetWaiting(database: Database, max: number): void {
  database
    .statement(
      `delete from website where id in (
         select id from website where waiting = 1
         order by (select sum(count) from main.stat where website_id = website.id and name = ?) desc, id desc
         limit -1 offset ?)`,
    )
    .run(statisticCodes.pageviews, max);
}

function targetOf(row: Readonly<Record<string, unknown>>): Target {
  const { id, domain, exclude_bots, exclude_params, exclude_ips, waiting } = row;
  return {
    id: Number(id),
    domain: String(domain),
    exclude_bots: Number(exclude_bots),
    exclude_params: typeof exclude_params === 'string' ? exclude_params : null,
    exclude_ips: typeof exclude_ips === 'string' ? exclude_ips : null,
    isWaiting: waiting === 1,
  };
}

export function newTarget(domain: string): Target {
  return { ...defaultValues, id: undefined, domain, isWaiting: false };
}

/** Rejects with ImportError for no host name. */
export async function findTarget(database: Database, text: string): Promise<Target> {
  const domain = hostName(text.trim());
  if (domain === undefined) {
    throw new ImportError('The domain must be a host name, such as example.com. Nothing was imported.');
  }
  return (await database.read(() => findTargetOf(database, domain))) ?? newTarget(domain);
}

/** The website's id; creates it if it does not exist. Throws ImportError when it is no longer the same. */
export function ensureWebsite(database: Database, target: Target, createdAt: string): number {
  const now = findTargetOf(database, target.domain);
  if (now?.id !== target.id) throw changedMeanwhile();
  if (now?.id !== undefined && !now.isWaiting) return now.id;
  return insertWebsite(database, { ...defaultValues, domain: target.domain }, createdAt);
}

export function changedMeanwhile(): ImportError {
  return new ImportError(
    'Another program changed this website or imported into it meanwhile. Nothing was imported: try again.',
  );
}
