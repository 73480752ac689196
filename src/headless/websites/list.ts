import { readAllPages } from '#headless/allPages.ts';
import { withService, type Run } from '#headless/connection/connect.ts';
import type { GlobalOptions } from '#headless/options.ts';
import { paint } from '#headless/output/paint.ts';
import { print } from '#headless/output/stdout.ts';
import { say } from '#headless/output/stderr.ts';
import { usualCell, writeTable } from '#headless/output/write.ts';
import type { ListOptions } from '#headless/parameters.ts';
import { resolveSite } from '#headless/resolveSite.ts';
import { rememberDomains } from '#headless/domainCache.ts';
import { websitesQuery } from '#headless/websites/query.ts';
import type { DataTable } from '#model/dataTable.ts';
import type { Website } from '#model/website.ts';
import { padEnd } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';
import { listView, recordsTable, websitesTable } from './table.ts';

export type WebsitesOptions = GlobalOptions & ListOptions<'id' | 'domain'>;

export async function listWebsites(options: WebsitesOptions): Promise<void> {
  await withService(options, async run => {
    const { table, websites, isAll } = options.all === true ? await readAll(run) : await readOne(run);
    if (isAll) rememberDomains(run, websites);
    await writeTable(table, run, listView);
    if (websites.length === 0 && run.format === 'table') say('No websites.');
  });
}

async function readAll(run: Run<WebsitesOptions>) {
  const query = websitesQuery(run.options);
  const { rows, isComplete } = await readAllPages(
    'websites',
    page => run.api.listWebsites({ ...query, perPage: query.perPage ?? 100, page }),
    ({ id }) => id,
  );
  const table = websitesTable('Websites', rows, { complete: isComplete });
  return { table, websites: rows, isAll: isComplete && query.search === undefined };
}

async function readOne(run: Run<WebsitesOptions>) {
  const query = websitesQuery(run.options);
  const { rows, page, total, next } = await run.api.listWebsites(query);
  if (next !== 'no' && run.format === 'table')
    say(`${total === undefined ? 'There may be more' : `${total} in all`}: --page ${page + 1}, or --all.`);
  const isAll = page === 1 && next === 'no' && query.search === undefined;
  return { table: websitesTable('Websites', rows, { page, total, next }), websites: rows, isAll };
}

export async function showWebsites(sites: readonly string[], options: GlobalOptions): Promise<void> {
  await withService(options, async run => {
    const websites: Website[] = [];
    for (const site of sites) {
      const { id } = await resolveSite(run.api, site);
      websites.push(await run.api.showWebsite(id));
    }
    await writeRecords(run, websites);
  });
}

/** Websites with every field: for a person one below the other. */
export async function writeRecords(run: Run, websites: readonly Website[]): Promise<void> {
  const table = recordsTable('Websites', websites);
  if (run.format !== 'table') return await writeTable(table, run);
  await print(table.rows.map(row => recordText(table, row, run)).join('\n'));
}

function recordText({ columns }: DataTable, row: DataTable['rows'][number], { printer }: Run): string {
  const width = Math.max(...columns.map(({ title }) => title.length)) + 2;
  const lines = columns.flatMap(({ title }, at) => {
    const cell = row[at];
    // Stored texts have a line for each entry.
    const parts = typeof cell === 'string' && cell.includes('\n') ? cell.split(/\r?\n/) : [cell];
    return parts.map((part, index) => {
      const name = padEnd(safeText(index === 0 ? title : ''), width);
      return `${paint(name, 'dim', printer)}${usualCell(part).text}`;
    });
  });
  return `${lines.join('\n')}\n`;
}
