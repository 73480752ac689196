import { existsSync } from 'node:fs';
import { exitCodes, UsageError } from '#model/failure.ts';
import { complain, outputState } from '#cli/output/stderr.ts';
import { outputOf, writeTable } from '#cli/output/table.ts';
import { defineSubcommand, quietOption } from '#cli/subcommand.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { confirmRecount, summaryTable, summaryView } from './importSummary.ts';
import { hostOptions, readingOf, readingOptions, targetOf } from './options.ts';
import { changeableLogs, reading } from './sources.ts';

export const importSubcommand = defineSubcommand({
  docs: 'access-logs',
  description: 'count access logs for a website of your own (the profile "logs"), or for each host in them',
  arguments: [
    {
      name: '<DOMAIN>',
      description: 'the website they are of, added where it is new; with --each-host another log',
      suggestions: 'websites',
    },
    {
      name: '[FILE...]',
      description: 'logs, plain or compressed, in any order; - reads stdin',
      suggestions: 'files',
    },
  ],
  options: {
    ...readingOptions,
    ...hostOptions,
    follow: {
      description:
        'stdin goes on and on, as from docker logs -f: what came is stored every few seconds, and at the end',
    },
    recount: {
      description:
        'remove what is stored of the days that the logs have lines of, and count these days again from these logs alone; ' +
        'asks first, or takes --yes',
    },
    ...quietOption,
  },
  notes: `
Formats are known by their lines: common and combined (nginx, Apache, Traefik; with a host in front, or more fields), JSON of Caddy,
Traefik, Fastly and nginx (keys named as its variables), HAProxy, S3, and W3C with its #Fields: line (IIS, CloudFront). gzip, zstd, xz and bzip2 are unpacked.
What syslog, journald, docker, docker compose and Kubernetes write in front of a line is taken off.
A log is refused with exit code 1, and nothing stored, where most of its lines are in no such format, or none counts for a
new website.`,
  examples: [
    ['sitedeck import shop.example.com /var/log/nginx/access.log.1', 'count a log for a website'],
    ['zcat old/*.gz | sitedeck import shop.example.com -', 'what another program prints'],
    ['sitedeck import --each-host /var/log/caddy/access.log', 'a website of each host in a log'],
    ['docker logs -f web | sitedeck import --follow shop.example.com -', 'count as it goes on'],
  ],
  async run([first, files], options) {
    const output = outputOf(options);
    const logs = changeableLogs(options);
    if (options.eachHost === true && options.recount === true)
      throw new UsageError('--recount goes with a DOMAIN, not with --each-host.');
    const { domain = '', paths } = targetOf(first, files, options);
    checkPaths(paths);
    if (options.follow === true) checkFollow(paths, options.recount);
    const readAs = await readingOf(options);
    const sources = paths.map(path => (path === '-' ? process.stdin : path));
    const recount = options.recount === true ? confirmRecount(options) : undefined;
    const summary = await reading(options, control =>
      logs.import({ ...readAs, domain, sources, recount, follow: options.follow }, control),
    );
    const views = counted(summary.counted, 'page views');
    const total = summary.website
      ? safeText(summary.website.domain, 100)
      : counted(summary.hosts?.length ?? 0, 'websites');
    outputState.changes = `The import is stored: ${views} of ${total} counted.`;
    await writeTable(summaryTable(summary), output, summaryView(summary));
    for (const { name, state } of summary.files) {
      if (state.kind !== 'failed') continue;
      const part = state.read > 0 ? ` The ${counted(state.read, 'lines')} before that are imported.` : '';
      complain(`${safeText(name, 200)} ${safeText(state.reason, 500)}${part}`);
      process.exitCode = exitCodes.refused;
    }
  },
});

function checkPaths(paths: readonly string[]): void {
  if (paths.length === 0) throw new UsageError('Name a log behind the domain, or - for stdin.');
  if (paths.filter(path => path === '-').length > 1)
    throw new UsageError('Stdin can be read once: name - once.');
  const missing = paths.find(path => path !== '-' && !existsSync(path));
  if (missing !== undefined)
    throw new UsageError(`There is no file ${safeText(missing, 200)}: nothing was imported.`);
}

function checkFollow(paths: readonly string[], recount = false): void {
  if (paths.length !== 1 || paths[0] !== '-')
    throw new UsageError(
      '--follow reads stdin, so - is the file: logs in files are followed by sitedeck logs add.',
    );
  if (recount) throw new UsageError('--recount needs whole logs: leave --follow away.');
}
