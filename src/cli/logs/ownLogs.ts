import { ConfigError, UsageError } from '#model/failure.ts';
import { interruptible } from '#cli/interrupt.ts';
import { progress, say } from '#cli/output.ts';
import { type GlobalOptions, type OptionTable, type OptionValues, wholeNumber } from '#cli/subcommand.ts';
import { refuseReadOnly } from '#cli/withService.ts';
import { builtInProfile, chooseFirst, profileFilePath } from '#config/profile/profiles.ts';
import { readPaths, serviceFile } from '#config/paths.ts';
import {
  type Control,
  type HostRules,
  type ImportProgress,
  type Logs,
  openLogs,
  problemOfReading,
  type ReadingOptions,
  usualHosts,
} from '#logs/index.ts';
import { inZoneOfCounts } from '#server/database/openDatabase.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { checkDomain, normaliseDomain } from '#model/website/website.ts';

export const domainArgument = {
  name: '<DOMAIN>',
  description: 'the website they are of, added where it is new; with --each-host another log',
  suggestions: 'websites',
} as const;

export const hostOptions = {
  eachHost: {
    description:
      'a website of each host in the lines, in place of DOMAIN; www. belongs to the bare domain, and addresses and names ' +
      'without a dot are none',
  },
  host: {
    value: '<pattern>',
    description: 'with --each-host: only this host, or *.example.com; once for each',
    repeatable: true,
  },
  minViews: {
    value: '<number>',
    description: 'with --each-host: a host with fewer page views waits until it has as many',
    parse: wholeNumber(1, 1_000_000),
    default: usualHosts.fewestViews,
  },
  maxWebsites: {
    value: '<number>',
    description: 'with --each-host: at most so many new websites at once',
    parse: wholeNumber(1, 100_000),
    default: usualHosts.mostWebsites,
  },
} as const satisfies OptionTable;

type HostValues = OptionValues<typeof hostOptions>;

/** Undefined without `--each-host`. Throws a UsageError for a pattern that no host can fit. */
function hostRules({ eachHost, host = [], minViews, maxWebsites }: HostValues): HostRules | undefined {
  if (eachHost !== true) {
    if (host.length > 0) throw new UsageError('--host goes with --each-host.');
    return undefined;
  }
  const wrong = host.find(pattern => !/^[\p{L}\p{N}*._-]+$/u.test(pattern.trim()));
  if (wrong !== undefined)
    throw new UsageError(`--host ${safeText(wrong, 60)}: give a host, or a pattern such as *.example.com.`);
  return { fewestViews: minViews, mostWebsites: maxWebsites, patterns: host };
}

export const readingOptions = {
  source: {
    value: '<name>',
    description:
      'a name for the server the logs are of: where several write the very same lines, each counts for itself',
  },
  logFormat: {
    value: '<format>',
    description:
      "the format of the lines where it is not recognised: nginx's log_format or Apache's LogFormat, in quotes, as it " +
      "stands in the server's configuration",
  },
  client: {
    value: '<where>',
    description:
      'who a line is from, behind a proxy: x-forwarded-for is its last field in quotes, x-forwarded-for:4 the fourth ' +
      '(request, referrer and agent are 1 to 3), x-forwarded-for:NAME that of NAME=ADDRESS; else the address in front',
  },
  trustedProxy: {
    value: '<address>',
    description:
      'an address or range of your proxies or CDN, never a client; once for each (private networks always are)',
    repeatable: true,
  },
} as const satisfies OptionTable;

const maxNameLength = 100;

/** Throws a UsageError where lines cannot be read so. */
export async function readingOf(
  options: OptionValues<typeof readingOptions> & HostValues,
): Promise<ReadingOptions> {
  const { source = '', logFormat, client, trustedProxy: trustedProxies } = options;
  if (source.length > maxNameLength)
    throw new UsageError(`A source's name has at most ${maxNameLength} characters.`);
  const reading = { source: source.trim() || undefined, logFormat, client, trustedProxies };
  const problem = await problemOfReading(reading);
  if (problem !== undefined) throw new UsageError(problem);
  return { ...reading, hosts: hostRules(options) };
}

/** The domain of a website of logs. Throws a UsageError for what is none. */
export function checkedDomain(domain: string): string {
  const problem = checkDomain(domain);
  if (problem !== undefined) throw new UsageError(`${safeText(domain, 100)}: ${safeText(problem, 200)}`);
  return normaliseDomain(domain);
}

/** The website that a command line names, and the logs; with `--each-host` no website, and all words are logs. */
export function targetOf(first: string, more: readonly string[], { eachHost }: HostValues) {
  return eachHost === true
    ? { domain: undefined, paths: [first, ...more] }
    : { domain: checkedDomain(first), paths: more };
}

/** The user's own logs, and their profile. Throws a UsageError where the options name another one, and a ConfigError. */
export function ownLogs(options: GlobalOptions) {
  const { url, profile: name = 'logs' } = options;
  if (url !== undefined || name !== 'logs')
    throw new UsageError(
      'Logs are counted in your own service, the profile "logs": leave --profile and --url away.',
    );
  const paths = readPaths(process.env);
  const file = serviceFile('logs', paths);
  const profile = inZoneOfCounts(builtInProfile('logs', options, paths), file);
  return { logs: openLogs({ file, timeZone: profile.timeZone, name: 'sitedeck logs update' }), profile };
}

/** The same to change them: throws a UsageError where the profile is read-only. */
export function changeableLogs(options: GlobalOptions): Logs {
  const { logs, profile } = ownLogs(options);
  refuseReadOnly({ profile });
  return logs;
}

/** Of the first logs of somebody who has no profile in use: it says that these are from now on. */
export function chooseFirstLogs(): void {
  try {
    if (chooseFirst(profileFilePath(readPaths(process.env).config), 'logs'))
      say('They are used from now on, in place of the demo.');
  } catch (error) {
    // The logs are stored: where no profiles can be written they are seen with --profile logs.
    if (!(error instanceof ConfigError)) throw error;
  }
}

/** Reads logs until ^C ends it, and shows how far. Rejects with ImportError, or InterruptedError with `words` or its own ones. */
export async function reading<T>(
  { debug }: Pick<GlobalOptions, 'debug'>,
  read: (control: Control) => Promise<T>,
  words?: string,
): Promise<T> {
  return await interruptible(
    signal =>
      read({
        quotesLines: debug !== undefined,
        onWaiting: () => say('Waiting for another import to end.'),
        onProgress({ bytes = 0, totalBytes = 0, lines, file }: Read) {
          const part = Math.min(100, Math.floor((bytes / totalBytes) * 100));
          const share = totalBytes === 0 ? '' : `${part}%, `;
          const now = file === undefined ? 'storing' : safeText(file, 200);
          progress.show(`${share}${counted(lines, 'lines')}, ${now}`);
        },
        signal,
      }),
    words,
  );
}

type Read = Pick<ImportProgress, 'lines' | 'file'> & Partial<ImportProgress>;
