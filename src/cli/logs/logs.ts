import { resolve } from 'node:path';
import { exitCodes, Failure, RefusedError, UsageError } from '#model/failure.ts';
import { columnsOf, complain, outputOf, outputState, say, writeTable } from '#cli/output.ts';
import { defineSubcommand, type GlobalOptions, type ListedSubcommand, quietOption } from '#cli/subcommand.ts';
import { type Logs, problemOfPattern, type Recount, type UpdatedSource } from '#logs/index.ts';
import { normaliseDomain } from '#model/website/website.ts';
import { total } from '#text/fit.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import {
  changeableLogs,
  checkedDomain,
  domainArgument,
  hostOptions,
  ownLogs,
  reading,
  readingOf,
  readingOptions,
  targetOf,
  chooseFirstLogs,
} from './ownLogs.ts';
import { isTimeZone, parseDay, todayIn } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import { defaultPeriodChoice, resolvePeriod } from '#model/period/period.ts';
import { confirmRecount, formerLines, recountedLines } from './import.ts';

const patterns = 'paths of logs, with * for rotated ones, in quotes';

const add = defineSubcommand({
  description: 'count the logs of a website, now and whenever they grow',
  arguments: [domainArgument, { name: '[GLOB...]', description: patterns, suggestions: 'files' }],
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
    const seeIt = `See it with  sitedeck --profile logs${domain === undefined ? '' : ` ${safeText(domain, 253)}`}`;
    if (by) {
      say(`Added: process ${by.process} (${safeText(by.name, 60)}) follows the logs, and counts them now.`);
      say(seeIt);
      return chooseFirstLogs();
    }
    const after = `From now on they are followed while Sitedeck runs (sitedeck --profile logs, or sitedeck serve), and read by sitedeck logs update.\n${seeIt}`;
    const table = {
      title: `Logs of ${domain ?? 'each host'}`,
      about: { domain, counted: total(sources.map(source => source.counted)) },
      columns: [
        ...columnsOf({ pattern: 'Logs', lines: 'Lines', counted: 'Page views' }),
        { key: 'from', title: 'First day', kind: 'day' as const },
      ],
      rows: sources.map(({ pattern, read: lines, counted: views, from }) => [pattern, lines, views, from]),
    };
    await writeTable(table, output, { after });
    const notes = new Set(sources.flatMap(({ hostNote }) => hostNote ?? []));
    for (const words of notes) complain(safeText(words, 1_000));
    for (const words of advice) say(safeText(words, 1_000));
    const own = (await logs.sources()).filter(source => source.domain === domain);
    const [end] = own
      .flatMap(({ readTo = '' }) => parseDay(readTo) ?? [])
      .toSorted((a, b) => (a < b ? 1 : -1));
    const [firstDay] = sources.flatMap(({ from = [] }) => from).toSorted();
    const usual = resolvePeriod(defaultPeriodChoice, todayIn('UTC', new Date()));
    if (firstDay !== undefined && firstDay > usual.to)
      say('They begin today, which the program shows: commands print it with  --period today');
    if (end !== undefined && end < usual.from)
      say(`They end on ${formatDay(end)}: commands print their days with  --period all`);
    chooseFirstLogs();
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

const interrupted = 'Interrupted: nothing was changed.';

const recount = defineSubcommand({
  description: 'count a website again from its logs, after a change of what it excludes',
  arguments: [{ name: '[DOMAIN]', description: 'the website; --all in its place', suggestions: 'websites' }],
  options: {
    all: { description: 'all websites whose logs are known, one after the other' },
    ...quietOption,
  },
  notes: `
Only days are counted again of which the logs still hold every line; it says from which day on, names the others, and asks
first, or takes --yes.`,
  examples: [
    ['sitedeck logs recount shop.example.com', 'after a change of what it excludes'],
    ['sitedeck logs recount --all --yes', 'all websites, without a question'],
  ],
  async run([domain], options) {
    const isAll = options.all === true;
    if (isAll === (domain !== undefined))
      throw new UsageError('Name the website: sitedeck logs recount DOMAIN, or --all.');
    const logs = changeableLogs(options);
    const confirm = confirmRecount(options);
    if (isAll) return await recountAll(logs, options, confirm);
    const name = checkedDomain(domain ?? '');
    const summary = await reading(options, control => logs.recount(name, confirm, control), interrupted);
    for (const line of recountedLines(summary)) say(line);
  },
});

const zone = defineSubcommand({
  description: 'count days and hours in another time zone, and those that are stored again',
  arguments: [{ name: '<ZONE>', description: 'an IANA name, such as Europe/Berlin' }],
  options: quietOption,
  notes: `
The zone is kept with what was counted: that of this machine at first, and the same whatever TZ says later. After a change
all websites are counted again as by logs recount; days of which the logs no longer hold every line stay those of the zone
before, and are named.`,
  examples: [['sitedeck logs zone Europe/Berlin', 'days begin at midnight in Berlin']],
  async run([zone], options) {
    const timeZone = checkedZone(zone);
    const logs = changeableLogs(options);
    const isOther = await reading(options, control => logs.changeZone(timeZone, control), interrupted);
    const now = isOther ? 'are now' : 'are';
    say(`Days and hours ${now} those of ${timeZone}.`);
    await recountAll(logs, options, () => Promise.resolve(true), isOther);
  },
});

const keep = defineSubcommand({
  description:
    'say for how many months visits are kept, of which filters, exit pages and bounce rate are made; other counts stay',
  arguments: [{ name: '<MONTHS>', description: 'such as 6m, or 2y: from 1 month to 10 years' }],
  options: quietOption,
  notes: `
Unless something else is said it is 13 months. Of what is older only counts stay, and for 400 days what joins a late line with
its session: filters, exit pages, bounce rate, time and pages per visit go with the visits. logs recount gives them to no day before;
after a longer time is said it brings back those whose lines are there.`,
  examples: [['sitedeck logs keep 6m', 'forget the visits of more than half a year ago']],
  async run([duration], options) {
    const months = monthsOf(duration);
    const logs = changeableLogs(options);
    await reading(options, control => logs.keep(months, control), interrupted);
    say(
      `Visits are kept for ${counted(months, 'months')}. Of earlier days counts stay; filters, exit pages, bounce rate, time and pages per visit do not.`,
    );
  },
});

export const logs: ListedSubcommand = {
  docs: 'access-logs',
  description: 'the access logs that are counted for your own websites (the profile "logs")',
  subcommands: { add, list, update, recount, zone, keep, remove },
};

/** An absolute pattern that matches a file which this account may read. Throws a UsageError. */
function checkPattern(text: string): string {
  if (/[\x00-\x1f\x7f]/.test(text))
    throw new UsageError(`${safeText(text, 200)} has control characters, which no name of a log has.`);
  if (text === '-')
    throw new UsageError('Stdin cannot be read again: sitedeck import --follow DOMAIN - reads it.');
  const pattern = resolve(text);
  const problem = problemOfPattern(pattern);
  if (problem === undefined) return pattern;
  throw new UsageError(`${safeText(pattern, 200)} ${problem}`);
}

/** Says what could not be read, which makes the exit code 1. */
function complainOf(sources: readonly UpdatedSource[], isQuiet = false): void {
  const problems = sources.flatMap(source => source.problems);
  if (!isQuiet) for (const words of problems) complain(safeText(words, 600));
  if (problems.length > 0) process.exitCode = exitCodes.refused;
}

const maxMonths = 120;

/** Throws a UsageError. */
function monthsOf(text: string): number {
  const [, number, unit = 'm'] = /^(\d{1,3})([my]?)$/i.exec(text) ?? [];
  const months = Number(number) * (unit.toLowerCase() === 'y' ? 12 : 1);
  if (months >= 1 && months <= maxMonths) return months;
  throw new UsageError(`${safeText(text, 60)} is no number of months: write 6m or 2y, at most 10y.`);
}

/** A zone as it is spelled. Throws a UsageError. */
function checkedZone(text: string): string {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const known = zones.find(name => name.toLowerCase() === text.toLowerCase());
  if (known !== undefined || isTimeZone(text)) return known ?? text;
  throw new UsageError(
    `${safeText(text, 60)} is no time zone: write one such as Europe/Berlin.${didYouMean(text, zones)}`,
  );
}

async function recountAll(
  logs: Logs,
  options: GlobalOptions,
  confirm: (recount: Recount) => Promise<boolean>,
  isWanted = true,
): Promise<void> {
  const websites = await logs.counted();
  for (const { domain, former } of websites) {
    if (!isWanted && former.length === 0) continue;
    const name = safeText(domain, 253);
    try {
      const summary = await reading(
        options,
        control => logs.recount(domain, confirm, control),
        'Interrupted: what was counted again by then stays.',
      );
      for (const line of recountedLines(summary)) say(line);
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode === exitCodes.interrupted) throw error;
      const stay = former.length === 0 ? `${name} stays as it is.` : formerLines(name, former).join(' ');
      say(`${stay} ${safeText(error.message.replace(/ Nothing was changed\.$/, ''), 400)}`);
    }
  }
}
