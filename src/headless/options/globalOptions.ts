import { UsageError } from '#connection/errors.ts';
import type { OptionTable, OptionValues } from './optionTable.ts';

export const formats = ['table', 'json', 'csv', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** The options that go with the application and with every command; with commands only where they say so. */
export const globalOptions = {
  profile: { value: '<name>', description: 'use this profile', suggestions: 'profiles' },
  url: {
    value: '<url>',
    description: 'use the service at this address, with the key in SITEDECK_API_KEY',
  },
  format: {
    value: '<format>',
    description: 'how data is printed; line is for overview',
    choices: [...formats, 'line'],
    commandsOnly: true,
  },
  json: { description: 'the same as --format json', commandsOnly: true },
  readOnly: { description: 'refuse everything that changes something' },
  yes: { short: '-y', description: 'answer yes to what would be asked', commandsOnly: true },
  color: { off: 'no colours' },
  ascii: { description: 'plain ASCII lines and charts' },
  kiosk: { description: 'only show, for people you do not know: see docs/ssh.md', applicationOnly: true },
  refresh: {
    value: '<time>',
    description: 'refresh today by itself, every 60s or 5m; a kiosk does so every 60s',
    applicationOnly: true,
  },
  rotate: {
    value: '<time>',
    description: 'go through the websites, each shown for 20s or 1m',
    applicationOnly: true,
  },
  debug: {
    value: '<file>',
    description: 'write every request to this file, without the key, and quote lines of logs in messages',
  },
} as const satisfies OptionTable;

/** They print something and end. */
export const versionOption = { short: '-V', description: 'print the version' } as const;
export const helpOption = { short: '-h', description: 'print this help' } as const;

/** What every command takes. */
export type GlobalOptions = {
  readonly [K in keyof OptionValues<typeof globalOptions>]?:
    OptionValues<typeof globalOptions>[K] | undefined;
};

/** How a command prints its data. Throws a UsageError where the options name two formats, or one that it does not have. */
export function formatOf({ format, json }: GlobalOptions): Format {
  if (json === true && format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} ask for two formats: give one of them.`);
  if (json === true) return 'json';
  if (format === 'line') throw new UsageError('--format line is for sitedeck overview alone.');
  return format ?? 'table';
}
