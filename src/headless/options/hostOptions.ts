import { UsageError } from '#connection/errors.ts';
import type { HostRules } from '#server/import/sites/HostSites.ts';
import { safeText } from '#terminal/safeText.ts';
import type { OptionTable, OptionValues } from './optionTable.ts';
import { wholeNumber } from './wholeNumber.ts';

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
