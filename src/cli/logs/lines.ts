import { allDays, filterOf, fixedPeriod, periodOptionsAnd, whereOption } from '#cli/options.ts';
import { print, progress, say } from '#cli/output.ts';
import {
  defineSubcommand,
  formatOf,
  type OptionTable,
  type OptionValues,
  siteArgument,
} from '#cli/subcommand.ts';
import { withService } from '#cli/withService.ts';
import type { FoundLines, ImportProgress } from '#logs/index.ts';
import { RefusedError, UsageError } from '#model/failure.ts';
import { type LinesQuestion, linesText, missingLines, type RequestRow } from '#model/lines.ts';
import { resolvePeriod } from '#model/period/period.ts';
import { asksForSessions } from '#model/service/filter.ts';
import { whyNotFiltered } from '#model/service/filterText.ts';
import { type RequestStatistic, requestStatistics } from '#model/statistics/statistics.ts';
import { safeText } from '#text/safeText.ts';
import { ownLogs, reading } from './ownLogs.ts';

/** Each asks for the requests that a statistic counts, by its name, in place of page views. */
const requestOptions = {
  status: { value: '<status>', description: 'every request with this answer, as 404' },
  bots: { description: 'every request of bots' },
  bot: { value: '<name>', description: 'every request of this bot' },
  bot_page: { value: '<name>', description: 'the pages that this bot was given' },
  not_found: { value: '<row>', description: 'requests of people that were not found, as the row says it' },
  failed: { value: '<path>', description: 'requests of this path that failed' },
  download: { value: '<path>', description: 'requests of people that were given this file' },
  bytes: { value: '<path>', description: 'requests of this path that were sent bytes' },
  response_time: { value: '<page>', description: 'page views of this page that say how long they took' },
  slow_response: {
    value: '<page>',
    description: 'the slowest tenth of those, or a little more: all that took at least so long',
  },
} as const satisfies OptionTable & Record<RequestStatistic, unknown>;

export const lines = defineSubcommand({
  docs: 'access-logs#the-lines-behind-a-number',
  profile: 'logs',
  description: 'print the lines of the logs that a number counts, the newest first',
  arguments: [siteArgument],
  options: { ...periodOptionsAnd({ all: '"all"' }), ...whereOption, ...requestOptions },
  notes: `
For websites whose logs were named with sitedeck logs add. Those of page views, as sitedeck stats counts them, unless an option
names others. On a terminal lines are made safe to show; a pipe or a file gets their bytes as they stand in the logs. What is
missing of the number is said, with the logs that are not there any more. Lines hold addresses: nothing of them is kept.`,
  examples: [
    ['sitedeck lines shop.example.com --period yesterday', 'the page views of yesterday'],
    ['sitedeck lines shop.example.com --where country=DE --where page~/blog', 'those that meet conditions'],
    ['sitedeck lines shop.example.com --status 404 | less', 'every request that was answered so'],
  ],
  async run([site], options) {
    if (formatOf(options) !== 'table')
      throw new UsageError('Lines are printed as they stand in the logs: leave --format and --json away.');
    const requests = requestsOf(options);
    const { logs } = ownLogs(options);
    await withService({ ...options, profile: 'logs' }, async run => {
      const { api } = run;
      const today = run.today();
      const fixed = fixedPeriod(options, today);
      const website = await run.resolveSite(site).catch((error: unknown) => {
        if (!(error instanceof RefusedError)) throw error;
        throw new RefusedError(error.message.replace('on this service', 'among those of your own logs'));
      });
      const period = resolvePeriod(fixed ?? (await allDays(api, website, today)), today);
      const where = await filterOf(run, [website.id], period, options);
      const question = { website: website.id, period, where, requests };
      await reading(options, async control => {
        // Beside lines in a pager it would be in the way.
        let isPrinting = false;
        const onProgress = (state: ImportProgress) => void (isPrinting || control.onProgress?.(state));
        const found = await logs.lines(question, { ...control, onProgress });
        isPrinting = true;
        await printAll(found, asksForSessions(where));
      });
    });
  },
});

/** Throws a UsageError where there are several, or conditions beside them. */
function requestsOf(
  options: OptionValues<typeof requestOptions> & OptionValues<typeof whereOption>,
): LinesQuestion['requests'] {
  const { where = [], bots } = options;
  const all: RequestRow[] = requestStatistics.flatMap(name => {
    const value = options[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (bots === true) all.push({ name: 'bot', value: undefined });
  const [only, ...others] = all;
  if (others.length > 0)
    throw new UsageError(
      'Lines are of one number: give one of --status, --bots, --bot, --bot-page, --not-found, --failed, --download, --bytes, --response-time, --slow-response.',
    );
  if (only !== undefined && where.length > 0) throw new UsageError(whyNotFiltered(only.name) ?? '');
  return only;
}

/** @param isOfVisits whether another number than that of the lines was asked for */
async function printAll(found: FoundLines, isOfVisits: boolean): Promise<void> {
  const { summary } = found;
  const isTerminal = process.stdout.isTTY;
  const shown = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    return text.replaceAll(/[^\n]+/g, line => safeText(line, maxLineLength));
  };
  progress.clear();
  for (let bytes = await found.next(); bytes !== undefined; bytes = await found.next())
    await print(isTerminal ? shown(bytes) : bytes);
  if (isOfVisits || summary.lines === 0 || summary.bytes !== undefined || summary.atLeast !== undefined)
    say(`${linesText(isOfVisits ? summary : { ...summary, visits: undefined })}.`);
  for (const sentence of missingLines(summary)) say(safeText(sentence, 1000));
}

/** No line of a log is longer. */
const maxLineLength = 65_536;
