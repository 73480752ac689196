import { UsageError } from '#api/failure.ts';
import { type OptionTable, type OptionValues, wholeNumber } from '#cli/subcommand.ts';
import type { HostRules } from '#logs/fields/SiteRules.ts';
import { addressTest } from '#logs/fields/addresses.ts';
import { type ClientField, readClientField } from '#logs/fields/clients.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { FormatError } from '#logs/formats/formatParts.ts';
import { safeText } from '#text/safeText.ts';

/** Which hosts in the lines of logs become websites. */
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
    default: 20,
  },
  mostWebsites: {
    value: '<number>',
    description: 'with --each-host: at most so many new websites at once',
    parse: wholeNumber(1, 100_000),
    default: 200,
  },
} as const satisfies OptionTable;

export type HostValues = {
  readonly [K in keyof OptionValues<typeof hostOptions>]?: OptionValues<typeof hostOptions>[K] | undefined;
};

/** Undefined without `--each-host`. Throws a UsageError for a pattern that no host can fit. */
export function hostRules({
  eachHost,
  host = [],
  minViews = 20,
  mostWebsites = 200,
}: HostValues): HostRules | undefined {
  if (eachHost !== true) {
    if (host.length > 0) throw new UsageError('--host goes with --each-host.');
    return undefined;
  }
  const wrong = host.find(pattern => !/^[\p{L}\p{N}*._-]+$/u.test(pattern.trim()));
  if (wrong !== undefined)
    throw new UsageError(`--host ${safeText(wrong, 60)}: give a host, or a pattern such as *.example.com.`);
  return { fewestViews: minViews, mostWebsites, patterns: host };
}

/** How the lines of logs are read. */
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

export type ReadingValues = {
  readonly [K in keyof OptionValues<typeof readingOptions>]?:
    OptionValues<typeof readingOptions>[K] | undefined;
};

const longestName = 100;

/** The field of `--client`. Throws a UsageError where it, or an address, is none. */
export function clientFieldOf({ client, trustedProxy }: ReadingValues): ClientField | undefined {
  const wrong = trustedProxy?.find(entry => addressTest(entry).unusable.length > 0);
  if (wrong !== undefined)
    throw new UsageError(`--trusted-proxy ${safeText(wrong, 60)} is neither an address nor a range.`);
  const field = client === undefined ? undefined : readClientField(client);
  if (client === undefined || field !== undefined) return field;
  throw new UsageError(
    `--client ${safeText(client, 60)}: give x-forwarded-for, x-forwarded-for:4 (a field in quotes) or x-forwarded-for:NAME.`,
  );
}

/** Throws a UsageError where the format of `--log-format` cannot be used. */
export function checkLogFormat({ logFormat }: ReadingValues): void {
  try {
    if (logFormat !== undefined) void new ServerFormat(logFormat);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UsageError(`--log-format: ${safeText(error.message, 300)}`);
  }
}

/** The name of `--source`; empty for none. Throws a UsageError where it is too long. */
export function sourceName(name = ''): string {
  if (name.length > longestName)
    throw new UsageError(`A source's name has at most ${longestName} characters.`);
  return name.trim();
}
