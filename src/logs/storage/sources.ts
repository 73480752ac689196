import type { FoundFile } from '#logs/files/find.ts';
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { bareHost, type HostRules, hostTest } from '#logs/fields/hosts.ts';
import { proxyNote, type TopAddress } from '#logs/summary.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import { type Database, integer, optionalText, text } from '#server/database/Database.ts';
import { blocksOfSource, bytes, type SourceLines } from './knownLines.ts';
import { ensureWebsite, findTarget } from './targets.ts';

export interface LogSourceRecord {
  readonly id: number;
  /** Undefined where each host in the logs is a website. */
  readonly website: { readonly id: number; readonly domain: string } | undefined;
  /** An absolute path, perhaps with wildcards. */
  readonly pattern: string;
  readonly options: ReadingOptions;
  /** The address that nearly all page views are from, which is no visitor's. */
  readonly proxy: TopAddress | undefined;
}

const select = `select log_source.id, website_id, domain, pattern, options, proxy
  from log_source left join website on website.id = website_id`;

/** Of logs whose hosts are websites, where nothing else was asked for: a Host header is chosen by whoever sends it. */
export const usualHosts: HostRules = { fewestViews: 20, mostWebsites: 200, patterns: [] };

/** In the order they were added. */
export function selectLogSources(database: Database): LogSourceRecord[] {
  return database.statement(`${select} order by log_source.id`).all().map(sourceOf);
}

/** Those whose lines may be of a website: its own, and those of hosts that it fits. */
export function ofWebsite(
  sources: readonly LogSourceRecord[],
  { domain }: { readonly domain: string },
): LogSourceRecord[] {
  return sources.filter(({ website, options }) =>
    website ? website.domain === domain : hostTest(options.hosts?.patterns ?? [])(bareHost(domain)),
  );
}

export function hasLinesOf(database: Database, source: number, domain: string): boolean {
  return (
    database
      .statement(
        `select 1 from log_file_line join log_file on log_file.id = file_id join website on website.id = website_id
         where source_id = ? and domain = ? limit 1`,
      )
      .get(source, domain) !== undefined
  );
}

export function hasLogSources(database: Database): boolean {
  return database.statement('select 1 from log_source limit 1').get() !== undefined;
}

export interface NewSources {
  /** Undefined where each host is a website. */
  readonly domain: string | undefined;
  /** Absolute paths, perhaps with wildcards. */
  readonly patterns: readonly string[];
  readonly options: ReadingOptions;
  /** A website that is made at once, before a line of it is read: of those that the hosts become. */
  readonly atOnce?: string | undefined;
}

