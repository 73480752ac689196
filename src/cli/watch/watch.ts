import { filterOf, mustNameSites, namedOrChosen, readerWithin, reportFilterStart } from '#cli/options.ts';
import { complain, complainOf, progress } from '#cli/output.ts';
import { defineSubcommand } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { whyNoSessions } from '#model/service/capabilities.ts';
import { whyNotFiltered } from '#model/service/filterText.ts';
import { isSessionMeasure } from '#model/statistics/sessions.ts';
import { websiteWords, write } from './table.ts';
import { onInterrupt } from '#cli/interrupt.ts';
import { delay } from '#model/promises.ts';
import { ApiError, Failure, exitCodes, failureLine, UsageError } from '#model/failure.ts';
import type { Day } from '#model/statistics/statistics.ts';
import {
  notifyByCommand,
  notifyByUrl,
  type AlarmOutputs,
  notifyAlarms,
  notifyUnreachable,
} from './alarms.ts';
import { crossed, look, type Result, watchedDays, type WatchOptions, watchOptions } from './check.ts';
import { sharedDomains, type Website, websiteName } from '#model/website/website.ts';
import { counted } from '#text/words.ts';

export const watch = defineSubcommand({
  docs: 'commands',
  description: 'for cron: exit 4 with a line for each website that crosses a threshold, else 0',
  arguments: [{ name: '[SITE...]', description: 'ids or domains', suggestions: 'websites' }],
  options: watchOptions,
  notes: `
A fall of one day is measured against its usual day, of more days against the same weekdays before. A website without visitors
then and now is gone since the day after its last ones, up to 100 days back. Days of own logs without a line have no data: that
crosses --below and --drop, and no fall is measured against them; with --above alone standard error says it. So does a day without a session, of measures of sessions.

With --notify-command, --notify-url or --every a threshold is told once when it is crossed and once when it is over. A message that
does not arrive ends the command with 6, and is sent the next time.`,
  examples: [
    [
      'sitedeck watch shop.example.com --drop 50',
      'yesterday has half the visitors of its usual day, or fewer',
    ],
    ['sitedeck watch --all --below 1 --days 2', 'a website without visitors for two days'],
    [
      'sitedeck watch --all --measure errors --profile logs',
      'more errors yesterday than is usual, and the paths',
    ],
    ['sitedeck watch --all --goal', 'a goal that will be missed: see sitedeck goal'],
    [
      "sitedeck watch --all --drop 50 --notify-command 'cat >> alarms.json'",
      'an alarm is told once, and once more when it is over',
    ],
    [
      'sitedeck watch shop.example.com --measure bounce_rate --above 60 --days 7',
      'more than 60% of the sessions of a week have one page view',
    ],
  ],
  async run([sites], options) {
    const { below, above, drop } = options;
    const ofErrors = options.measure === 'errors';
    if (ofErrors && (drop !== undefined || options.days !== 1))
      throw new UsageError('Errors are watched for one day and no fall: leave --drop and --days out.');
    if (options.goal === true && (options.days !== 1 || options.measure !== 'visitors'))
      throw new UsageError('A goal says itself what it counts: leave --measure and --days out.');
    if (!ofErrors && options.goal !== true && [below, above, drop].every(each => each === undefined))
      throw new UsageError('Say what to watch for: --below, --above, --drop or --goal.');
    mustNameSites(sites, options);
    if (ofErrors && options.where !== undefined) throw new UsageError(whyNotFiltered('errors'));
    const notify = [
      ...(options.notifyCommand === undefined ? [] : [notifyByCommand(options.notifyCommand)]),
      ...(options.notifyUrl === undefined ? [] : [notifyByUrl(options.notifyUrl, options.notifyFormat)]),
    ];
    if (options.repeat === true && notify.length === 0 && options.every === undefined)
      throw new UsageError('--repeat is for --notify-command, --notify-url or --every.');
    const outlets = { notify, unsaved: [] };
    if (options.every === undefined) return await lookOnce(sites, options, { ...outlets, complain });
    if (options.json === true || options.format !== undefined)
      throw new UsageError('--every prints a line for each change: leave --json and --format out.');
    await lookEvery(options.every, say => lookOnce(sites, options, { ...outlets, complain: say }));
  },
});

function tellsAlarms({ every }: WatchOptions, { notify }: Pick<AlarmOutputs, 'notify'>): boolean {
  return every !== undefined || notify.length > 0;
}

