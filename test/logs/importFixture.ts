import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Database } from '#server/database/Database.ts';
import { unpackColumns } from '#server/database/columns.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { migrations } from '#server/database/schema.ts';
import { replacedIn } from '#server/database/visit/VisitPart.ts';
import {
  readPart,
  selectParts,
  selectVisitDays,
  type ValueField,
  valueText,
} from '#server/database/visit/visits.ts';
import { importLogs } from '#logs/import/importLogs.ts';
import type { Control, CountsTarget, ImportedLogs } from '#logs/tasks.ts';
import { ImportError, type ImportProgress, type ImportSummary } from '#logs/summary.ts';
import { fileSource, type LogSource } from '#logs/files/LogSource.ts';
import { type ImportRun, runImport } from '#logs/import/runImport.ts';
import { ask, openForTest, temporaryFile } from '../server/serverFixture.ts';

export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
export const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** A page view, as a line of the combined format without its line feed. */
export function line(
  time: string,
  path = '/',
  { address = '91.12.3.4', referrer = '-', agent = chrome, status = 200 } = {},
): string {
  return `${address} - - [${time} +0000] "GET ${path} HTTP/1.1" ${status} 512 "${referrer}" "${agent}"`;
}

/** Each with a line feed. */
export function textOf(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('');
}

export function writeLog(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, textOf(lines));
  return path;
}

/** Into example.com, in UTC, unless told otherwise. */
export function importInto(
  file: string,
  sources: ImportedLogs['sources'],
  options: Partial<ImportedLogs & CountsTarget & Control<ImportProgress>> = {},
): Promise<ImportSummary> {
  const { timeZone = 'UTC', domain = 'example.com', signal, onProgress, ...logs } = options;
  const control = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
  return importLogs({ file, timeZone }, { domain, sources, ...logs }, control);
}

/** The same on a day of its own, also of sources that are no files. */
export async function importHere(
  file: string,
  sources: readonly (string | LogSource)[],
  domain = 'example.com',
  options: Partial<ImportRun> = {},
): Promise<ImportSummary> {
  const database = await openDatabase(file);
  try {
    return await runImport({
      database,
      domain,
      source: '',
      sources: await Promise.all(
        sources.map(source => (typeof source === 'string' ? fileSource(source) : Promise.resolve(source))),
      ),
      timeZone: 'UTC',
      today: '2026-11-20',
      pause: () => undefined,
      beginStoring: () => undefined,
      ...options,
    });
  } finally {
    database.close();
  }
}

/** A service's file with the website example.com, which counts nothing yet. */
export async function fileWithWebsite(): Promise<string> {
  const file = temporaryFile();
  const service = await openForTest({ file });
  await ask(service, 'POST /websites', { domain: 'example.com' });
  service.close();
  return file;
}

/** A pipe, whose pieces are of a size. */
export function piped(content: string | Buffer, size = 65_536): LogSource {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return { name: '-', size: undefined, firstTime: Infinity, bytes: pieces };
}

export const pipedLines = (lines: readonly string[]): LogSource => piped(textOf(lines));

/** All counts and sessions, without what is remembered of lines and files. */
export function countedIn(file: string): unknown {
  return { ...Object(contentsOf(file)), files: undefined };
}

/** The message an import is refused with. */
export async function refusalOf(importing: Promise<unknown>): Promise<string> {
  const error: unknown = await importing.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof ImportError)) throw new Error('not refused', { cause: error });
  return error.message;
}

/** Everything an import stores but for the times of creation and the hashes of visitors: equal for equal imports. */
export function contentsOf(file: string): unknown {
  return {
    websites: query(
      file,
      'select id, domain, privacy, email, exclude_bots, exclude_params, exclude_ips from website',
    ),
    stat: query(file, 'select website_id, name, day, value, count from stat order by 1, 2, 3, 4'),
    visits: visitsIn(file).map(visit => ({ ...visit, visitor: undefined })),
    times: timesIn(file),
    lines: query(
      file,
      'select website_id, source, block, length(lines) / 8 as lines from import_line order by 1, 2, 3',
    ),
    files: query(file, 'select website_id, length, hash, marks from import_file order by 1, 2, 3'),
  };
}