/** Stores sources for a website, which is made where it is missing (`created`); `isKnown`: one of them was there before. Rejects with ImportError. */
export async function addSources(
  database: Database,
  { domain, patterns, options, atOnce }: NewSources,
  addedAt: string,
) {
  const target = domain === undefined ? undefined : await findTarget(database, domain);
  const first = atOnce === undefined ? undefined : await findTarget(database, atOnce);
  return await database.write(() => {
    const website = target && ensureWebsite(database, target, addedAt);
    if (first) ensureWebsite(database, first, addedAt);
    const before = new Set(selectLogSources(database).map(({ id }) => id));
    const sources = patterns.map(pattern => putLogSource(database, { website, pattern, options }, addedAt));
    const isKnown = sources.some(({ id }) => before.has(id));
    return { sources, isKnown, created: target?.id === undefined ? website : undefined };
  });
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
       on conflict (ifnull(website_id, 0), pattern) do update set options = excluded.options, proxy = null returning id`,
    )
    .get(website ?? null, pattern, JSON.stringify(options), addedAt);
  return sourceOf(database.statement(`${select} where log_source.id = ?`).get(row?.['id'] ?? null) ?? {});
}

/** Needs a transaction. */
export function putProxy(database: Database, source: number, proxy: TopAddress | undefined): void {
  database
    .statement('update log_source set proxy = ? where id = ?')
    .run(proxy === undefined ? null : JSON.stringify(proxy), source);
}

/** What to do about the lines of a source; undefined for nothing. */
export function adviceOf({ proxy, options }: LogSourceRecord): string | undefined {
  return proxy && proxyNote(proxy, { hasClient: options.client !== undefined, isFollowed: true });
}

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
    proxy: typeof row['proxy'] === 'string' ? JSON.parse(row['proxy']) : undefined,
  };
}

export interface LogFileRecord extends Pick<FoundFile, 'path' | 'identity'> {
  readonly id: number;
  /** The path it had while it was written, once it has another one; empty before. */
  readonly formerPath: string;
  /** When it was last looked at, in bytes on the disk; -1 where more is to be read. */
  readonly size: number;
  /** Nanoseconds since 1970, when it was last looked at. */
  readonly modified: string;
  /** Read so far: bytes of the log, uncompressed. */
  readonly length: number;
  /** Hashes of the first and of the last bytes that were read. */
  readonly head: string;
  readonly tail: string;
  /** Of its last line, in seconds since 1970. */
  readonly lastTime: number | undefined;
  /** The last "#Fields:" line of what was read. */
  readonly directive: string | undefined;
}

/** The oldest first. */
export function selectLogFiles(database: Database, source: number): LogFileRecord[] {
  return database.statement('select * from log_file where source_id = ? order by id').all(source).map(fileOf);
}

/** The time of the last line that was read of any source, in seconds since 1970. */
export function selectLastTime(database: Database): number | undefined {
  const row = database.statement('select max(last_time) as last from log_file').get();
  return typeof row?.['last'] === 'number' ? row['last'] : undefined;
}

const fileColumns = [
  'id',
  'source_id',
  'path',
  'former_path',
  'identity',
  'size',
  'modified',
  'length',
  'head',
  'tail',
  'last_time',
  'directive',
  'read_day',
] as const;
const putFile = `insert into log_file (${fileColumns.join(', ')})
  values (${fileColumns.map(column => `:${column}`).join(', ')})
  on conflict (id) do update set ${fileColumns
    .slice(2)
    .map(column => `${column} = excluded.${column}`)
    .join(', ')} returning id`;

/** Stores what is known of a file: a new one without an id. Returns its id. Needs a transaction. */
export function putLogFile(
  database: Database,
  source: number,
  {
    id,
    formerPath,
    lastTime,
    directive,
    ...file
  }: Omit<LogFileRecord, 'id'> & { readonly id: number | undefined },
  readDay: number,
): number {
  const row: Record<(typeof fileColumns)[number], SQLInputValue> = {
    ...file,
    id: id ?? null,
    source_id: source,
    former_path: formerPath,
    last_time: lastTime ?? null,
    directive: directive ?? null,
    read_day: readDay,
  };
  return integer(database.statement(putFile).get(row)?.['id']);
}

/** Each ten minutes are read where they are asked for: of a log that was cut off they are many. */
export function selectLogFileLines(database: Database, file: number, website: number): SourceLines {
  const blocks = database.statement('select block from log_file_line where file_id = ? and website_id = ?');
  const lines = database.statement(
    'select lines from log_file_line where file_id = ? and website_id = ? and block = ?',
  );
  return blocks.all(file, website).map(row => {
    const block = integer(row['block']);
    return {
      block,
      get own() {
        return bytes(lines.get(file, website, block)?.['lines']);
      },
    };
  });
}

/**
 * Stores what was read of a file, beside what is known of it.
 * @param continues the file whose lines it continues: itself, or the one before it. Needs a transaction.
 */
export function putLogFileLines(
  database: Database,
  { file, continues, isCut }: { file: number; continues: number | undefined; isCut: boolean },
  websites: readonly { readonly website: number; readonly lines: SourceLines }[],
): void {
  if (continues !== file) database.statement('delete from log_file_line where file_id = ?').run(file);
  if (continues !== undefined && continues !== file)
    database
      .statement(
        `insert into log_file_line (file_id, website_id, block, lines)
         select ?, website_id, block, lines from log_file_line where file_id = ?`,
      )
      .run(file, continues);
  const put = database.statement(
    'insert or replace into log_file_line (file_id, website_id, block, lines) values (?, ?, ?, ?)',
  );
  for (const { website, lines } of websites)
    for (const { block, own } of lines) put.run(file, website, block, own);
  if (isCut) return;
  database
    .statement(
      `delete from log_file_line where file_id = ?1 and block <= (
         select max(block) from log_file_line as other
         where other.file_id = ?1 and other.website_id = log_file_line.website_id) - ${blocksOfSource}`,
    )
    .run(file);
}

function fileOf(row: Record<string, SQLOutputValue>): LogFileRecord {
  const { last_time: lastTime } = row;
  return {
    id: integer(row['id']),
    path: text(row['path']),
    formerPath: text(row['former_path']),
    identity: text(row['identity']),
    size: integer(row['size']),
    modified: text(row['modified']),
    length: integer(row['length']),
    head: text(row['head']),
    tail: text(row['tail']),
    lastTime: typeof lastTime === 'number' ? lastTime : undefined,
    directive: optionalText(row['directive']) ?? undefined,
  };
}

export function putFollower(database: Database, process: number, name: string): void {
  database
    .statement(
      `insert into log_follower (id, process, name) values (1, ?, ?)
       on conflict (id) do update set process = excluded.process, name = excluded.name`,
    )
    .run(process, name);
}

/** The last process that said so: it follows only while it holds the lock. */
export function selectFollower(database: Database): { process: number; name: string } | undefined {
  const row = database.statement('select process, name from log_follower').get();
  return row && { process: integer(row['process']), name: text(row['name']) };
}

/** Changes whenever another connection has written to the file. */
export function dataVersion(database: Database): number {
  return integer(database.statement('pragma data_version').get()?.['data_version']);
}