/** Until a signal ends it. What went wrong the same way the last time is not said again. */
async function lookEvery(
  milliseconds: number,
  look: (say: (line: string) => void) => Promise<void>,
): Promise<void> {
  onInterrupt(signal => {
    progress.clear();
    process.exit(signal === 'SIGTERM' ? exitCodes.done : exitCodes.interrupted);
  });
  let before = new Set<string>();
  for (;;) {
    const begun = Date.now();
    const now = new Set<string>();
    const complainOnce = (line: string) => {
      if (!before.has(line) && !now.has(line)) complain(line);
      now.add(line);
    };
    try {
      await look(complainOnce);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      complainOnce(failureLine(error));
    }
    before = now;
    await delay(Math.max(0, begun + milliseconds - Date.now()));
  }
}

async function lookOnce(
  sites: readonly string[],
  options: WatchOptions,
  outlets: AlarmOutputs,
): Promise<void> {
  await withService(options, async run => {
    // Read once: midnight may pass in the meantime.
    const today = run.today();
    try {
      await lookAt(run, sites, { today, ...outlets });
    } catch (error) {
      if (
        error instanceof ApiError &&
        tellsAlarms(options, outlets) &&
        (isAway(error) || error.kind === 'server')
      )
        await notifyUnreachable(run, failureLine(error), { today, ...outlets });
      if (!(error instanceof Failure) || process.exitCode !== exitCodes.undelivered) throw error;
      outlets.complain(failureLine(error));
    }
  });
}

/** It gives nothing of any website: it cannot be reached, or what stands in front of it says so. */
function isAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.exitCode === exitCodes.unreachable || [502, 503, 504].includes(error.details.status ?? 0);
}

const maxUnwatched = 10;

/** Without data nothing is above a number, and nothing else would tell that the website is not watched. */
function sayUnwatched(
  run: Run<WatchOptions>,
  context: Parameters<typeof websiteWords>[2],
  results: readonly Result[],
  say: (line: string) => void,
): void {
  const { above, below, drop, measure } = run.options;
  if (above === undefined || below !== undefined || drop !== undefined || measure === 'errors') return;
  const unwatched = results.filter(({ now }) => now === undefined);
  for (const result of unwatched.slice(0, maxUnwatched))
    say(`${websiteWords(run, result, context)}: whether it is above ${above} is not known.`);
  const others = unwatched.length - maxUnwatched;
  if (others > 0) say(`No data of ${counted(others, 'other websites')} either.`);
}

async function lookAt(
  run: Run<WatchOptions>,
  sites: readonly string[],
  { today, ...outlets }: AlarmOutputs & { readonly today: Day },
): Promise<void> {
  const { options } = run;
  const { capabilities } = run.api;
  // A file that cannot be read is no website without a goal.
  if (options.goal === true) run.goals.read();
  if (options.measure === 'errors' && capabilities.knowsErrors !== true)
    throw new UsageError(`${capabilities.serviceName} does not know of errors: your own access logs do.`);
  const whyNot = isSessionMeasure(options.measure) ? whyNoSessions(capabilities) : undefined;
  if (whyNot !== undefined) throw new UsageError(whyNot);
  /** What fails for one is said, and hides no other; a service that is away is one message. */
  const eachOf = async <T>(
    items: readonly T[],
    nameOf: (item: T) => string,
    work: (item: T) => Promise<void>,
  ) => {
    for (const item of items)
      try {
        await work(item);
      } catch (error) {
        if (!(error instanceof Failure) || (tellsAlarms(options, outlets) && isAway(error))) throw error;
        complainOf(nameOf(item), error, outlets.complain);
      }
  };
  const found: Website[] = [];
  await eachOf(
    await namedOrChosen(run, sites),
    ({ name }) => name,
    async ({ find }) => {
      const website = await find();
      if (!found.some(({ id }) => id === website.id)) found.push(website);
    },
  );
  const ids = found.map(({ id }) => id);
  const { period } = watchedDays(options, today);
  const where = await filterOf(run, ids, period, options);
  const results: Result[] = [];
  await eachOf(found, websiteName, async website => {
    results.push(await look(run, today, website, where));
    progress.show(`${results.length} websites checked`);
  });
  progress.clear();
  const begins = await reportFilterStart(readerWithin(run, where), ids, period);
  const context = { today, where, begins, shared: sharedDomains(results.map(({ website }) => website)) };
  sayUnwatched(run, context, results, outlets.complain);
  if (options.every === undefined) await write(run, context, results);
  if (results.some(result => crossed(result).length > 0)) process.exitCode = exitCodes.threshold;
  if (tellsAlarms(options, outlets)) await notifyAlarms(run, results, { ...context, ...outlets });
}