/** How long the server took: of each page and step of time how many, in an order of their own. */
export function timesIn(file: string): Record<string, unknown>[] {
  const rows = query(file, 'select website_id, day, data from response_time');
  const texts = new Map(
    query(file, 'select website_id, number, text from visit_value where field = 1').map(row => [
      `${String(row['website_id'])} ${String(row['number'])}`,
      String(row['text']),
    ]),
  );
  const times = rows.flatMap(({ website_id, day, data }) => {
    const { rows: count, column } = unpackColumns(data instanceof Uint8Array ? data : new Uint8Array());
    return Array.from({ length: count }, (_, row) => {
      const [page, step, amount] = [0, 1, 2].map(index => column(index)[row] ?? -1);
      return { website_id, day, page: texts.get(`${String(website_id)} ${page}`), step, count: amount };
    });
  });
  return times.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Every session with all that is kept of it, in an order without their visitors. */
export function visitsIn(file: string): Record<string, unknown>[] {
  const connection = new DatabaseSync(file, { timeout: 60_000 });
  const database = new Database(connection, 0);
  const websites = connection.prepare('select id from website order by id').all();
  const visits = websites.flatMap(({ id }) => visitsOf(database, Number(id)));
  connection.close();
  const texts = new Map(visits.map(visit => [visit, JSON.stringify({ ...visit, visitor: '' })]));
  return visits.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}

/** Gives a file the sessions as they were stored before they stood in columns: a row each. */
export function withRowsOfVisits(file: string): void {
  const visits = visitsIn(file);
  const connection = new DatabaseSync(file, { timeout: 60_000 });
  connection.exec(`drop table response_time; drop table visit_part; drop table visit_value; drop table log_keep;
    ${/create table visit \([^;]*started[^;]*;/.exec(migrations.join('\n'))?.[0] ?? ''}`);
  const insert = connection.prepare('insert into visit values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const visit of visits) {
    const { website_id, day, visitor, started, ended, hour, rank, ...texts } = visit;
    const numbers = [started, ended, hour, rank].map(Number);
    const { landing_page, referrer, campaign } = texts;
    insert.run(
      ...[website_id, day].map(Number),
      Buffer.from(String(visitor), 'latin1'),
      ...numbers,
      ...[landing_page, referrer, campaign].map(String),
    );
  }
  const step = migrations.findIndex(text => text.includes('create table visit_part'));
  connection.exec(`pragma user_version = ${step}`);
  connection.close();
}

const aboutNames = ['browser', 'os', 'device', 'country', 'continent', 'language'] as const;

function visitsOf(database: Database, id: number): Record<string, unknown>[] {
  const owner = { schema: 'main', id } as const;
  const textOf = (field: ValueField, number: number) => valueText(database, id, field, number);
  return selectVisitDays(database, owner).flatMap(day => {
    const parts = selectParts(database, owner, day).map(part => readPart(database, owner, day, part));
    return parts.flatMap((part, index) => {
      const replaced = replacedIn(part, parts.slice(index + 1));
      const { sessions, detail, viewStarts } = part;
      return [...replaced].flatMap((isReplaced, at) => {
        if (isReplaced === 1) return [];
        const numberOf = sessions.row(at);
        const started = day * 86_400 + numberOf('started');
        const views = [...Array(detail ? numberOf('views') : 0).keys()].map(view => {
          const ofView = detail?.views.row((viewStarts[at] ?? 0) + view) ?? (() => 0);
          return {
            time: started + ofView('second'),
            hour: ofView('hour'),
            page: textOf('page', ofView('page')),
          };
        });
        const about = aboutNames.map(
          name => [name, detail && textOf(name, detail.about.row(at)(name))] as const,
        );
        return {
          website_id: id,
          visitor: part.visitor(at),
          day,
          started,
          ended: started + numberOf('seconds'),
          hour: numberOf('hour'),
          rank: numberOf('rank'),
          landing_page: textOf('page', numberOf('landing_page')),
          referrer: textOf('referrer', numberOf('referrer')),
          campaign: textOf('campaign', numberOf('campaign')),
          exit_page: textOf('page', numberOf('exit_page')),
          pages: numberOf('views'),
          ...Object.fromEntries(about),
          views: views.toSorted((a, b) => a.time - b.time || (a.page < b.page ? -1 : 1)),
        };
      });
    });
  });
}

/** A statistic's counts over all days, in the order of their values. */
export function countsOf(file: string, name: number): Record<string, number> {
  const rows = query(
    file,
    `select value, sum(count) as count from stat where name = ${name} group by value order by value`,
  );
  return Object.fromEntries(rows.map(({ value, count }) => [String(value), Number(count)]));
}

export function query(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  try {
    return database
      .prepare(sql)
      .all()
      .map(row => ({ ...row }));
  } finally {
    database.close();
  }
}
