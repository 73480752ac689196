import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { mustNameSites, type SeveralOptions } from '#headless/options/severalSites.ts';
import { keepDomains, sayStrays, tagOf } from '#headless/options/tagOption.ts';
import { say } from '#headless/output/stderr.ts';
import { writeTable } from '#headless/output/write.ts';
import { chosenBy, searchWebsites } from '#headless/overview/readOverview.ts';
import { withService, type Run } from '#headless/withService.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { changeTags, strayTags, tagNames, ownTags, type Tags } from '#model/website/tags.ts';
import { websiteName, type Website } from '#model/website/website.ts';
import { sitesAndTags } from './sitesAndTags.ts';

type TagCommandOptions = GlobalOptions &
  SeveralOptions & {
    readonly add?: readonly string[];
    readonly remove?: readonly string[];
    readonly clear?: boolean;
    readonly list?: boolean;
  };

/**
 * Changes the tags of websites and prints them, or prints all tags. Rejects as the Api does, with a UsageError, and with a
 * ConfigError where the file of tags cannot be used.
 */
export async function tagWebsites(words: readonly string[], options: TagCommandOptions): Promise<void> {
  const { all, search, tag, add = [], remove = [], clear = false, list } = options;
  const isChosen = all === true || search !== undefined || tag !== undefined;
  const isPlain = words.length + add.length + remove.length === 0 && !isChosen && !clear;
  if (list === true && !isPlain) throw new UsageError('--list prints all tags: give it alone.');
  if (isPlain) return await withService(options, listTags);
  mustNameSites(isChosen ? [] : words, options);
  const [added, removed] = [add.map(tagOf), remove.map(tagOf)];
  const taggedOnly = isChosen ? words.map(tagOf) : [];
  await withService(options, async run => {
    const { rows, readToEnd } = await searchWebsites(run.api, chosenBy(run));
    if (readToEnd && !isChosen) run.domains.write(rows);
    const { sites, tags } = isChosen ? { sites: rows, tags: taggedOnly } : sitesAndTags(words, rows);
    // Those of the tags asked for were said with them.
    const isTagged = tag !== undefined;
    const isChange = clear || tags.length + added.length + removed.length > 0;
    const changed = isChange
      ? run.tags.change(before => {
          const off = clear ? tagNames(before) : removed;
          return changeTags(before, sites, { add: [...tags, ...added], remove: off });
        })
      : run.tags.read();
    keepDomains(run.tags, changed, rows);
    await writeTable(siteTable(sites, changed), run);
    if (!isTagged) sayStrays(strayTags(changed, sites));
    if (sites.length === 0) say('No such websites.');
  });
}

async function listTags(run: Run): Promise<void> {
  const tags = run.tags.read();
  const { rows } = await searchWebsites(run.api, {});
  keepDomains(run.tags, tags, rows);
  const having = (tag: string) => rows.filter(website => ownTags(tags, website).includes(tag));
  const used = tagNames(tags).map(tag => ({ tag, websites: having(tag) }));
  const table: DataTable = {
    title: 'Tags',
    about: {},
    columns: [
      { key: 'tag', title: 'Tag' },
      { key: 'websites', title: 'Websites' },
      { key: 'domains', title: 'Domains' },
    ],
    // Websites may have been deleted elsewhere.
    rows: used
      .filter(({ websites }) => websites.length > 0)
      .map(({ tag, websites }) => [tag, websites.length, websites.map(websiteName).join(' ')]),
  };
  await writeTable(table, run);
  if (table.rows.length === 0 && run.format === 'table')
    say('No website has a tag yet: sitedeck tag SITE shop gives it one.');
  sayStrays(strayTags(tags, rows));
}

function siteTable(sites: readonly Website[], tags: Tags): DataTable {
  return {
    title: 'Tags of websites',
    about: {},
    columns: [
      { key: 'id', title: 'Id' },
      { key: 'domain', title: 'Domain' },
      { key: 'tags', title: 'Tags' },
    ],
    rows: sites.map(website => [website.id, websiteName(website), ownTags(tags, website).join(' ')]),
  };
}
