import {
  type ListOptions,
  listOptions,
  listQuery,
  taggedBy,
  tagOf,
  tagOption,
  type TagOptions,
} from '#cli/options.ts';
import { print, refuseAll, say, type TableView, writeTable } from '#cli/output.ts';
import { allWebsites, readRows } from '#cli/readPages.ts';
import {
  defineSubcommand,
  formatOf,
  type GlobalOptions,
  type ListedSubcommand,
  quietOption,
} from '#cli/subcommand.ts';
import { refuseReadOnly, type Run, withService } from '#cli/withService.ts';
import { websitesTable } from '#model/export/websiteTables.ts';
import { parseDay } from '#model/period/day.ts';
import { pageHolding } from '#model/service/paging.ts';
import { formatDay } from '#model/period/format.ts';
import {
  canWrite,
  type Capabilities,
  whyNoWebsiteOrder,
  whyNoWebsiteSearch,
} from '#model/service/capabilities.ts';
import { settingNames, type Website, wireNames } from '#model/website/website.ts';
import { escapeInvisible, plainText, safeText } from '#text/safeText.ts';
import { create, deleteCommand, update } from './change.ts';
import {
  confirmDeletions,
  domainOf,
  planView,
  runSteps,
  stepTable,
  summaryLine,
  writeRecords,
} from './steps.ts';
import { exitCodes, UsageError } from '#model/failure.ts';
import { counted } from '#text/words.ts';
import {
  planSteps,
  readSettings,
  readWebsites,
  refuseLackingSettings,
  type StatedWebsite,
  type Step,
  withPassword,
  withShareLinks,
} from './plan.ts';

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
      if (websites.length > 0 || run.format !== 'table') return;
      // For a search or a later page "No websites." would be wrong.
      const { search = '', page = 1, tag } = options;
      const isAny = search.trim() === '' && page === 1 && tag === undefined;
      say(isAny ? 'No websites.' : 'No such websites.');
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

const file = {
  name: '<FILE>',
  description: 'settings as YAML; - reads stdin',
  suggestions: 'files',
} as const;

const exportCommand = defineSubcommand({
  description: 'print the settings of all websites as YAML, without passwords',
  arguments: [],
  options: { tag: { ...tagOption.tag, description: 'only websites with this tag; given twice, with both' } },
  examples: [['sitedeck websites export > sites.yaml', 'the settings of all websites in a file']],
  async run(_args, options) {
    const format = formatOf(options);
    if (format === 'csv' || format === 'markdown')
      throw new UsageError('Settings are printed as YAML, or as JSON with --json.');
    await withService(options, async ({ api, tags }) => {
      const all = await readWebsites(api, taggedBy(tags, options));
      const named = all.filter(({ domain }) => domain !== undefined && domain !== '');
      const others = all.length - named.length;
      if (others > 0)
        say(`${counted(others, 'websites')} without a domain ${others === 1 ? 'is' : 'are'} left out.`);
      const websites = named.map(website => {
        const known = settingNames.filter(
          name => website[name] !== undefined && canWrite(api.capabilities, name),
        );
        const settings = known.map(name => [wireNames[name], website[name]] as const);
        return { domain: website.domain, ...Object.fromEntries(settings) };
      });
      // A file of some websites only: --prune refuses it.
      const settings = options.tag === undefined ? { websites } : { tags: options.tag.map(tagOf), websites };
      await print(
        format === 'json'
          ? escapeInvisible(`${JSON.stringify(settings, null, 2)}\n`, '\n')
          : await toYaml(settings),
      );
    });
  },
});

const plan = defineSubcommand({
  description: 'show what apply would do, and change nothing; exit code 5 where it would do something',
  arguments: [file],
  options: { prune: { description: 'also delete websites the file does not have' } },
  examples: [['sitedeck websites plan sites.yaml', 'what would be created and changed']],
  async run([file], options) {
    const settings = await readSettings(file, options.prune === true);
    await withService(options, async run => {
      const steps = await planOf(run, settings, options.prune === true);
      const shown = run.format === 'table' ? steps.filter(({ action }) => action !== 'leave') : steps;
      await writeTable(stepTable('Plan', shown), run, planView);
      if (run.format === 'table') say(`${summaryLine(steps)}.`);
      if (steps.some(({ action }) => action !== 'leave')) process.exitCode = exitCodes.changes;
    });
  },
});

const apply = defineSubcommand({
  description: 'create and change websites until they are as a file says; asks before visits are deleted',
  arguments: [file],
  options: {
    prune: { description: 'also delete websites the file does not have; asks first, or takes --yes' },
    ...quietOption,
  },
  examples: [
    ['sitedeck websites apply sites.yaml', 'create and change what the file says'],
    ['sitedeck websites apply sites.yaml --prune --yes', 'also delete what it does not have'],
  ],
  async run([file], options) {
    const settings = await readSettings(file, options.prune === true);
    await withService(options, async run => {
      refuseReadOnly(run);
      const steps = await planOf(run, settings, options.prune === true);
      const complete = withPasswords(steps);
      if (options.yes !== true) await confirmDeletions(steps, `${summaryLine(steps)}.`);
      await runSteps(run, complete);
    });
  },
});

export const websites: ListedSubcommand = {
  docs: 'commands',
  description: 'list and manage the tracked websites',
  subcommands: { list, show, create, update, delete: deleteCommand, export: exportCommand, plan, apply },
};

type WebsitesOptions = GlobalOptions & ListOptions<'id' | 'domain'> & TagOptions;

async function readAll(run: Run<WebsitesOptions>) {
  const query = listQuery(run.options);
  const perPage = pageHolding(run.options.perPage ?? 100);
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

const comment = ` Websites and their settings, without passwords.
 See what would change:  sitedeck websites plan FILE
 Make it so:             sitedeck websites apply FILE`;

async function toYaml(settings: object): Promise<string> {
  const { Document, Scalar, visit } = await import('yaml');
  const document = new Document(settings);
  document.commentBefore = comment;
  // Invisible characters can only be escaped between quotes.
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && escapeInvisible(scalar.value, '\n') !== scalar.value)
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeInvisible(document.toString({ lineWidth: 0 }), '\n');
}

async function planOf({ api }: Run, settings: readonly StatedWebsite[], prune: boolean): Promise<Step[]> {
  const websites = await readWebsites(api);
  const stated = planSteps(settings, websites, prune, api.capabilities);
  const steps = await withShareLinks(api, stated);
  refuseLackingSettings(settings, steps, api.capabilities);
  return steps;
}

/** With the passwords that are needed, all read before anything is changed. Throws a UsageError that names those missing. */
function withPasswords(steps: readonly Step[]): Step[] {
  const missing: string[] = [];
  const complete = steps.map(step => {
    if (step.action !== 'create' && step.action !== 'update') return step;
    const { privacy } = step.action === 'create' ? step.fields : step.changes;
    const { passwordEnv } = step;
    if (passwordEnv === undefined || privacy !== 'password') return step;
    // Else "toString" would be a function of every object.
    const password = (Object.hasOwn(process.env, passwordEnv) && process.env[passwordEnv]) || '';
    if (password === '')
      missing.push(`${safeText(domainOf(step), 100)}: set ${safeText(passwordEnv, 60)} to its password.`);
    return withPassword(step, password);
  });
  refuseAll(missing.length === 1 ? missing.map(line => `${line} Nothing was changed.`) : missing);
  return complete;
}
