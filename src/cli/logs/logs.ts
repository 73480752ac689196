import { resolve } from 'node:path';
import { exitCodes, RefusedError, UsageError } from '#model/failure.ts';
import { createPrinter } from '#cli/output/printer.ts';
import { complain, say } from '#cli/output/stderr.ts';
import { writeTable } from '#cli/output/table.ts';
import {
  defineSubcommand,
  formatOf,
  type GlobalOptions,
  type ListedSubcommand,
  quietOption,
} from '#cli/subcommand.ts';
import { mustWrite } from '#cli/withService.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { hostOptions, readingOptions } from './options.ts';
import { ownLogs, reading } from './sources.ts';

const patterns = 'paths of logs, with * for rotated ones, in quotes';

const add = defineSubcommand({
  description: 'count the logs of a website, now and whenever they grow',
  arguments: [
    {
      name: '<DOMAIN>',
      description: 'the website they are of, added where it is new; with --each-host another log',
      suggestions: 'websites',
    },
    { name: '[GLOB...]', description: patterns, suggestions: 'files' },
  ],
  options: { ...hostOptions, ...readingOptions, ...quietOption },
  notes: `
A file that is rotated is read to its end: renamed or copied, with numbers or dates, also compressed. Each line counts once.
While the application runs on the profile "logs", or serve, the logs are followed; logs update reads what is new.`,
  examples: [
    [
      "sitedeck logs add shop.example.com '/var/log/nginx/access.log*'",
      'the logs of a website, rotated ones too',
    ],
    ["sitedeck logs add --each-host '/var/log/caddy/*.log'", 'a website of each host in the logs'],
  ],
  async run([domain, globs], options) {
    const { addLogs } = await import('./addLogs.ts');
    await addLogs(domain, globs, options);
  },
});

const list = defineSubcommand({
  description: 'list the logs, and up to when they were read',
  arguments: [],
  options: {},
  examples: [['sitedeck logs list', 'which logs are counted, and how far they were read']],
  async run(_args, options) {
    await listLogs(options);
  },
});

const update = defineSubcommand({
  description: 'for cron: read what is new; says nothing unless something is wrong (exit code 1)',
  arguments: [],
  options: { quiet: { short: '-q', description: 'say nothing at all' } },
  examples: [['sitedeck logs update', 'read what is new, from cron for example']],
  async run(_args, options) {
    await updateSources(options);
  },
});

const remove = defineSubcommand({
  description: 'stop reading logs; what was counted stays',
  arguments: [
    { name: '[DOMAIN]', description: 'the website they are of', suggestions: 'websites' },
    { name: '[GLOB...]', description: 'as they were added; all of the website where none is named' },
  ],
  options: { eachHost: { description: 'those of each host, in place of DOMAIN' }, ...quietOption },
  examples: [['sitedeck logs remove shop.example.com', 'all logs of a website']],
  async run([domain, globs], options) {
    await removeLogs(domain, globs, options);
  },
});

const recount = defineSubcommand({
  description: 'count a website again from its logs, after a change of what it excludes',
  arguments: [{ name: '<DOMAIN>', description: 'the website', suggestions: 'websites' }],
  options: quietOption,
  notes: `
Only days are counted again of which the logs still hold every line; it says from which day on, names the others, and asks
first, or takes --yes.`,
  examples: [['sitedeck logs recount shop.example.com', 'after a change of what it excludes']],
  async run([domain], options) {
    const { recountLogs } = await import('./recountLogs.ts');
    await recountLogs(domain, options);
  },
});

export const logs: ListedSubcommand = {
  docs: 'access-logs',
  description: 'the access logs that are counted for your own websites (the profile "logs")',
  subcommands: { add, list, update, recount, remove },
};

/** Prints the sources: how many files each has now, and the time of the last line that was read. */
export async function listLogs(options: GlobalOptions): Promise<void> {
  const format = formatOf(options);
  const printer = createPrinter(options);
  const { logs } = ownLogs(options);
  const sources = await logs.sources();
  await writeTable(
    {
      title: 'Logs',
      about: {},
      columns: [
        { key: 'domain', title: 'Website' },
        { key: 'pattern', title: 'Logs' },
        { key: 'files', title: 'Files' },
        { key: 'read_to', title: 'Read to' },
      ],
      rows: sources.map(({ domain = '(each host)', pattern, files, readTo }) => [
        domain,
        pattern,
        files.length,
        readTo,
      ]),
    },
    { format, printer },
  );
  if (sources.length === 0 && format === 'table')
    say('There are none: add some with sitedeck logs add DOMAIN FILE...');
}

/**
 * Forgets sources of a website: those with these patterns, or all. What was counted stays.
 * @param first the domain; with `--each-host` a pattern
 */
export async function removeLogs(
  first: string | undefined,
  more: readonly string[],
  options: GlobalOptions & { readonly eachHost?: boolean | undefined },
): Promise<void> {
  const isEach = options.eachHost === true;
  if (!isEach && first === undefined)
    throw new UsageError('Name the website: sitedeck logs remove DOMAIN, or --each-host.');
  const patterns = isEach ? [first ?? [], more].flat() : more;
  const { logs, profile } = ownLogs(options);
  mustWrite({ profile });
  const name = isEach ? undefined : normaliseDomain(first ?? '');
  const { count, domains } = await logs.remove(
    name,
    patterns.map(pattern => resolve(pattern)),
  );
  if (count === 0)
    throw new RefusedError(
      `${safeText(name ?? '--each-host', 100)} has no such logs: sitedeck logs list shows those it has. Nothing was removed.${domains.includes(name ?? '') ? '' : didYouMean(name ?? '', domains)}`,
    );
  say(`${counted(count, 'sources')} removed. What was counted stays.`);
}

interface UpdateOptions extends GlobalOptions {
  readonly quiet?: boolean | undefined;
}

/**
 * Reads what is new of all sources. Says nothing where all is well, also where another process follows them; exit code 1 where a
 * file could not be read.
 */
export async function updateSources(options: UpdateOptions): Promise<void> {
  const { logs, profile } = ownLogs(options);
  mustWrite({ profile });
  if ((await logs.sources()).length === 0)
    throw new UsageError('There are no logs to read: add some with sitedeck logs add DOMAIN FILE...');
  const { sources } = await reading(options, logs.update);
  const problems = sources.flatMap(source => source.problems);
  if (options.quiet !== true) for (const words of problems) complain(safeText(words, 600));
  if (problems.length > 0) process.exitCode = exitCodes.refused;
}
