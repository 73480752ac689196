import { exitCodes } from '#model/failure.ts';
import { readEach, requireStatistics } from '#cli/lacking.ts';
import {
  allDays,
  baselineOf,
  compareOption,
  type CompareWith,
  comparisonOf,
  fixedPeriod,
  type PeriodOptions,
  periodOptionsAnd,
  refuseComparedAll,
  refuseComparedToday,
} from '#cli/options/question.ts';
import { listOptions } from '#cli/options/websites.ts';
import { complain, say } from '#cli/output/stderr.ts';
import { print } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { allPages } from '#cli/readPages.ts';
import { defineSubcommand, type GlobalOptions } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { everyDay, type Lack, lackText } from '#model/comparison/dataDays.ts';
import { coveredMeasure, noDetailText, referenceStatistic } from '#model/comparison/reach.ts';
import {
  statisticsTable,
  statisticTable,
  type TableEntry,
  type TableSubject,
} from '#model/export/statisticTables.ts';
import { noUsualDayWords } from '#model/period/format.ts';
import { resolvePeriod } from '#model/period/period.ts';
import {
  hasStatistic,
  statisticInfo,
  whyNoRowOrder,
  whyNoRowSearch,
  whyNoStatistic,
} from '#model/service/capabilities.ts';
import { shareBasis, type ShareBasis } from '#model/statistics/share.ts';
import {
  allStatistics,
  type Day,
  isHours,
  isSeries,
  type Period,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';
import { readData, readDetailSince, readReach, readShareBasis, readTotalFacts } from './readTotals.ts';
import {
  allRows,
  asksForList,
  comparedEntries,
  entriesWithData,
  hourlyName,
  pagesOfAll,
  readRecentHours,
  readStatisticRows,
  recentHours,
  type RecentHours,
  type StatisticOptions,
} from './statisticRows.ts';
import { mostRowsHeld, printLongStatistic, statisticView } from './statisticText.ts';

export const stats = defineSubcommand({
  docs: 'commands',
  description: 'print statistics of a website',
  arguments: [
    { name: '<SITE>', description: 'its domain, id or name', suggestions: 'websites' },
    { name: '<NAME...>', description: 'which', choices: allStatistics, whyLacking: whyNoStatistic },
  ],
  options: {
    ...periodOptionsAnd({ all: '"all"', '24h': '24h for visitors and pageviews' }),
    ...listOptions(['count', 'value'], { search: whyNoRowSearch, sortBy: whyNoRowOrder }),
    compare: compareOption,
  },
  examples: [
    [
      'sitedeck stats shop.example.com page referrer --period 30d --compare',
      'pages and referrers of 30 days, beside those before',
    ],
    [
      'sitedeck stats shop.example.com visitors --period 30d --format csv',
      'the visitors of each day, for a spreadsheet',
    ],
    ['sitedeck stats shop.example.com country --search united', 'countries with "united" in their name'],
  ],
  async run([site, given], options) {
    const names = [...new Set(given)];
    await withService(options, async run => {
      const today = run.today();
      refuseComparedAll(options);
      const hours = hoursOf(run, names, today);
      const shown = hours === undefined ? names : [...new Set(names.map(name => hourlyName(name, hours)))];
      const fixed = hours ? ({ kind: 'range', ...hours.period } as const) : fixedPeriod(options, today);
      // What cannot be compared is refused before any request.
      if (fixed !== undefined) refuseComparedToday(fixed, options.compare, today);
      const website = await run.resolveSite(site);
      requireStatistics(run.api, names);
      const choice = fixed ?? (await allDays(run.api, website, today));
      const period = resolvePeriod(choice, today);
      // Nothing is before all days.
      const baseline = fixed && baselineOf(options.compare);
      const found = await comparisonOf(run.reader, website.id, { choice, baseline });
      const compared = found === 'none' ? undefined : found;
      const days = { now: compared?.now ?? period, before: compared?.before };
      const { api, reader } = run;
      const [only] = printsAsRead(run, shown) && compared === undefined ? shown : [];
      const begun =
        only &&
        (await allPages(pagesOfAll(api, website.id, only, period, options), row => row, mostRowsHeld));
      if (only !== undefined && begun?.further !== undefined) {
        const { rows: first, further } = begun;
        const basis = await readShareBasis(reader, website.id, only, period, { rows: first, isWhole: false });
        const { capabilities } = api;
        const parameters = parametersOf(options);
        const subject = { capabilities, website, period, timeZone: run.profile.timeZone, parameters };
        return await printLongStatistic(run.format === 'csv' ? 'csv' : 'json', subject, {
          name: only,
          basis,
          first,
          further,
        });
      }
      const readOne = async (name: StatisticName): Promise<ReadStatistic> => {
        if (hours !== undefined && isHours(name)) {
          const entries = await readRecentHours(api, website.id, name, hours);
          const basis = shareBasis({ rows: entries, isWhole: true }, undefined);
          return { name, entries, basis, readToEnd: true, mayHaveMore: false, reaches: true };
        }
        const read = async (days: Period) =>
          begun === undefined
            ? await readStatisticRows(run, website.id, name, days, options)
            : allRows(begun, options);
        const readBefore = (days: Period) =>
          readStatisticRows(run, website.id, name, days, optionsBefore(name, options));
        const [now, before] = await Promise.all([read(days.now), days.before && readBefore(days.before)]);
        const basis = await readShareBasis(reader, website.id, name, days.now, now);
        const measure = coveredMeasure(referenceStatistic(name), reader.capabilities);
        const isNeeded = isSeries(name) || compared !== undefined;
        const { data, lack } = isNeeded
          ? await readData(reader, website.id, isSeries(name) ? name : measure, days)
          : { data: everyDay, lack: undefined };
        if (before === undefined || compared === undefined)
          return { ...now, name, basis, entries: entriesWithData(name, now.rows, data), reaches: true };
        const first = asksForFirst(options) ? { now, before } : undefined;
        const reaches = lack === undefined && (await readReach(reader, website.id, name, compared, first));
        const since =
          reaches || lack !== undefined
            ? undefined
            : await readDetailSince(reader, website.id, name, compared);
        return {
          ...now,
          name,
          basis,
          reaches,
          since,
          lack,
          entries: entriesWithData(name, comparedEntries(name, now, before, compared, reaches), data),
        };
      };
      const { read: statistics, leftOut } = await readEach(run.api, shown, readOne);
      // Two days have more visitors than their 24 hours, so that 24 hours have no total.
      const totals = await readTotalFacts(reader, website.id, hours?.kind === '24h' ? shown : names, days);
      const withoutDetail =
        statistics
          .flatMap(({ name, reaches, lack }) => (reaches || lack !== undefined ? [] : name))
          .join(' ') || undefined;
      const [lacking] = statistics.flatMap(({ lack }) => lack ?? []);
      const noComparison = { no_comparison: lacking && lackText(lacking) };
      const complete = statistics.every(({ readToEnd }) => readToEnd);
      const subject: TableSubject = {
        capabilities: api.capabilities,
        website,
        period: days.now,
        before: days.before,
        among: compared?.among,
        timeZone: run.profile.timeZone,
        parameters: {
          ...parametersOf(options),
          complete,
          without_detail_before: withoutDetail,
          ...noComparison,
          ...totals,
        },
      };
      await write(run, subject, statistics, compared);
      if (found === 'none') say(`Not compared: ${noUsualDayWords(period.from)}.`);
      for (const reason of leftOut) complain(safeText(reason, 300));
      if (leftOut.length > 0) process.exitCode = exitCodes.refused;
    });
  },
});

type StatsOptions = GlobalOptions & PeriodOptions & StatisticOptions & { readonly compare?: CompareWith };

interface ReadStatistic {
  readonly name: StatisticName;
  readonly entries: readonly TableEntry[];
  readonly basis: ShareBasis;
  readonly readToEnd: boolean;
  readonly mayHaveMore: boolean;
  /** Whether its earlier rows cover all their days. */
  readonly reaches: boolean;
  /** Where they are not: the first day with detail, where that is known. */
  readonly since?: Day | undefined;
  /** Too few of the days compared have data. */
  readonly lack?: Lack | undefined;
}

/** Whether all rows of one statistic are printed in a format that a line at a time can be written of. */
function printsAsRead({ format, options }: Run<StatsOptions>, names: readonly StatisticName[]): boolean {
  return (
    options.all === true &&
    (format === 'csv' || format === 'json') &&
    names.length === 1 &&
    names.every(name => statisticInfo(name).kind === 'rows')
  );
}

/** The hours in place of days, where those of today or of 24 hours are asked for and nothing of a list is. */
function hoursOf(
  { options, profile, api }: Run<StatsOptions>,
  names: readonly StatisticName[],
  today: Day,
): RecentHours | undefined {
  const hours = recentHours(options, today, profile.timeZone);
  if (hours === undefined) return undefined;
  const isCompared = options.compare !== undefined && options.compare !== 'none';
  const isPlain = !asksForList(options) && !isCompared;
  return isPlain && names.every(name => hasStatistic(api.capabilities, hourlyName(name, hours)))
    ? hours
    : undefined;
}

/** Any page in any order is compared with the most frequent earlier rows. */
function optionsBefore(name: StatisticName, options: StatsOptions): StatisticOptions {
  // Of days and hours there are never too many.
  if (statisticInfo(name).kind !== 'rows') return {};
  return {
    search: options.search,
    perPage: Math.max(100, options.perPage ?? 0),
    ...(options.all === true ? { all: true } : {}),
  };
}

/** Whether the rows are the most frequent ones. */
function asksForFirst({ search = '', sortBy, sort, page = 1 }: StatsOptions): boolean {
  return search.trim() === '' && sortBy !== 'value' && sort !== 'asc' && page === 1;
}

function parametersOf({ search, sortBy, sort, perPage, page }: StatsOptions): TableSubject['parameters'] {
  return { search, sort_by: sortBy, sort, per_page: perPage, page };
}

async function write(
  run: Run<StatsOptions>,
  subject: TableSubject,
  statistics: readonly ReadStatistic[],
  compared: ComparedPeriods | undefined,
): Promise<void> {
  // The data has the same shape for one statistic and for several.
  if (run.format === 'json' || run.format === 'csv')
    await writeTable(statisticsTable(subject, statistics), run);
  else await writeEach(run, subject, statistics);
  for (const { name, reaches, since, lack } of statistics)
    if (lack === undefined && !reaches && compared !== undefined)
      say(noDetailText(name, compared.before, since));
  const [lacking] = statistics.flatMap(({ lack }) => lack ?? []);
  if (lacking !== undefined) say(`${capitalised(lackText(lacking))}.`);
  if (compared?.rest !== undefined) say('Today is not over and so left out of the comparison.');
}

async function writeEach(
  run: Run<StatsOptions>,
  subject: TableSubject,
  statistics: readonly ReadStatistic[],
): Promise<void> {
  for (const [at, statistic] of statistics.entries()) {
    const { name, mayHaveMore } = statistic;
    if (at > 0) await print('\n');
    await writeTable(statisticTable(subject, statistic), run, statisticView(subject, statistic));
    // What --all lacks was said when it was read.
    if (mayHaveMore && run.options.all !== true && run.format === 'table')
      say(
        `There may be more rows of ${name}: --per-page 100, --page ${(run.options.page ?? 1) + 1}, or --all.`,
      );
  }
}
