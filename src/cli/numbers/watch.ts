import { Failure, exitCodes, failureLine, UsageError } from '#model/failure.ts';
import { compareOption } from '#cli/options/question.ts';
import {
  chosenBy,
  searchWebsites,
  mustNameSites,
  severalOptions,
  type SeveralOptions,
} from '#cli/options/websites.ts';
import { filterOf, sayBegins, whereOption, type WhereOptions, within } from '#cli/options/where.ts';
import { complain, progress } from '#cli/output/stderr.ts';
import { print } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { defineSubcommand, type GlobalOptions, wholeNumber } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { change, formatChange } from '#model/comparison/change.ts';
import { type Lack, lackOf, lackText } from '#model/comparison/dataDays.ts';
import { type Baseline, baselines, type ComparedPeriods } from '#model/comparison/periods.ts';
import {
  dayBefore,
  beginsParameters,
  type DataTable,
  periodParameters,
  whereParameter,
} from '#model/export/dataTable.ts';
import { addDays } from '#model/period/day.ts';
import { comparedDays, describePeriod, formatDayShort } from '#model/period/format.ts';
import { countsOf, whyNoSessions } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { whyNotFiltered, withinText } from '#model/service/filterText.ts';
import {
  isSessionMeasure,
  sessionMeasureInfo,
  sessionMeasureNumber,
  sessionMeasures,
  sessionMeasureText,
  type SessionMeasure,
} from '#model/statistics/sessions.ts';
import type { Day, DaysName, Period } from '#model/statistics/statistics.ts';
import { distinctName, sharedDomains, type Website, websiteName } from '#model/website/website.ts';
import { endWords, soFarWords } from '#model/website/goal.ts';
import { websiteErrors } from '#queries/errors.ts';
import { whyNoChange } from '#queries/overview.ts';
import { pathsText } from '#model/website/errors.ts';
import { createReader, read as readQuery } from '#queries/query.ts';
import { daysOf, type QuestionDays } from '#queries/question.ts';
import { websiteGoals } from '#queries/goals.ts';
import { watchedNumbers, watchedSessions } from '#queries/watch.ts';
import { safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';

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

interface Thresholds {
  readonly below?: number | undefined;
  readonly above?: number | undefined;
  /** Percent. */
  readonly drop?: number | undefined;
}

/** The counts of the watched days and of those they are compared with. */
interface WatchedCounts {
  /** Undefined where none of the days has data. */
  readonly now: number | undefined;
  /** Undefined where there are none: a day without a usual one. */
  readonly before: number | undefined;
  /** Of a day: "Thu 12 Nov, a usual Thursday". */
  readonly usual?: string | undefined;
  /** Too few of the days compared have data: no fall is measured. */
  readonly lack?: Lack | undefined;
  /** Where both are zero: the first day without, after days with counts. */
  readonly goneSince?: Day | undefined;
}

/** So many days up to yesterday. */
function watchedDays({ days, compare, drop }: WatchOptions, today: Day): QuestionDays {
  const choice = { kind: 'range', from: addDays(today, -days), to: addDays(today, -1) } as const;
  return daysOf({ choice, baseline: drop === undefined ? undefined : baselineOf(compare, days) }, today);
}

/** More days than one are most often a weekend beside others: weekdays have to match. */
function baselineOf(compare: Baseline | undefined, days: number): Baseline {
  return compare ?? (days === 1 ? 'usual' : 'weekdays');
}

const noData = 'no data';

/** The crossed thresholds, a few words each; empty for none. `drop` is in percent. */
export function crossed(
  { below, above, drop }: Thresholds,
  { now, before, usual, lack, goneSince: since }: WatchedCounts,
  textOf: (count: number) => string = groupThousands,
): string[] {
  // A website whose log has ended is as likely to be gone.
  if (now === undefined) return below === undefined && drop === undefined ? [] : [noData];
  const isCompared = drop !== undefined && lack === undefined;
  const fall = before !== undefined && before > 0 ? ((before - now) / before) * 100 : 0;
  return [
    ...(below !== undefined && now < below ? [`below ${textOf(below)}`] : []),
    ...(above !== undefined && now > above ? [`above ${textOf(above)}`] : []),
    ...(isCompared && before !== undefined && fall >= drop
      ? [
          `${formatChange(change(now, before))} from ${textOf(before)}${usual === undefined ? '' : ` on ${usual}`}`,
        ]
      : []),
    ...(drop !== undefined && since !== undefined ? [`gone since ${formatDayShort(since)}`] : []),
  ];
}

/** "12 visitors on 19 Nov 2026", "bounce rate 64% on 19 Nov 2026". */
function countWords(
  count: number | undefined,
  measure: DaysName | SessionMeasure,
  counts: string,
  period: Period,
): string {
  const days = describePeriod(period);
  const words = isSessionMeasure(measure)
    ? `${sessionMeasureInfo[measure].title.toLowerCase()} ${count === undefined ? noData : rateText(measure, count)}`
    : count === undefined
      ? noData
      : counted(count, counts);
  return `${words} ${period.from === period.to ? 'on' : 'in'} ${days}`;
}

/** A bounce rate is watched in percent. */
function watchedRate(measure: SessionMeasure, value: number | undefined): number | undefined {
  if (measure !== 'bounce_rate') return sessionMeasureNumber(measure, value);
  return value === undefined ? undefined : Number((value * 100).toFixed(2));
}

function rateText(measure: SessionMeasure, watched: number): string {
  return sessionMeasureText(measure, measure === 'bounce_rate' ? watched / 100 : watched);
}

type WatchOptions = GlobalOptions &
  Thresholds &
  SeveralOptions &
  WhereOptions & {
    readonly days: number;
    readonly compare?: Baseline | undefined;
    readonly measure: DaysName | SessionMeasure;
    readonly goal?: boolean;
  };

interface Result extends WatchedCounts {
  readonly website: Website;
  /** The days compared with. */
  readonly compared: ComparedPeriods | undefined;
  /** Why no fall is measured, in words. */
  readonly whyNone?: string | undefined;
  readonly crossed: readonly string[];
}

/** Those named, which are found one after the other, or all those of the list. */
async function watched(run: Run<WatchOptions>, sites: readonly string[]) {
  if (sites.length > 0) return sites.map(name => ({ name, find: () => run.resolveSite(name) }));
  const { rows } = await searchWebsites(run.api, chosenBy(run));
  return rows.map(website => ({ name: websiteName(website), find: async () => website }));
}

/** More errors than is usual cross it without a threshold, with their paths. */
async function lookForErrors(run: Run<WatchOptions>, today: Day, website: Website): Promise<Result> {
  const reader = createReader(run.api, { today, timeZone: run.profile.timeZone });
  const asked = { website: website.id, day: addDays(today, -1) };
  const { count = 0, more, paths } = await readQuery(websiteErrors, asked, reader);
  const counts = { now: count, before: more?.usual };
  const named = pathsText(paths);
  const beyond = more && `usually ${groupThousands(more.usual)}${named === '' ? '' : `; ${named}`}`;
  return {
    website,
    compared: undefined,
    ...counts,
    crossed: [...crossed(run.options, counts), ...(beyond === undefined ? [] : [beyond])],
  };
}

/** Of a website without a goal nothing is asked. */
async function lookForGoals(run: Run<WatchOptions>, today: Day, website: Website): Promise<Result> {
  const reader = createReader(run.api, { today, timeZone: run.profile.timeZone });
  const goals = run.goalsOf(website);
  const standings = await readQuery(websiteGoals, { website: website.id, goals }, reader);
  const missed = standings.filter(({ state }) => state === 'missed');
  return {
    website,
    compared: undefined,
    now: undefined,
    before: undefined,
    crossed: missed.map(each => `${soFarWords(each)}, ${endWords(each)}`),
  };
}

async function look(run: Run<WatchOptions>, today: Day, website: Website, where: Filter): Promise<Result> {
  const { api, options } = run;
  const { measure } = options;
  if (options.goal === true) return await lookForGoals(run, today, website);
  if (measure === 'errors') return await lookForErrors(run, today, website);
  // Each its own reader, so that no series of thousands of websites are held.
  const reader = createReader(api, { today, timeZone: run.profile.timeZone, where });
  const { choice, baseline } = watchedDays(options, today);
  if (isSessionMeasure(measure)) {
    const asked = { website: website.id, measure, choice, baseline };
    const { days, lack, ...told } = await readQuery(watchedSessions, asked, reader);
    const [now, before] = [told.now, told.before].map(value => watchedRate(measure, value));
    const { compared } = days;
    const usual = compared?.among === undefined ? undefined : comparedDays(compared);
    const counts = { now, before, usual, lack: options.drop === undefined ? undefined : lack };
    const textOf = (count: number) => rateText(measure, count);
    const shown = { total: now, count: now, countBefore: undefined };
    const whyNone = before === undefined ? whyNoChange(shown, days) : undefined;
    return {
      website,
      compared,
      ...counts,
      whyNone: lack === undefined ? whyNone : lackText(lack),
      crossed: crossed(options, counts, textOf),
    };
  }
  const asked = { website: website.id, measure, choice, baseline };
  const { summary, days, goneSince } = await readQuery(watchedNumbers, asked, reader);
  const { compared } = days;
  const { count: now, countBefore: before, covered } = summary;
  const usual = compared?.among === undefined ? undefined : comparedDays(compared);
  const lack = options.drop === undefined ? undefined : lackOf(covered);
  if (lack?.isUnknown === true) complain(`${safeText(websiteName(website), 100)}: ${lackText(lack)}.`);
  const counts = { now, before, usual, goneSince, lack };
  const whyNone = whyNoChange(summary, days);
  return { website, compared, ...counts, whyNone, crossed: crossed(options, counts) };
}

/** A filter, and the first day that it counts, where the days watched begin before. */
interface Within {
  readonly where: Filter;
  readonly begins: Day | undefined;
}

async function write(
  run: Run<WatchOptions>,
  today: Day,
  within: Within,
  results: readonly Result[],
): Promise<void> {
  const { options, format } = run;
  const { period: now } = watchedDays(options, today);
  const { where } = within;
  if (format !== 'table') return await writeTable(watchTable(run, today, within, results), run);
  const { measure } = options;
  const counts =
    measure === 'errors' || isSessionMeasure(measure) ? measure : countsOf(measure, run.api.capabilities);
  const shared = sharedDomains(results.map(({ website }) => website));
  const lines = results
    .filter(result => result.crossed.length > 0)
    .map(
      result =>
        `${distinctName(result.website, shared)}${withinText(where)}: ${[...(options.goal === true ? [] : [countWords(result.now, measure, counts, now)]), ...result.crossed.filter(words => words !== noData)].join(', ')}`,
    );
  await print(lines.map(line => `${safeText(line, 500)}\n`).join(''));
}

function watchTable(
  { options, profile }: Run<WatchOptions>,
  today: Day,
  { where, begins }: Within,
  results: readonly Result[],
): DataTable {
  const days = watchedDays(options, today);
  const { measure, below, above, drop } = options;
  const ofGoals = options.goal === true;
  return {
    title: `Watched websites${withinText(where)}`,
    about: {
      ...(ofGoals
        ? { time_zone: profile.timeZone }
        : {
            ...periodParameters(days.period, days.before, profile.timeZone),
            ...whereParameter(where),
            measure,
          }),
      below,
      above,
      drop,
      ...beginsParameters(begins),
    },
    columns: [
      { key: 'id', title: 'Id' },
      { key: 'domain', title: 'Domain' },
      ...(ofGoals ? [] : [{ key: 'count', title: 'Count' }]),
      ...(drop === undefined
        ? []
        : [
            { key: 'count_before', title: 'Count before' },
            ...(days.before === undefined ? [dayBefore('before_day')] : []),
            { key: 'no_comparison', title: 'No comparison' },
          ]),
      { key: 'crossed', title: 'Crossed' },
    ],
    rows: results.map(({ website, now: count, before: earlier, compared, whyNone, crossed }) => [
      website.id,
      website.domain,
      ...(ofGoals ? [] : [count]),
      ...(drop === undefined
        ? []
        : [earlier, ...(days.before === undefined ? [compared?.before.from] : []), whyNone]),
      crossed.join(', '),
    ]),
  };
}
