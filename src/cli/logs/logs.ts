import { resolve } from 'node:path';
import { exitCodes, RefusedError, UsageError } from '#model/failure.ts';
import { complain, outputState, say } from '#cli/output/stderr.ts';
import { columnsOf, outputOf, writeTable } from '#cli/output/table.ts';
import { defineSubcommand, type ListedSubcommand, quietOption } from '#cli/subcommand.ts';
import { problemOfPattern, type UpdatedSource } from '#logs/index.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { hostOptions, readingOf, readingOptions, targetOf } from './options.ts';
import { keep, recount, zone } from './recount.ts';
import { changeableLogs, ownLogs, reading } from './sources.ts';

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
  async run([first, globs], options) {
    const output = outputOf(options);
    const read = await readingOf(options);
    const { domain, paths } = targetOf(first, globs, options);
    if (paths.length === 0)
      throw new UsageError('Name the logs too: sitedeck logs add DOMAIN FILE..., or --each-host FILE...');
    const logs = changeableLogs(options);
    const added = { domain, patterns: paths.map(checkPattern), options: read };
    const onStored = (): void => {
      outputState.changes = 'The logs are added.';
    };
    const { sources, by, advice } = await reading(options, control =>
      logs.addAndRead(added, { ...control, onStored }),
    );
    if (by)
      return say(
        `Added: process ${by.process} (${safeText(by.name, 60)}) follows the logs, and counts them now.`,
      );
    const after = `From now on they are followed while Sitedeck runs (sitedeck --profile logs, or sitedeck serve), and read by sitedeck logs update.\nSee it with  sitedeck --profile logs${domain === undefined ? '' : ` ${safeText(domain, 253)}`}`;
    await writeTable(addedTable(domain, sources), output, { after });
    const notes = new Set(sources.flatMap(({ hostNote }) => hostNote ?? []));
    for (const words of notes) complain(safeText(words, 1_000));
    for (const words of advice) say(safeText(words, 1_000));
    complainOf(sources);
  },
});

const list = defineSubcommand({
  description: 'list the logs, and up to when they were read',
  arguments: [],
  options: {},
  examples: [['sitedeck logs list', 'which logs are counted, and how far they were read']],
  async run(_args, options) {
    const output = outputOf(options);
    const { logs, profile } = ownLogs(options);
    const sources = await logs.sources();
    const table = {
      title: 'Logs',
      about: { time_zone: profile.timeZone },
      columns: columnsOf({ domain: 'Website', pattern: 'Logs', files: 'Files', read_to: 'Read to' }),
      rows: sources.map(({ domain = '(each host)', pattern, files, readTo }) => [
        domain,
        pattern,
        files.length,
        readTo,
      ]),
    };
    const after = sources.length === 0 ? undefined : `Days and hours are those of ${profile.timeZone}.`;
    await writeTable(table, output, { after });
    if (sources.length === 0 && output.format === 'table')
      say('There are none: add some with sitedeck logs add DOMAIN FILE...');
  },
});

const update = defineSubcommand({
  description: 'for cron: read what is new; says nothing unless something is wrong (exit code 1)',
  arguments: [],
  options: { quiet: { short: '-q', description: 'say nothing at all' } },
  examples: [['sitedeck logs update', 'read what is new, from cron for example']],
  async run(_args, options) {
    const logs = changeableLogs(options);
    if ((await logs.sources()).length === 0)
      throw new UsageError('There are no logs to read: add some with sitedeck logs add DOMAIN FILE...');
    const { sources, advice } = await reading(options, logs.update);
    if (options.quiet !== true) for (const words of advice) say(safeText(words, 1_000));
    complainOf(sources, options.quiet);
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
  async run([first, globs], options) {
    const isEach = options.eachHost === true;
    if (!isEach && first === undefined)
      throw new UsageError('Name the website: sitedeck logs remove DOMAIN, or --each-host.');
    const patterns = isEach ? [first ?? [], globs].flat() : globs;
    const logs = changeableLogs(options);
    const domain = isEach ? undefined : normaliseDomain(first ?? '');
    const { count, domains } = await logs.remove(
      domain,
      patterns.map(pattern => resolve(pattern)),
    );
    const meant = domains.includes(domain ?? '') ? '' : didYouMean(domain ?? '', domains);
    if (count === 0)
      throw new RefusedError(
        `${safeText(domain ?? '--each-host', 100)} has no such logs: sitedeck logs list shows those it has. Nothing was removed.${meant}`,
      );
    say(`${counted(count, 'sources')} removed. What was counted stays.`);
  },
});

export const logs: ListedSubcommand = {
  docs: 'access-logs',
  description: 'the access logs that are counted for your own websites (the profile "logs")',
  subcommands: { add, list, update, recount, zone, keep, remove },
};

/** An absolute pattern that matches a file which this account may read. Throws a UsageError. */
function checkPattern(given: string): string {
  if (/[\x00-\x1f\x7f]/.test(given))
    throw new UsageError(`${safeText(given, 200)} has control characters, which no name of a log has.`);
  if (given === '-')
    throw new UsageError('Stdin cannot be read again: sitedeck import --follow DOMAIN - reads it.');
  const pattern = resolve(given);
  const problem = problemOfPattern(pattern);
  if (problem === undefined) return pattern;
  throw new UsageError(`${safeText(given, 200)} ${problem}`);
}

function addedTable(domain: string | undefined, sources: readonly UpdatedSource[]) {
  return {
    title: `Logs of ${domain ?? 'each host'}`,
    about: { domain, counted: sources.reduce((sum, { counted }) => sum + counted, 0) },
    columns: columnsOf({ pattern: 'Logs', lines: 'Lines', counted: 'Page views' }),
    rows: sources.map(({ pattern, read, counted }) => [pattern, read, counted]),
  };
}

/** Says what could not be read, which makes the exit code 1. */
function complainOf(sources: readonly UpdatedSource[], isQuiet = false): void {
  const problems = sources.flatMap(source => source.problems);
  if (!isQuiet) for (const words of problems) complain(safeText(words, 600));
  if (problems.length > 0) process.exitCode = exitCodes.refused;
}
