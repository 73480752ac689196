import type { Api } from '#api/api.ts';
import { exitCodes, UsageError } from '#model/failure.ts';
import {
  allDays,
  baselineOf,
  compareOption,
  type CompareWith,
  filterOf,
  fixedPeriod,
  isAllTime,
  isLastDay,
  listOptions,
  listQuery,
  type PeriodOptions,
  periodOptionsAnd,
  readerWithin,
  refuseComparedToday,
  refuseUnfiltered,
  reportFilterStart,
  whereOption,
  type WhereOptions,
} from '#cli/options.ts';
import { complain, print, say, writeTable } from '#cli/output.ts';
import { allPages } from '#cli/readPages.ts';
import { defineSubcommand, type GlobalOptions, siteArgument } from '#cli/subcommand.ts';
import { readEach, requireStatistics, type Run, withService } from '#cli/withService.ts';
import type { ComparedPeriods } from '#model/comparison/periods.ts';
import { missingDaysText } from '#model/comparison/change.ts';
import { noDetailText, type ReadRows } from '#model/comparison/rows.ts';
import { statisticsTable, statisticTable, type TableSubject } from '#model/export/statisticTables.ts';
import {
  formatDay,
  hoursSoFarWords,
  hourText,
  noUsualDayWords,
  visitsKnownText,
} from '#model/period/format.ts';
import type { FilteredPeriod, Page } from '#model/service/paging.ts';
import {
  hasRowsByHour,
  hasStatistic,
  statisticInfo,
  whyNoRowOrder,
  whyNoSessions,
  whyNoRowSearch,
  whyNoStatistic,
} from '#model/service/capabilities.ts';
import { rowsBasis } from '#model/statistics/summary.ts';
import {
  allStatistics,
  type Day,
  isHours,
  isOfSessions,
  isSeries,
  type SeriesName,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import { lacksData } from '#queries/days/series.ts';
import { read, type Reader } from '#queries/answers/query.ts';
import { daysOf, isToday, type QuestionDays } from '#queries/answers/request.ts';
import type { RowsQuestion } from '#queries/rows/rows.ts';
import { isTodayWithoutData, rowsDays, todayNow, whyNoHours } from '#queries/days/today.ts';
import { sessions } from '#queries/days/sessions.ts';
import { statistic, type StatisticRead, totals, websiteDays } from '#queries/rows/statistic.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';
import {
  asksForList,
  hourlyName,
  maxRowsHeld,
  pagesOfAll,
  printLongStatistic,
  printSessions,
  readPage,
  readRecentHours,
  type RecentHours,
  recentHours,
  type StatisticOptions,
  statisticView,
  singlePage,
} from './statisticRows.ts';

export const stats = defineSubcommand({
  docs: 'commands',
  description: 'print statistics of a website',
  arguments: [
    siteArgument,
    {
      name: '<NAME...>',
      description: 'which',
      choices: [...allStatistics, 'sessions'],
      whyUnsupported(capabilities, word) {
        const name = allStatistics.find(known => known === word);
        return name === undefined ? whyNoSessions(capabilities) : whyNoStatistic(capabilities, name);
      },
    },
  ],
  options: {
    ...periodOptionsAnd({ all: '"all"', '24h': '24h for visitors and pageviews' }),
    ...listOptions(['count', 'value'], { search: whyNoRowSearch, sortBy: whyNoRowOrder }),
    compare: compareOption,
    ...whereOption,
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
    [
      'sitedeck stats shop.example.com sessions --compare',
      'bounce rate, time on the website and pages per visit, day by day',
    ],
    ['sitedeck stats shop.example.com country --search united', 'countries with "united" in their name'],
  ],
  async run([site, statistics], options) {
    const names = [...new Set(statistics)].flatMap(name => (name === 'sessions' ? [] : [name]));
    const tellsSessions = statistics.includes('sessions');
    if (tellsSessions && names.length > 0)
      throw new UsageError('sessions are printed by themselves: leave out the other names.');
    if (tellsSessions && asksForList(options))
      throw new UsageError(
        'sessions are printed whole, day by day: --search, --sort and pages are for rows.',
      );
    await withService(options, async run => {
      const today = run.today();
      if (tellsSessions && isLastDay(options.period ?? ''))
        throw new UsageError(
          '24h is for visitors and pageviews: for sessions give --period today or yesterday.',
        );
      if (isAllTime(options) && baselineOf(options.compare) !== undefined)
        throw new UsageError('Nothing is before all days: leave --compare out, or give another --period.');
      refuseUnfiltered(run, names, options);
      const hours = hoursOf(run, names, today);
      const shown = hours === undefined ? names : [...new Set(names.map(name => hourlyName(name, hours)))];
      const fixed = hours ? ({ kind: 'range', ...hours.period } as const) : fixedPeriod(options, today);
      // What cannot be compared is refused before any request: of today only totals are, by its hours, and rows where they have hours.
      const isByHour = (name: StatisticName) => hasRowsByHour(run.api.capabilities, name);
      const hasRows = names.some(isByHour);
      const byDay = names.filter(name => !isSeries(name) && !isByHour(name));
      if (fixed !== undefined && byDay.length === names.length)
        refuseComparedToday(fixed, options.compare, today);
      const website = await run.resolveSite(site);
      const { api } = run;
      requireStatistics(api, names);
      const whyNone = tellsSessions ? whyNoSessions(api.capabilities) : undefined;
      if (whyNone !== undefined) throw new UsageError(whyNone);
      const choice = fixed ?? (await allDays(api, website, today));
      // Nothing is before all days.
      const asked = daysOf({ choice, baseline: fixed && baselineOf(options.compare) }, today);
      const where = await filterOf(run, [website.id], asked.span, options);
      const reader = readerWithin(run, where);
      const found = await read(websiteDays, { website: website.id, days: asked }, reader);
      const days = printedDays(hasRows ? rowsDays(website.id, found, reader) : found);
      const daysOfName = (name: StatisticName) => (isByHour(name) ? days : printedDays(found));
      const hoursSoFar = isToday(asked)
        ? await readToday(reader, website.id, names.filter(isSeries), asked)
        : [];
      const isEmpty = isToday(asked) && isTodayWithoutData(website.id, found, reader);
      if (fixed !== undefined && !hasRows && hoursSoFar.length === 0 && days.usual !== 'none' && !isEmpty)
        refuseComparedToday(fixed, options.compare, today);
      const { compared, period } = days;
      const filtered = { ...period, where };
      const statisticOf = async (name: StatisticName, rows: Pick<RowsQuestion, 'page' | 'before'>) =>
        await read(
          statistic,
          { website: website.id, name, days: daysOfName(name), query: listQuery(options), ...rows },
          reader,
        );
      // Of all rows of one statistic, in a format that a line at a time can be written of.
      const format = run.format === 'csv' || run.format === 'json' ? run.format : undefined;
      const isPrintedAsRead = format !== undefined && options.all === true && compared === undefined;
      const [only] = isPrintedAsRead && shown.length === 1 ? shown.filter(isRows) : [];
      const begun =
        only &&
        (await allPages(pagesOfAll(api, website.id, only, filtered, options), row => row, maxRowsHeld));
      const reached = await reportFilterStart(reader, [website.id], compared?.before ?? period);
      const begins = reached !== undefined && reached > period.from ? reached : undefined;
      const about = {
        begins,
        capabilities: api.capabilities,
        website,
        period,
        before: compared?.before,
        until: days.rows.until,
        among: compared?.among,
        where,
        notes: run.notesOf(website),
        timeZone: run.profile.timeZone,
        parameters: {
          search: options.search,
          sort_by: options.sortBy,
          sort: options.sort,
          per_page: options.perPage,
          page: options.page,
        },
      };
      if (tellsSessions) {
        const counts = await read(sessions, { website: website.id, days }, reader);
        return await printSessions(about, counts, run, today);
      }
      if (only !== undefined && format !== undefined && begun?.further !== undefined) {
        const { rows: first, further } = begun;
        const { basis } = await statisticOf(only, { page: { rows: first, page: 1, next: 'yes' } });
        return await printLongStatistic(format, about, { name: only, basis }, first, further);
      }
      const readOne = async (name: StatisticName): Promise<ReadStatistic> => {
        if (hours !== undefined && isHours(name)) {
          const entries = await readRecentHours(reader, website.id, name, hours);
          return { name, entries, basis: rowsBasis(entries), page: undefined, reaches: true };
        }
        const { period, before: earlier } = daysOfName(name);
        const [page, before] = await Promise.all([
          begun === undefined
            ? readPage(api, website.id, name, { ...period, where }, options)
            : singlePage(begun),
          readMoreBefore(api, website.id, name, earlier && { ...earlier, where }, options),
        ]);
        return { name, page, ...(await statisticOf(name, { page, before })) };
      };
      const { read: statistics, leftOut } = await readEach(run.api, shown, readOne);
      // Two days have more visitors than their 24 hours, so that 24 hours have no total.
      const measures = hours?.kind === '24h' ? [] : names.filter(isSeries);
      const sums = await read(
        totals,
        { website: website.id, names: measures, days: printedDays(found) },
        reader,
      );
      const withoutDetail = statistics.filter(
        ({ reaches, missingDays }) => !reaches && missingDays === undefined,
      );
      const [missing] = statistics.flatMap(({ missingDays }) => missingDays ?? []);
      const subject: TableSubject = {
        ...about,
        capabilities: api.capabilities,
        parameters: {
          ...about.parameters,
          complete: statistics.every(
            ({ page, begins }) => begins === undefined && (page === undefined || isWhole(page)),
          ),
          without_detail_before: withoutDetail.map(({ name }) => name).join(' ') || undefined,
          no_comparison: missing && missingDaysText(missing),
          ...sums,
          ...Object.assign({}, ...hoursSoFar.map(({ facts }) => facts)),
        },
      };
      const isEmptyOf = ({ entries }: ReadStatistic) => entries.every(({ count = 0 }) => count === 0);
      const isMissing =
        statistics.some(isEmptyOf) && (await read(lacksData, { website: website.id, period }, reader));
      await write(run, subject, statistics, { compared, today, isMissing });
      const [now] = hoursSoFar;
      if (now !== undefined) say(`${capitalised(now.words)}.`);
      if (days.usual === 'none') say(`Not compared: ${noUsualDayWords(period.from)}.`);
      else if ((hasRows || isEmpty) && isToday(days) && compared === undefined)
        say(`Not compared: ${whyNoHours(website.id, found, reader)}.`);
      else if (byDay.length > 0 && isToday(days))
        say(`Without a change, of all of today so far: ${byDay.join(', ')}.`);
      for (const reason of leftOut) complain(safeText(reason, 300));
      if (leftOut.length > 0) process.exitCode = exitCodes.refused;
    });
  },
});

/** Today is left out of a comparison, and without one nothing else is read than the period. */
function printedDays(days: QuestionDays): QuestionDays {
  const printed = { ...days, period: days.rows };
  return days.baseline === undefined ? { ...printed, span: days.rows, apart: undefined } : printed;
}

/** The totals of today's hours that are over, beside those of the same hours of the day compared with. */
async function readToday(
  reader: Reader,
  website: string,
  names: readonly SeriesName[],
  { choice, baseline }: QuestionDays,
) {
  const { hoursSoFar } = await read(todayNow, { website, names, choice, baseline }, reader);
  return names.flatMap(name => {
    const found = hoursSoFar[name];
    if (found === undefined) return [];
    const { hours, now, before, compared } = found;
    const facts = {
      [`${name}_compared`]: now,
      [`${name}_before`]: before,
      before_from: compared.before.from,
      before_to: compared.before.to,
      up_to: hourText(hours),
    };
    return [{ facts, words: hoursSoFarWords(hours, compared) }];
  });
}

type StatsOptions = GlobalOptions &
  PeriodOptions &
  StatisticOptions &
  WhereOptions & { readonly compare?: CompareWith | undefined };

interface ReadStatistic extends StatisticRead {
  readonly name: StatisticName;
  /** Undefined of all days or hours. */
  readonly page: Page<StatisticRow> | undefined;
}

function isWhole({ page, next, isCut }: Page<StatisticRow>): boolean {
  return page === 1 && next === 'no' && isCut !== true;
}

function isRows(name: StatisticName): boolean {
  return statisticInfo(name).kind === 'rows';
}

/** The hours in place of days, where those of today or of 24 hours are asked for and nothing of a list is. */
function hoursOf(
  { options, profile, api }: Run<StatsOptions>,
  names: readonly StatisticName[],
  today: Day,
): RecentHours | undefined {
  const hours = recentHours(options, today, profile.timeZone);
  if (hours === undefined) return undefined;
  const isPlain = !asksForList(options) && baselineOf(options.compare) === undefined;
  return isPlain && names.every(name => hasStatistic(api.capabilities, hourlyName(name, hours)))
    ? hours
    : undefined;
}

/** More than the hundred most frequent earlier rows, which any page in any order is compared with. */
async function readMoreBefore(
  api: Api,
  id: string,
  name: StatisticName,
  before: FilteredPeriod | undefined,
  { search, perPage = 0, all }: StatsOptions,
): Promise<ReadRows | undefined> {
  if (before === undefined || !isRows(name)) return undefined;
  if (all !== true && perPage <= 100) return undefined;
  const options = { search, perPage: Math.max(100, perPage), ...(all === true && { all }) };
  const page = await readPage(api, id, name, before, options);
  return page && { rows: page.rows, readToEnd: isWhole(page) };
}

type SectionNotes = Parameters<typeof statisticView>[2];

async function write(
  run: Run<StatsOptions>,
  subject: TableSubject,
  statistics: readonly ReadStatistic[],
  { compared, ...notes }: SectionNotes & { readonly compared: ComparedPeriods | undefined },
): Promise<void> {
  // The data has the same shape for one statistic and for several.
  if (run.format === 'json' || run.format === 'csv')
    await writeTable(statisticsTable(subject, statistics), run);
  else await writeEach(run, subject, statistics, notes);
  for (const { name, begins } of statistics)
    if (begins !== undefined && begins !== subject.begins)
      say(
        isOfSessions(name)
          ? visitsKnownText(begins)
          : `${statisticInfo(name).title} are counted from ${formatDay(begins)} on: sitedeck logs recount counts earlier days, as far as their logs are there.`,
      );
  for (const { name, reaches, since, missingDays } of statistics)
    if (missingDays === undefined && !reaches && compared !== undefined)
      say(noDetailText(name, compared.before, since));
  const [missing] = statistics.flatMap(({ missingDays }) => missingDays ?? []);
  if (missing !== undefined) say(`${capitalised(missingDaysText(missing))}.`);
  if (compared?.rest !== undefined) say('Today is not over and so left out of the comparison.');
}

async function writeEach(
  run: Run<StatsOptions>,
  subject: TableSubject,
  statistics: readonly ReadStatistic[],
  notes: SectionNotes,
): Promise<void> {
  for (const [at, statistic] of statistics.entries()) {
    const { name, page } = statistic;
    if (at > 0) await print('\n');
    // Of today only rows by the hour stand beside earlier ones.
    const isWhole = !hasRowsByHour(subject.capabilities, name) && subject.until !== undefined;
    const own = isWhole ? { ...subject, before: undefined, until: undefined } : subject;
    await writeTable(
      statisticTable(own, statistic),
      run,
      statisticView(own, statistic, { ...notes, isCut: page?.isCut === true }),
    );
    // What --all lacks was said when it was read.
    if (page?.isCut === true && run.options.all !== true)
      say(page.whyCut ?? `The service has more rows of ${name} than it gives: others are left out.`);
    if (page !== undefined && page.next !== 'no' && run.options.all !== true && run.format === 'table')
      say(
        `There may be more rows of ${name}: --per-page 100, --page ${(run.options.page ?? 1) + 1}, or --all.`,
      );
  }
}
