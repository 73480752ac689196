import {
  type ListOptions,
  listQuery,
  pageSizeOfAll,
  taggedBy,
  type TagOptions,
} from '#cli/options/websites.ts';
import { paint } from '#cli/output/printer.ts';
import { say } from '#cli/output/stderr.ts';
import { print } from '#cli/output/stdout.ts';
import { type TableView, usualCell, writeTable } from '#cli/output/table.ts';
import { allWebsites, readRows } from '#cli/readPages.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import type { DataCell, DataTable } from '#model/export/dataTable.ts';
import { leftOutWords, websitesTable } from '#model/export/websiteTables.ts';
import { formatDay, parseDay } from '#model/period/day.ts';
import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import { settingNames, type Website, websiteName, wireNames } from '#model/website/website.ts';
import { padEnd } from '#text/fit.ts';
import { plainText, safeText } from '#text/safeText.ts';

/** Prints websites with all fields; as a table for people one field below the other. */
export async function writeRecords(run: Run, websites: readonly Website[]): Promise<void> {
  const table = recordsTable(websites);
  for (const website of websites) {
    const words = leftOutWords(website);
    if (words !== undefined) say(`${websiteName(website)}: left out ${words}.`);
  }
  if (run.format !== 'table') return await writeTable(table, run);
  await print(table.rows.map(row => recordText(table, row, run)).join('\n'));
}

function recordText(
  { columns }: DataTable,
  row: DataTable['rows'][number],
  { printer, api: { capabilities } }: Run,
): string {
  const lacking = new Set<string>(
    settingNames.filter(name => !canWrite(capabilities, name)).map(name => wireNames[name]),
  );
  const width = Math.max(...columns.map(({ title }) => title.length)) + 2;
  const lines = columns.flatMap(({ key, title }, at) => {
    const cell = row[at];
    // A setting that the service does not have is none that is empty.
    if (cell === undefined && lacking.has(key)) return [];
    // A stored list has one entry a line.
    const parts = typeof cell === 'string' && cell.includes('\n') ? cell.split(/\r?\n/) : [cell];
    return parts.map((part, index) => {
      const name = padEnd(safeText(index === 0 ? title : ''), width);
      return `${paint(name, 'dim', printer)}${usualCell(part).text}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

/** Websites with their settings and all other fields as the service returned them. */
function recordsTable(websites: readonly Website[]): DataTable {
  const table = websitesTable('Websites', websites);
  const known = new Set(table.columns.map(({ key }) => key));
  const others = [...new Set(websites.flatMap(({ fields }) => Object.keys(fields)))].filter(
    name => !known.has(name) && name !== 'password',
  );
  return {
    ...table,
    columns: [...table.columns, ...others.map(key => ({ key, title: key }))],
    rows: websites.map((website, at) => [
      ...(table.rows[at] ?? []),
      ...others.map(name => unknownCell(Object.hasOwn(website.fields, name) ? website.fields[name] : null)),
    ]),
  };
}

function unknownCell(value: unknown): DataCell {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? undefined : plainText(value);
}

type WebsitesOptions = GlobalOptions & ListOptions<'id' | 'domain'> & TagOptions;

/** Prints a page of websites, or all with --all. A complete list is saved for the shell's completion. */
export async function listWebsites(options: WebsitesOptions): Promise<void> {
  await withService(options, async run => {
    const { table, websites, isAll } =
      options.all === true || options.tag !== undefined ? await readAll(run) : await readOne(run);
    if (isAll) run.domains.write(websites);
    await writeTable(table, run, listView(run.api.capabilities));
    if (websites.length === 0 && run.format === 'table') say(nothingLine(options));
  });
}

/** For a search or a later page "No websites." would be wrong. */
function nothingLine({ search = '', page = 1, tag }: WebsitesOptions): string {
  return search.trim() === '' && page === 1 && tag === undefined ? 'No websites.' : 'No such websites.';
}

async function readAll(run: Run<WebsitesOptions>) {
  const query = listQuery(run.options);
  const perPage = pageSizeOfAll(run.options);
  const read = (page: number) => run.api.listWebsites({ ...query, perPage, page });
  const tagged = taggedBy(run.tags, run.options);
  const all = await allWebsites(read);
  const rows = tagged?.(all.rows) ?? all.rows;
  const table = websitesTable('Websites', rows, { complete: all.readToEnd });
  const isAll = all.readToEnd && query.search === undefined && tagged === undefined;
  return { table, websites: rows, isAll };
}

async function readOne(run: Run<WebsitesOptions>) {
  const query = listQuery(run.options);
  const { rows, page, total, next } = await readRows<Website>(
    { what: 'websites', idOf: ({ id }) => id, read: of => run.api.listWebsites({ ...query, ...of }) },
    run.options,
  );
  if (next !== 'no' && run.format === 'table')
    say(`${total === undefined ? 'There may be more' : `${total} in all`}: --page ${page + 1}, or --all.`);
  const isAll = page === 1 && next === 'no' && query.search === undefined;
  return { table: websitesTable('Websites', rows, { page, total, next }), websites: rows, isAll };
}

/** The list for people, without the long texts, which `show` prints. */
const listView = (capabilities: Capabilities): TableView => ({
  columns: [
    'id',
    'domain',
    ...(['name', 'privacy', 'email', 'excludeBots'] as const)
      .filter(name => canWrite(capabilities, name))
      .map(name => wireNames[name]),
    'created_at',
  ],
  cell(key, row, at) {
    if (key !== 'created_at') return undefined;
    const text = plainText(row[at]);
    const day = parseDay(text);
    return { text: safeText(day === undefined ? text : formatDay(day)) };
  },
});

/** Prints all fields of websites, in the order given. Throws as resolveSite does. */
export async function showWebsites(sites: readonly string[], options: GlobalOptions): Promise<void> {
  await withService(options, async run => {
    const websites: Website[] = [];
    for (const site of sites) websites.push(await run.readSite(site));
    await writeRecords(run, websites);
  });
}
