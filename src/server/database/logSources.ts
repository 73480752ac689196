import type { SQLOutputValue } from 'node:sqlite';
import type { HostRules } from '#server/import/sites/HostSites.ts';
import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';

/** How the lines of a source are read: options of the import, as they were given. */
export interface ReadingOptions {
  /** A name that tells servers apart. */
  readonly source?: string | undefined;
  /** nginx's log_format or Apache's LogFormat. */
  readonly logFormat?: string | undefined;
  /** Where the client of a line is named. */
  readonly client?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  /** Which hosts in the lines become websites, where each does; `mostWebsites` is the most there are in all. */
  readonly hosts?: HostRules | undefined;
}

/** Logs that are read by themselves whenever they grow. */
export interface LogSourceRecord {
  readonly id: number;
  /** Undefined where each host in the logs is a website. */
  readonly website: { readonly id: number; readonly domain: string } | undefined;
  /** An absolute path, perhaps with wildcards. */
  readonly pattern: string;
  readonly options: ReadingOptions;
}

const select = `select log_source.id, website_id, domain, pattern, options
  from log_source left join website on website.id = website_id`;

/** In the order they were added. */
export function selectLogSources(database: Database): LogSourceRecord[] {
  return database.statement(`${select} order by log_source.id`).all().map(sourceOf);
}

export function hasLogSources(database: Database): boolean {
  return database.statement('select 1 from log_source limit 1').get() !== undefined;
}

/** Adds a source, or gives the one with the same website and pattern these options. Needs a transaction. */
export function putLogSource(
  database: Database,
  { website, pattern, options }: { website: number | undefined; pattern: string; options: ReadingOptions },
  addedAt: string,
): LogSourceRecord {
  const row = database
    .statement(
      `insert into log_source (website_id, pattern, options, added_at) values (?, ?, ?, ?)
       on conflict (ifnull(website_id, 0), pattern) do update set options = excluded.options returning id`,
    )
    .get(website ?? null, pattern, JSON.stringify(options), addedAt);
  return sourceOf(database.statement(`${select} where log_source.id = ?`).get(row?.['id'] ?? null) ?? {});
}

/** Forgets a source; what was counted stays. */
export function deleteLogSource(database: Database, id: number): void {
  database.statement('delete from log_source where id = ?').run(id);
}

function sourceOf(row: Record<string, SQLOutputValue>): LogSourceRecord {
  const { website_id: website, domain, options } = row;
  return {
    id: integer(row['id']),
    website: typeof website === 'number' ? { id: website, domain: text(domain) } : undefined,
    pattern: text(row['pattern']),
    options: JSON.parse(text(options)),
  };
}
