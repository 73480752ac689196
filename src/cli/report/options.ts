import { UsageError } from '#api/failure.ts';
import { formatOf, type GlobalOptions } from '#cli/subcommand.ts';
import type { Printer } from '#cli/output/printer.ts';
import { print } from '#cli/output/stdout.ts';
import { setCharset } from '#text/characters.ts';
import type { CompareWith, PeriodOptions } from '#cli/options/question.ts';

export type ReportOptions = GlobalOptions &
  PeriodOptions & {
    readonly compare: CompareWith;
    readonly rows: number;
    readonly width?: number;
    readonly html?: boolean;
    readonly mailFrom?: string;
    readonly mailTo?: readonly string[];
  };

/** Throws a UsageError for CSV, and for a mail in another format. */
export function refuseFormats(options: ReportOptions, forCsv: string): void {
  const format = formatOf(options);
  if (format === 'csv')
    throw new UsageError(`A report is text, Markdown, HTML or JSON: for CSV use sitedeck ${forCsv}.`);
  if (format === 'table') return;
  if (options.html === true) throw new UsageError(`--html and ${format} are two formats: give one of them.`);
  if (options.mailFrom !== undefined || options.mailTo !== undefined)
    throw new UsageError(`A message is text and HTML: leave ${format} out.`);
}

interface MailContent {
  readonly subject: string;
  /** With lines that fit the printer. */
  text(printer: Printer): string;
  html(): string;
}

/** Where letters beyond ASCII need no terminal that has them. */
const ofMail: Printer = { columns: undefined, colour: false, unicode: true };

/**
 * What prints a report as HTML, or as a whole message; undefined for other formats. Throws a UsageError for addresses that are
 * none.
 */
export async function mailPrinter(
  options: ReportOptions,
): Promise<((content: MailContent) => Promise<void>) | undefined> {
  const { html, mailFrom, mailTo } = options;
  if (mailFrom === undefined && mailTo === undefined) {
    return html === true
      ? async content => {
          setCharset('utf8');
          await print(content.html());
        }
      : undefined;
  }
  if (mailFrom === undefined || mailTo === undefined)
    throw new UsageError('--mail-from and --mail-to go together: give both.');
  const { mailMessage, readAddresses } = await import('./mailMessage.ts');
  const addresses = readAddresses(mailFrom, mailTo);
  return async ({ subject, text, html: htmlOf }) => {
    setCharset('utf8');
    await print(await mailMessage(addresses, { subject, text: text(ofMail), html: htmlOf() }));
  };
}
