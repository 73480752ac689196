import { existsSync } from 'node:fs';
import { exitCodes, UsageError } from '#model/failure.ts';
import { interruptible } from '#cli/interrupt.ts';
import { createPrinter } from '#cli/output/printer.ts';
import { complain, progress, say } from '#cli/output/stderr.ts';
import { rememberChanges } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { defineSubcommand, formatOf, type GlobalOptions, quietOption } from '#cli/subcommand.ts';
import { mustWrite } from '#cli/withService.ts';
import type { ImportProgress } from '#logs/index.ts';
import { checkDomain, normaliseDomain } from '#model/website/domain.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { confirmRecount, summaryTable, summaryView, waitingLine } from './importSummary.ts';
import {
  hostOptions,
  hostRules,
  type HostValues,
  readingOf,
  readingOptions,
  type ReadingValues,
} from './options.ts';
import { ownLogs } from './sources.ts';

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
Formats are known by their lines: common and combined (nginx, Apache, Traefik; with a host in front, or more fields), JSON of Caddy, of
Traefik and of nginx (keys named as its variables), W3C with its #Fields: line (IIS, CloudFront). gzip, zstd, xz and bzip2 are unpacked.
What syslog, journald, docker, docker compose and Kubernetes write in front of a line is taken off.
A log is refused with exit code 1, and nothing stored, where most of its lines are in no such format, or none counts for a
new website.`,
  examples: [
    ['sitedeck import shop.example.com /var/log/nginx/access.log.1', 'count a log for a website'],
    ['zcat old/*.gz | sitedeck import shop.example.com -', 'what another program prints'],
    ['sitedeck import --each-host /var/log/caddy/access.log', 'a website of each host in a log'],
    ['docker logs -f web | sitedeck import --follow shop.example.com -', 'count as it goes on'],
  ],
  async run([domain, files], options) {
    await importFiles(domain, files, options);
  },
});

interface ImportFileOptions extends GlobalOptions, ReadingValues, HostValues {
  readonly recount?: boolean | undefined;
  readonly follow?: boolean | undefined;
}

/**
 * Imports logs into the user's embedded service. An interrupted import changes nothing.
 * @param first the domain; with `--each-host` a file
 */
export async function importFiles(
  first: string,
  more: readonly string[],
  options: ImportFileOptions,
): Promise<void> {
  const format = formatOf(options);
  const printer = createPrinter(options);
  const { logs, profile } = ownLogs(options);
  mustWrite({ profile });
  const hosts = hostRules(options);
  const domain = hosts ? '' : first;
  const files = hosts ? [first, ...more] : more;
  if (hosts && options.recount === true)
    throw new UsageError('--recount goes with a DOMAIN, not with --each-host.');
  if (!hosts) checkTarget(domain, files);
  checkFiles(files);
  checkFollow(files, options);
  const reading = await readingOf(options);
  const recount = options.recount === true ? confirmRecount(options) : undefined;
  const summary = await interruptible(signal =>
    logs.import(
      {
        ...reading,
        domain: normaliseDomain(domain),
        sources: files.map(file => (file === '-' ? process.stdin : file)),
        recount,
        follow: options.follow,
      },
      {
        quotesLines: options.debug !== undefined,
        onWaiting: () => say(waitingLine),
        onProgress: state => progress.show(progressLine(state)),
        signal,
      },
    ),
  );
  const views = counted(summary.counted, 'page views');
  const of = summary.website
    ? safeText(summary.website.domain, 100)
    : counted(summary.hosts?.length ?? 0, 'websites');
  rememberChanges(`The import is stored: ${views} of ${of} counted.`);
  await writeTable(summaryTable(summary), { format, printer }, summaryView(summary));
  for (const { name, state } of summary.files) {
    if (state.kind !== 'failed') continue;
    const part = state.read > 0 ? ` The ${counted(state.read, 'lines')} before that are imported.` : '';
    complain(`${safeText(name, 200)} ${safeText(state.reason, 500)}${part}`);
    process.exitCode = exitCodes.refused;
  }
}

function checkFollow(files: readonly string[], { follow, recount }: ImportFileOptions): void {
  if (follow !== true) return;
  if (files.length !== 1 || files[0] !== '-')
    throw new UsageError(
      '--follow reads stdin, so - is the file: logs in files are followed by sitedeck logs add.',
    );
  if (recount === true) throw new UsageError('--recount needs whole logs: leave --follow away.');
}

function checkTarget(domain: string, files: readonly string[]): void {
  const problem = checkDomain(domain);
  if (problem !== undefined) throw new UsageError(`${safeText(domain, 100)}: ${safeText(problem, 200)}`);
  if (files.length === 0) throw new UsageError('Name a log behind the domain, or - for stdin.');
}

function checkFiles(files: readonly string[]): void {
  if (files.filter(file => file === '-').length > 1)
    throw new UsageError('Stdin can be read once: name - once.');
  const missing = files.find(file => file !== '-' && !existsSync(file));
  if (missing !== undefined)
    throw new UsageError(`There is no file ${safeText(missing, 200)}: nothing was imported.`);
}

function progressLine({ bytes, totalBytes, lines, file }: ImportProgress): string {
  const share =
    totalBytes === undefined || totalBytes === 0 ? '' : `${Math.floor((bytes / totalBytes) * 100)} %, `;
  const doing = file === undefined ? 'storing' : safeText(file, 200);
  return `${share}${counted(lines, 'lines')}, ${doing}`;
}
