import { existsSync } from 'node:fs';
import { exitCodes, UsageError } from '#model/failure.ts';
import { columnsOf, complain, outputOf, outputState, type TableView, writeTable } from '#cli/output.ts';
import { defineSubcommand, type GlobalOptions, quietOption } from '#cli/subcommand.ts';
import { safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import {
  changeableLogs,
  domainArgument,
  hostOptions,
  reading,
  readingOf,
  readingOptions,
  targetOf,
  chooseFirstLogs,
} from './ownLogs.ts';
import { ask, cannotAsk } from '#cli/input.ts';
import { type FormerDays, type ImportSummary, lineClasses, type Recount } from '#logs/index.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { describePeriod, formatDay, runsOf } from '#model/period/format.ts';

export const importSubcommand = defineSubcommand({
  docs: 'access-logs',
  description: 'count access logs for a website of your own (the profile "logs"), or for each host in them',
  arguments: [
    domainArgument,
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
        'stdin does not end, as from docker logs -f: what came is stored every few seconds, and at the end',
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
    if (options.follow === true && (paths.length !== 1 || paths[0] !== '-'))
      throw new UsageError(
        '--follow reads stdin, so - is the file: logs in files are followed by sitedeck logs add.',
      );
    if (options.follow === true && options.recount === true)
      throw new UsageError('--recount needs whole logs: leave --follow away.');
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
    chooseFirstLogs();
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

const classes = [{ key: 'read', words: 'lines read' }, ...lineClasses] as const;

/** As data has it: in_doubt. */
const nameOf = (key: string) => key.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

function summaryTable(summary: ImportSummary): DataTable {
  const { website, hosts, from, to, files, recount, notes } = summary;
  return {
    title: `Import into ${website?.domain ?? 'each host'}`,
    about: {
      ...(website && { website: String(website.id), domain: website.domain, created: website.created }),
      ...(hosts && {
        websites: hosts.length,
        created: hosts.filter(({ created }) => created).length,
        domains: hosts.map(({ domain }) => domain).join('\n'),
      }),
      from,
      to,
      ...Object.fromEntries(classes.map(({ key }) => [nameOf(key), summary[key]])),
      recounted_from: recount?.from,
      recounted_to: recount?.to,
      recounted_pageviews: recount?.pageviewsBefore,
      notes: notes.join('\n'),
    },
    columns: columnsOf({
      file: 'File',
      state: 'State',
      from_byte: 'From byte',
      lines: 'Lines',
      known: 'Known',
    }),
    rows: files.map(({ name, state, lines, known }) => [
      name,
      state.kind,
      state.kind === 'grown' ? state.at : undefined,
      lines,
      known,
    ]),
  };
}

function summaryView(summary: ImportSummary): TableView {
  const { website, hosts = [], from, to, recount, notes } = summary;
  const made = hosts.filter(({ created }) => created).length;
  const target = website
    ? `${safeText(website.domain, 253)}${website.created ? ' (a new website)' : ''}`
    : `${counted(hosts.length, 'websites')}${made > 0 ? ` (${groupThousands(made)} new)` : ''}`;
  const width = Math.max(...classes.map(({ key }) => groupThousands(summary[key]).length));
  const counts = classes
    .filter(({ key }) => key === 'read' || key === 'counted' || summary[key] > 0)
    .map(({ key, words }) => `  ${groupThousands(summary[key]).padStart(width)}  ${words}`);
  const days = from === undefined || to === undefined ? '' : `, ${describePeriod({ from, to })}`;
  return {
    columns: ['file', 'state', 'lines', 'known'],
    cell: (key, row, at) => (key === 'state' ? { text: safeText(stateWords[String(row[at])]) } : undefined),
    after: [
      '',
      `Imported into ${target}${days}`,
      ...hostLines(summary),
      ...counts,
      ...(recount
        ? [
            `Counted again: ${daysWords(recount)} had ${counted(recount.pageviewsBefore, 'page views')} before.`,
          ]
        : []),
      ...notes.map(note => safeText(note, 500)),
      `See it with  sitedeck --profile logs${website ? ` ${safeText(website.domain, 253)}` : ''}`,
    ].join('\n'),
  };
}

const maxHosts = 50;

function hostLines({ hosts = [] }: ImportSummary): string[] {
  const width = Math.max(...hosts.map(host => groupThousands(host.counted).length), 0);
  const lines = hosts
    .slice(0, maxHosts)
    .map(
      host =>
        `  ${groupThousands(host.counted).padStart(width)}  ${safeText(host.domain, 253)}${host.created ? ' (new)' : ''}`,
    );
  return hosts.length > maxHosts ? [...lines, `  and ${hosts.length - maxHosts} more`] : lines;
}

function daysWords({ domain, days, from, to }: Recount): string {
  return `${counted(days, 'days')} of ${safeText(domain, 100)} (${describePeriod({ from, to })})`;
}

const stateWords: Readonly<Record<string, string>> = {
  imported: 'imported',
  grown: 'grown: the new part imported',
  refused: 'imported before: left out',
  failed: 'could not be read',
};

/** Asks before days are counted again. Throws a UsageError where stdin is no terminal. */
export function confirmRecount({ yes }: GlobalOptions): (recount: Recount) => Promise<boolean> {
  if (yes === true) return () => Promise.resolve(true);
  if (!process.stdin.isTTY) throw cannotAsk('count again');
  return async recount => {
    const { days, pageviewsBefore, pageviewsAfter } = recount;
    const answer = await ask(
      `${daysWords(recount)} ${days === 1 ? 'has' : 'have'} ${counted(pageviewsBefore, 'page views')} stored, ` +
        `and these logs have ${groupThousands(pageviewsAfter)}. All that is stored then is removed, also what other ` +
        'logs gave. Type yes to go on:',
    );
    return answer?.trim().toLowerCase() === 'yes';
  };
}

export function recountedLines({ recount }: ImportSummary): string[] {
  if (recount === undefined) return ['Nothing was stored of these days before.'];
  const { domain, from, days, pageviewsBefore, pageviewsAfter, kept = [], former } = recount;
  const name = safeText(domain, 100);
  const again = `${name} is counted again from ${describePeriod({ from, to: from })} on: ${counted(days, 'days')}, ${counted(pageviewsAfter, 'page views')} (before, ${groupThousands(pageviewsBefore)}).`;
  const zones = formerLines(name, former);
  if (kept.length === 0) return [again, ...zones];
  const periods = runsOf(kept).map(describePeriod).join(', ');
  return [
    again,
    `${counted(kept.length, 'days')} ${kept.length === 1 ? 'stays' : 'stay'} as counted before, since the logs no longer hold all of ${kept.length === 1 ? 'its' : 'their'} lines: ${periods}.`,
    ...zones,
  ];
}

export function formerLines(name: string, former: readonly FormerDays[]): string[] {
  return former.map(({ from, to, timeZones }) => {
    const zones = timeZones.join(' and ');
    if (from === to) return `${formatDay(to)} of ${name} stays a day of ${zones}.`;
    const since = from === undefined ? '' : ` from ${formatDay(from)}`;
    return `Days of ${name}${since} up to ${formatDay(to)} stay those of ${zones}.`;
  });
}
