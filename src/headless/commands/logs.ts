import { defineSubcommand, type ListedSubcommand } from '#headless/defineSubcommand.ts';
import { hostOptions } from '#headless/options/hostOptions.ts';
import { readingOptions } from '#headless/options/readingOptions.ts';
import { quietOption } from '#headless/options/quietOption.ts';

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
    const { addLogs } = await import('#headless/logs/addLogs.ts');
    await addLogs(domain, globs, options);
  },
});

const list = defineSubcommand({
  description: 'list the logs, and up to when they were read',
  arguments: [],
  options: {},
  examples: [['sitedeck logs list', 'which logs are counted, and how far they were read']],
  async run(_args, options) {
    const { listLogs } = await import('#headless/logs/listLogs.ts');
    await listLogs(options);
  },
});

const update = defineSubcommand({
  description: 'for cron: read what is new; says nothing unless something is wrong (exit code 1)',
  arguments: [],
  options: { quiet: { short: '-q', description: 'say nothing at all' } },
  examples: [['sitedeck logs update', 'read what is new, from cron for example']],
  async run(_args, options) {
    const { updateSources } = await import('#headless/logs/updateLogs.ts');
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
    const { removeLogs } = await import('#headless/logs/removeLogs.ts');
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
    const { recountLogs } = await import('#headless/logs/recountLogs.ts');
    await recountLogs(domain, options);
  },
});

export const logs: ListedSubcommand = {
  docs: 'access-logs',
  description: 'the access logs that are counted for your own websites (the profile "logs")',
  subcommands: { add, list, update, recount, remove },
};
