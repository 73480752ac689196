import { Failure, exitCodes, failureLine, UsageError } from '#model/failure.ts';
import { compareOption } from '#cli/options/question.ts';
import { chosenBy, searchWebsites, mustNameSites, severalOptions } from '#cli/options/websites.ts';
import { filterOf, sayBegins, whereOption, within } from '#cli/options/where.ts';
import { complain, progress } from '#cli/output/stderr.ts';
import { defineSubcommand, wholeNumber } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { baselines } from '#model/comparison/periods.ts';
import { whyNoSessions } from '#model/service/capabilities.ts';
import { whyNotFiltered } from '#model/service/filterText.ts';
import { isSessionMeasure, sessionMeasures } from '#model/statistics/sessions.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { look, type Result, watchedDays, type WatchOptions } from './look.ts';
import { write } from './table.ts';

export const watch = defineSubcommand({
  docs: 'commands',
  description: 'for cron: exit 4 with a line for each website that crosses a threshold, else 0',
  arguments: [{ name: '[SITE...]', description: 'ids or domains', suggestions: 'websites' }],
  options: {
    ...severalOptions,
    below: { value: '<count>', description: 'fewer than that', parse: wholeNumber(1) },
    above: { value: '<count>', description: 'more than that', parse: wholeNumber(0) },
    drop: {
      value: '<percent>',
      description: 'a fall by at least so many percent',
      parse: wholeNumber(1, 100),
    },
    days: {
      value: '<days>',
      description: 'so many days, up to yesterday',
      parse: wholeNumber(1, 366),
      default: 1,
    },
    compare: {
      ...compareOption,
      choices: baselines,
      description:
        'what a fall is measured against: of one day its usual day, of more the same weekdays before, unless this says otherwise',
    },
    goal: {
      description: 'a goal of its month or week that will be missed, as goal set says',
      conflicts: ['below', 'above', 'drop', 'compare', 'where'],
    },
    ...whereOption,
    measure: {
      value: '<name>',
      description:
        'what is counted; errors (404, and from 500 on) of own logs, more of them than usual; a bounce rate in percent',
      choices: ['visitors', 'pageviews', 'errors', ...sessionMeasures],
      default: 'visitors',
    },
  },
  notes: `
A fall of one day is measured against its usual day, of more days against the same weekdays before. A website without visitors
then and now is gone since the day after its last ones, up to 100 days back. Days of own logs without a line have no data: that
crosses --below and --drop, and no fall is measured against them; so does a day without a session, of measures of sessions.`,
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
    await withService(options, async run => {
      // A file that cannot be read is no website without a goal.
      if (options.goal === true) run.goals.read();
      // Read once: midnight may pass in the meantime.
      const today = run.today();
      const results: Result[] = [];
      if (ofErrors && run.api.capabilities.knowsErrors !== true)
        throw new UsageError(
          `${run.api.capabilities.serviceName} does not know of errors: your own access logs do.`,
        );
      const whyNot = isSessionMeasure(options.measure) ? whyNoSessions(run.api.capabilities) : undefined;
      if (whyNot !== undefined) throw new UsageError(whyNot);
      const eachOf = async <T>(
        items: readonly T[],
        nameOf: (item: T) => string,
        work: (item: T) => Promise<void>,
      ) => {
        for (const item of items)
          try {
            await work(item);
          } catch (error) {
            const code = error instanceof Failure ? error.exitCode : undefined;
            if (code === undefined) throw error;
            complain(`${safeText(nameOf(item), 100)}: ${failureLine(error)}`);
            process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
          }
      };
      const found: Website[] = [];
      await eachOf(
        await watched(run, sites),
        ({ name }) => name,
        async ({ find }) => void found.push(await find()),
      );
      const ids = found.map(({ id }) => id);
      const where = await filterOf(run, ids, watchedDays(options, today).period, options);
      await eachOf(found, websiteName, async website => {
        results.push(await look(run, today, website, where));
        progress.show(`${results.length} websites checked`);
      });
      progress.clear();
      const { period } = watchedDays(options, today);
      const begins = await sayBegins(within(run, where).reader, ids, period);
      await write(run, today, { where, begins }, results);
      if (results.some(result => result.crossed.length > 0)) process.exitCode = exitCodes.threshold;
    });
  },
});

/** Those named, which are found one after the other, or all those of the list. */
async function watched(run: Run<WatchOptions>, sites: readonly string[]) {
  if (sites.length > 0) return sites.map(name => ({ name, find: () => run.resolveSite(name) }));
  const { rows } = await searchWebsites(run.api, chosenBy(run));
  return rows.map(website => ({ name: websiteName(website), find: async () => website }));
}
