import { UsageError } from '#connection/failure.ts';

export const formats = ['table', 'json', 'csv', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** What every command takes. */
export interface GlobalOptions {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
  readonly format?: Format | undefined;
  readonly json?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** False for --no-color. */
  readonly color?: boolean | undefined;
  readonly ascii?: boolean | undefined;
  readonly debug?: string | undefined;
}

export function formatOf({ format, json }: GlobalOptions): Format {
  if (json !== true) return format ?? 'table';
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} ask for two formats: give one of them.`);
  return 'json';
}
