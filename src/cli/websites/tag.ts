import { RefusedError, UsageError } from '#model/failure.ts';
import { called, ambiguousSite } from '#api/resolveSite.ts';
import { chosenWebsites, mustNameSites, reportStrayTags, severalOptions, tagOf } from '#cli/options.ts';
import { columnsOf, say, writeTable } from '#cli/output.ts';
import { defineSubcommand, quietOption } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { changeTags, ownTags, strayTags, tagNames, type Tags } from '#model/website/tags.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';

export const tag = defineSubcommand({
  docs: 'commands',
  description: 'print the tags of websites, or change them; --tag then stands wherever --all does',
  arguments: [
    {
      name: '[WORD...]',
      description: 'websites, by id or domain, then tags for them; without any all tags are printed',
      suggestions: 'websitesAndTags',
    },
  ],
  options: {
    ...severalOptions,
    add: {
      value: '<tag>',
      description: 'give this tag, also one that looks like a website; once for each',
      repeatable: true,
    },
    remove: {
      value: '<tag>',
      description: 'take this tag away; once for each',
      repeatable: true,
      suggestions: 'tags',
    },
    clear: { description: 'take all tags away' },
    list: { description: 'print all tags with their websites' },
    ...quietOption,
  },
  notes: `
Tags are kept on this machine, for each profile its own; the service is not told. With --all, --search or --tag all words
are tags.`,
  examples: [
    ['sitedeck tag', 'all tags with their websites'],
    ['sitedeck tag shop.example.com blog.example.com client-a shop', 'give two websites two tags'],
    ['sitedeck tag --all --remove client-a', 'take a tag away wherever it is'],
  ],
  async run([words], options) {
    const { all, search, tag, add = [], remove = [], clear = false, list } = options;
    const isChosen = all === true || search !== undefined || tag !== undefined;
    const isPlain = words.length + add.length + remove.length === 0 && !isChosen && !clear;
    if (list === true && !isPlain) throw new UsageError('--list prints all tags: give it alone.');
    if (isPlain) return await withService(options, listTags);
    mustNameSites(isChosen ? [] : words, options);
    const [added, removed] = [add.map(tagOf), remove.map(tagOf)];
    const taggedOnly = isChosen ? words.map(tagOf) : [];
    await withService(options, async run => {
      const { rows, readToEnd } = await chosenWebsites(run);
      if (readToEnd && !isChosen) run.domains.write(rows);
      // The website of a view by its id.
      const named = await Promise.all(
        words.map(async word => (word.startsWith('@') ? (await run.resolveSite(word)).id : word)),
      );
      const { sites, tags } = isChosen ? { sites: rows, tags: taggedOnly } : sitesAndTags(named, rows);
      // Those of the tags asked for were said with them.
      const isTagged = tag !== undefined;
      const isChange = clear || tags.length + added.length + removed.length > 0;
      const changed = isChange
        ? run.tags.change(before => {
            const off = clear ? tagNames(before) : removed;
            return changeTags(before, sites, { add: [...tags, ...added], remove: off });
          })
        : run.tags.read();
      await writeTable(siteTable(sites, changed), run);
      if (!isTagged) reportStrayTags(strayTags(changed, sites));
      if (sites.length === 0) say('No such websites.');
    });
  },
});

/** A word that could be a mistyped website is not taken for a tag. Throws a UsageError, and a RefusedError for such a website. */
function sitesAndTags(words: readonly string[], websites: readonly Website[]) {
  const sites: Website[] = [];
  const tags: string[] = [];
  for (const word of words) {
    const site = siteOf(word, websites);
    if (site !== undefined && tags.length > 0)
      throw new UsageError(
        `Websites come first, then tags: ${safeText(word, 100)} is a website, and ${safeText(tags[0])} is none.`,
      );
    if (site === undefined) tags.push(asTagOnly(word, sites.length === 0, websites));
    else if (!sites.includes(site)) sites.push(site);
  }
  return { sites, tags };
}

function siteOf(word: string, websites: readonly Website[]): Website | undefined {
  const byId = websites.find(({ id }) => id === word.trim());
  if (byId !== undefined) return byId;
  const matches = called(websites, word);
  const [found, ...others] = matches;
  if (others.length > 0) throw ambiguousSite(word, matches);
  return found;
}

function asTagOnly(word: string, isFirst: boolean, websites: readonly Website[]): string {
  const name = safeText(word, 100);
  const meant = didYouMean(
    word,
    websites.map(({ domain }) => domain ?? ''),
  );
  if (isFirst) throw new RefusedError(`There is no website "${name}" on this service.${meant}`);
  if (/\.|^\d+$/.test(word))
    throw new RefusedError(
      `There is no website "${name}" on this service; a tag like that goes behind --add.${meant}`,
    );
  return tagOf(word);
}

async function listTags(run: Run): Promise<void> {
  const tags = run.tags.read();
  const { rows } = await chosenWebsites(run);
  const having = (tag: string) => rows.filter(website => ownTags(tags, website).includes(tag));
  const used = tagNames(tags).map(tag => ({ tag, websites: having(tag) }));
  const table: DataTable = {
    title: 'Tags',
    about: {},
    columns: columnsOf({ tag: 'Tag', websites: 'Websites', domains: 'Domains' }),
    // Websites may have been deleted elsewhere.
    rows: used
      .filter(({ websites }) => websites.length > 0)
      .map(({ tag, websites }) => [tag, websites.length, websites.map(websiteName).join(' ')]),
  };
  await writeTable(table, run);
  if (table.rows.length === 0 && run.format === 'table')
    say('No website has a tag yet: sitedeck tag SITE shop gives it one.');
  reportStrayTags(strayTags(tags, rows));
}

function siteTable(sites: readonly Website[], tags: Tags): DataTable {
  return {
    title: 'Tags of websites',
    about: {},
    columns: columnsOf({ id: 'Id', domain: 'Domain', tags: 'Tags' }),
    rows: sites.map(website => [website.id, websiteName(website), ownTags(tags, website).join(' ')]),
  };
}
