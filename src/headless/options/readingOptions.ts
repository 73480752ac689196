import type { OptionTable, OptionValues } from './optionTable.ts';

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
