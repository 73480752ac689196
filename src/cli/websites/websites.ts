import {
  type ListOptions,
  listOptions,
  listQuery,
  pageSizeOfAll,
  taggedBy,
  tagOption,
  type TagOptions,
} from '#cli/options/websites.ts';
import { say } from '#cli/output/stderr.ts';
import { type TableView, writeTable } from '#cli/output/table.ts';
import { allWebsites, readRows } from '#cli/readPages.ts';
import { defineSubcommand, type GlobalOptions, type ListedSubcommand } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { websitesTable } from '#model/export/websiteTables.ts';
import { parseDay } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import {
  canWrite,
  type Capabilities,
  whyNoWebsiteOrder,
  whyNoWebsiteSearch,
} from '#model/service/capabilities.ts';
import { type Website, wireNames } from '#model/website/website.ts';
import { plainText, safeText } from '#text/safeText.ts';
import { create, deleteCommand, update } from './change.ts';
import { writeRecords } from './print.ts';
import { apply, exportCommand, plan } from './settings.ts';

export const list = defineSubcommand({
  description: 'list websites, newest first',
  arguments: [],
  options: {
    ...listOptions(['id', 'domain'], { search: whyNoWebsiteSearch, sortBy: whyNoWebsiteOrder }),
    tag: { ...tagOption.tag, description: 'all with this tag; given twice, with both', conflicts: ['page'] },
  },
  examples: [
    ['sitedeck websites list --search shop --sort-by domain --sort asc', 'those with a text, from a to z'],
    ['sitedeck websites list --all --json', 'every website, for a program'],
  ],
  async run(_args, options) {
    await withService(options, async run => {
      const { table, websites, isAll } =
        options.all === true || options.tag !== undefined ? await readAll(run) : await readOne(run);
      // For the shell's completion.
      if (isAll) run.domains.write(websites);
      await writeTable(table, run, listView(run.api.capabilities));
      if (websites.length === 0 && run.format === 'table') say(nothingLine(options));
    });
  },
});

export const show = defineSubcommand({
  description: 'show everything the service knows of websites',
  arguments: [{ name: '<SITE...>', description: 'ids or domains', suggestions: 'websites' }],
  options: {},
  examples: [['sitedeck websites show shop.example.com', 'one website with all its fields']],
  async run([sites], options) {
    await withService(options, async run => {
      const websites: Website[] = [];
      for (const site of sites) websites.push(await run.readSite(site));
      await writeRecords(run, websites);
    });
  },
});

export const websites: ListedSubcommand = {
  docs: 'commands',
  description: 'list and manage the tracked websites',
  subcommands: { list, show, create, update, delete: deleteCommand, export: exportCommand, plan, apply },
};

type WebsitesOptions = GlobalOptions & ListOptions<'id' | 'domain'> & TagOptions;

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
    { what: 'websites', idOf: ({ id }) => id, read: page => run.api.listWebsites({ ...query, ...page }) },
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
