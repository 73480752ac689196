import { UsageError } from '#connection/errors.ts';
import { formatOf, type GlobalOptions } from '#headless/options/globalOptions.ts';
import type { CompareWith, PeriodOptions } from '#headless/options/periodOptions.ts';

export type ReportOptions = GlobalOptions &
  PeriodOptions & {
    readonly compare: CompareWith;
    readonly rows: number;
    readonly width?: number;
    readonly html?: boolean;
  };

/** Throws a UsageError for CSV, and for HTML in another format. */
export function refuseFormats(options: ReportOptions, forCsv: string): void {
  const format = formatOf(options);
  if (format === 'csv')
    throw new UsageError(`A report is text, Markdown, HTML or JSON: for CSV use sitedeck ${forCsv}.`);
  if (options.html === true && format !== 'table')
    throw new UsageError(`--html and ${format} are two formats: give one of them.`);
}
