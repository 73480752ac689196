import { existsSync } from 'node:fs';
import { readPaths } from '#config/paths.ts';
import { serviceFile } from '#connection/openApi.ts';
import { mustWrite } from '#headless/withService.ts';
import { exitCodes, UsageError } from '#connection/errors.ts';
import { codeOf, onInterrupt } from '#headless/interrupt.ts';
import { ownProfile } from '#headless/logs/ownProfile.ts';
import { formatOf, type GlobalOptions } from '#headless/options/globalOptions.ts';
import { checkLogFormat, clientFieldOf, sourceName } from '#headless/logs/readingValues.ts';
import { hostRules, type HostValues } from '#headless/options/hostOptions.ts';
import type { ReadingValues } from '#headless/options/readingOptions.ts';
import { createPrinter } from '#headless/output/printer.ts';
import { complain, progress, say } from '#headless/output/stderr.ts';
import { rememberChanges } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import { checkDomain, normaliseDomain } from '#model/website/domain.ts';
import { counted } from '#model/text/number.ts';
import { todayIn } from '#model/period/today.ts';
import { importLogs } from '#server/import/importLogs.ts';
import type { ImportProgress } from '#server/import/ImportSummary.ts';
import { safeText } from '#terminal/safeText.ts';
import { confirmRecount } from './confirmRecount.ts';
import { summaryTable, summaryView, waitingLine } from './importSummary.ts';

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
  const paths = readPaths(process.env);
  const profile = ownProfile(options, paths);
  mustWrite({ profile });
  const hosts = hostRules(options);
  const domain = hosts ? '' : first;
  const files = hosts ? [first, ...more] : more;
  if (hosts && options.recount === true)
    throw new UsageError('--recount goes with a DOMAIN, not with --each-host.');
  if (!hosts) checkTarget(domain, files);
  checkFiles(files);
  checkFollow(files, options);
  const client = clientFieldOf(options);
  checkLogFormat(options);
  const recount = options.recount === true ? confirmRecount(options) : undefined;
  const controller = new AbortController();
  let code: number = exitCodes.done;
  const stop = onInterrupt(signal => {
    code = codeOf(signal);
    controller.abort();
  });
  try {
    const summary = await importLogs({
      file: serviceFile('logs', paths),
      domain: normaliseDomain(domain),
      hosts,
      source: sourceName(options.source),
      sources: files.map(file => (file === '-' ? process.stdin : file)),
      timeZone: profile.timeZone,
      today: () => todayIn(profile.timeZone, new Date()),
      client,
      logFormat: options.logFormat,
      trustedProxies: options.trustedProxy,
      recount,
      follow: options.follow,
      quotesLines: options.debug !== undefined,
      onWaiting: () => say(waitingLine),
      onProgress: state => progress.show(progressLine(state)),
      signal: controller.signal,
    });
    progress.clear();
    if (controller.signal.aborted) process.exitCode = code;
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
  } catch (error) {
    progress.clear();
    if (!controller.signal.aborted) throw error;
    complain(error instanceof Error ? error.message : 'Interrupted: nothing was imported.');
    process.exitCode = code;
  } finally {
    stop();
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
