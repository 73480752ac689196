import { tellingAllPages } from '#headless/allPages.ts';
import { withService, type Run } from '#headless/connection/connect.ts';
import type { GlobalOptions } from '#headless/options/global.ts';
import { say } from '#headless/output/stderr.ts';
import { writeTable } from '#headless/output/write.ts';
import { listQuery, type ListOptions } from '#headless/options/list.ts';
import { resolveSite } from '#headless/resolveSite.ts';
import { rememberDomains } from '#headless/domainCache.ts';
import type { Website } from '#model/website.ts';
import { writeRecords } from './records.ts';
import { listView, websitesTable } from './table.ts';

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
  const query = listQuery(run.options);
  const { rows, isComplete } = await tellingAllPages(
    'websites',
    page => run.api.listWebsites({ ...query, perPage: query.perPage ?? 100, page }),
    ({ id }) => id,
  );
  const table = websitesTable('Websites', rows, { complete: isComplete });
  return { table, websites: rows, isAll: isComplete && query.search === undefined };
}

async function readOne(run: Run<WebsitesOptions>) {
  const query = listQuery(run.options);
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
