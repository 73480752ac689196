import { allWebsites } from '#headless/allPages.ts';
import { withService, type Run } from '#headless/withService.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { listQuery, pageSizeOfAll, type ListOptions } from '#headless/options/listOptions.ts';
import { taggedBy, type TagOptions } from '#headless/options/tagOption.ts';
import { readRows } from '#headless/rowsOfPages.ts';
import { say } from '#headless/output/stderr.ts';
import { writeTable, type TableView } from '#headless/output/write.ts';
import { formatDay, parseDay } from '#model/period/day.ts';
import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import { wireNames } from '#model/website/website.ts';
import { websitesTable } from '#model/website/websitesTable.ts';
import { plainText } from '#terminal/plainText.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Website } from '#model/website/website.ts';
import { writeRecords } from './writeRecords.ts';

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
