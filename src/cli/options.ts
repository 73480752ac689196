import type { Api } from '#api/api.ts';
import type { KeptFile } from '#config/kept/localData.ts';
import { allTime } from '#model/comparison/change.ts';
import { type Baseline, baselines, completeDays, defaultBaseline } from '#model/comparison/periods.ts';
import { exitCodes, UnsupportedError, UsageError } from '#model/failure.ts';
import { addDays, dayCount, earlierDay, isDay } from '#model/period/day.ts';
import { formatDay } from '#model/period/format.ts';
import {
  furtherPeriods,
  isAllDays,
  maxPeriodDays,
  parsePeriod,
  periodExamples,
} from '#model/period/parsePeriod.ts';
import { defaultPeriodChoice, type PeriodChoice, presets, resolvePeriod } from '#model/period/period.ts';
import { type Capabilities, whyNoWebsiteSearch } from '#model/service/capabilities.ts';
import { type Filter, type FilterCapabilities, isTimeField } from '#model/service/filter.ts';
import { filterBeginsText, parseCondition, whyNoFilter, whyNotFiltered } from '#model/service/filterText.ts';
import { perPageSizes } from '#model/service/paging.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import {
  asTag,
  hasTags,
  searchedTags,
  type StrayTags,
  strayTags,
  strayWords,
  tagNames,
  tagRule,
  type Tags,
} from '#model/website/tags.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { createReader, read, type Reader } from '#queries/answers/query.ts';
import { filterBegins } from '#queries/days/series.ts';
import { findValue } from '#queries/rows/rows.ts';
import { safeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';
import { complain, say } from './output.ts';
import { allWebsites } from './readPages.ts';
import { type GlobalOptions, type OptionTable, type OptionValues, wholeNumber } from './subcommand.ts';
import type { Run } from './withService.ts';

const compareWords = [...baselines, 'none'] as const;
export type CompareWith = (typeof compareWords)[number];

export const periodOptions = {
  period: {
    value: '<period>',
    description: `the days, as the application takes them: ${periodExamples}, ${furtherPeriods}`,
    conflicts: ['from', 'to'],
    suggestions: presets.map(({ shortcut }) => shortcut).filter(word => !word.includes(' ')),
  },
  from: { value: '<day>', description: 'the first day, as 2026-03-01, 1 mar or 3 days ago' },
  to: { value: '<day>', description: 'the last day' },
} as const satisfies OptionTable;

export type PeriodOptions = OptionValues<typeof periodOptions>;

/** The same with words that only some commands take: what help says of each. */
export function periodOptionsAnd(further: Readonly<Record<string, string>>) {
  const { period } = periodOptions;
  return {
    ...periodOptions,
    period: {
      ...period,
      description: [period.description, ...Object.values(further)].join('; '),
      suggestions: [...period.suggestions, ...Object.keys(further)],
    },
  } as const satisfies OptionTable;
}

/** Without a default nothing is compared unless the command line asks for it. */
export const compareOption = {
  value: '<with>',
  description:
    'beside which days: the usual day of one day and the days before of more (also without a value), always those before, the same weekdays before them, or a year ago',
  choices: compareWords,
  bare: { value: defaultBaseline, unless: compareWords },
} as const;

/** Whether the words are the 24 hours up to now, which are no days: "24h", "last 24 hours". */
export function isLastDay(period: string): boolean {
  return /^(?:last ?)?24 ?h(?:ours)?$/i.test(period.trim());
}

/** The period of the options; by default the last 28 days. Throws a UsageError. */
export function periodOf({ period, from, to }: PeriodOptions, today: Day): PeriodChoice {
  if (period !== undefined) {
    if (isLastDay(period))
      throw new UsageError('24h is for sitedeck stats SITE visitors or pageviews, without --compare.');
    const parsed = parsePeriod(period, today);
    if ('error' in parsed) throw new UsageError(`--period: ${safeText(parsed.error, 300)}`);
    return parsed.choice;
  }
  if (from === undefined && to === undefined) return defaultPeriodChoice;
  if (from === undefined || to === undefined)
    throw new UsageError('--from and --to go together: give both, or --period.');
  const days = { kind: 'range', from: dayOf('--from', from, today), to: dayOf('--to', to, today) } as const;
  if (days.from > days.to)
    throw new UsageError(
      `${formatDay(days.to)} is before ${formatDay(days.from)}: give the earlier day first.`,
    );
  if (dayCount(days) > maxPeriodDays)
    throw new UsageError('A period has at most 20 years: give a later --from.');
  return days;
}

/** A day, also by the words of a period that is one: "yesterday", "1 mar", "3 days ago". Throws a UsageError. */
export function dayOf(option: string, text: string, today: Day): Day {
  const day = text.trim().toLowerCase();
  if (isDay(day)) return day;
  const typed = parsePeriod(day, today);
  if ('period' in typed && dayCount(typed.period) === 1) return typed.period.from;
  throw new UsageError(`${option} ${safeText(text, 60)} is no day: write it as 2026-03-01.`);
}

/** What the words compare with; undefined for nothing. */
export function baselineOf(compare: CompareWith | undefined): Baseline | undefined {
  return compare === 'none' ? undefined : compare;
}

/** Throws a UsageError for a comparison of today only. */
export function refuseComparedToday(
  choice: PeriodChoice,
  compare: CompareWith | undefined,
  today: Day,
): void {
  if (baselineOf(compare) !== undefined && completeDays(resolvePeriod(choice, today), today) === undefined)
    throw new UsageError('Today is not over, so it is not compared: choose a period with whole days.');
}

export function isAllTime({ period = '' }: PeriodOptions): boolean {
  return isAllDays(period);
}

/** The period of the options; undefined for "all", which depends on the website. Throws a UsageError. */
export function fixedPeriod(options: PeriodOptions, today: Day): PeriodChoice | undefined {
  return isAllTime(options) ? undefined : periodOf(options, today);
}

export async function allDays(api: Api, website: Website, today: Day): Promise<PeriodChoice> {
  return { kind: 'range', ...allTime(await api.readDataDays(website.id, today), website, today) };
}

export const whereOption = {
  where: {
    value: '<condition>',
    description:
      'count only page views that meet it, as country=DE, device!=mobile or page~/blog; once for each condition',
    repeatable: true,
    suggestions: 'conditions',
    whyUnsupported(capabilities: Capabilities, word: string) {
      const unsupported = whyNoFilter(capabilities, []);
      if (unsupported !== undefined || word === '') return unsupported;
      const found = parseCondition(word, capabilities.filters);
      return 'problem' in found ? found.problem : whyNoFilter(capabilities, [found.condition]);
    },
  },
} as const satisfies OptionTable;

export type WhereOptions = OptionValues<typeof whereOption>;

/** The conditions as they are typed. Throws a UsageError for what is none. */
export function conditionsOf({ where = [] }: WhereOptions, filters?: FilterCapabilities): Filter {
  return where.map(text => {
    const found = parseCondition(text, filters);
    if ('problem' in found) throw new UsageError(found.problem);
    return found.condition;
  });
}

/** Of how many days the rows tell a value: of fewer days one that has had no visit would not be known. */
const valueDays = 100;

/** With the values as rows tell them. Throws a UsageError where the service cannot apply it, a RefusedError for an unknown value. */
export async function filterOf(
  { api, reader }: Pick<Run, 'api' | 'reader'>,
  websites: readonly string[],
  period: Period,
  options: WhereOptions,
): Promise<Filter> {
  const typed = conditionsOf(options, api.capabilities.filters);
  const reason = typed.length === 0 ? undefined : whyNoFilter(api.capabilities, typed);
  if (reason !== undefined) throw new UnsupportedError(reason);
  const from = earlierDay(period.from, addDays(period.to, 1 - valueDays));
  const days = { from, to: period.to };
  return await Promise.all(
    typed.map(async condition => {
      const { field, comparison, value } = condition;
      if (isTimeField(field) || comparison === 'contains') return condition;
      return { ...condition, value: await findValue(reader, websites, field, value, days) };
    }),
  );
}

/** Throws a UsageError for a statistic that is not counted within the conditions. */
export function refuseUnfiltered(
  { api: { capabilities } }: Pick<Run, 'api'>,
  names: readonly StatisticName[],
  options: WhereOptions,
): void {
  const typed = conditionsOf(options, capabilities.filters);
  if (typed.length === 0) return;
  const reasons = names.map(name => whyNotFiltered(name, capabilities, typed));
  const reason = reasons.find(why => why !== undefined);
  if (reason !== undefined) throw new UnsupportedError(reason);
}

/** What queries read is within the filter, and what the service has is what it counts so. */
export function readerWithin(run: Run, where: Filter): Reader {
  if (where.length === 0) return run.reader;
  return createReader(run.api, { today: run.today(), timeZone: run.profile.timeZone, where });
}

/** Says from which day on the filter of the reader counts, where the period has earlier days. Returns that day. */
export async function reportFilterStart(
  reader: Reader,
  websites: readonly string[],
  period: Period,
): Promise<Day | undefined> {
  const begins = await read(filterBegins, { websites, period }, reader);
  if (begins !== undefined) say(filterBeginsText(begins));
  return begins;
}

export const tagOption = {
  tag: {
    value: '<tag>',
    description: 'every website with this tag; given twice, with both',
    repeatable: true,
    suggestions: 'tags',
  },
} as const satisfies OptionTable;

export type TagOptions = OptionValues<typeof tagOption>;

export function tagOf(word: string): string {
  const tag = asTag(word);
  if (tag === undefined) throw new UsageError(`"${safeText(word, 60)}" is no tag: a tag is ${tagRule}.`);
  return tag;
}

/** Chooses among websites that were just read. */
export type ChooseTagged = (websites: readonly Website[]) => readonly Website[];

/** Undefined where none is asked for. Tags given to another domain choose nothing: said, with exit code 1. Throws a UsageError. */
export function taggedBy(file: KeptFile<Tags>, { tag: words }: TagOptions): ChooseTagged | undefined {
  if (words === undefined) return undefined;
  const wanted = words.map(tagOf);
  const tags = file.read();
  const names = tagNames(tags);
  const unknown = wanted.find(tag => !names.includes(tag));
  if (unknown !== undefined)
    throw new UsageError(
      names.length === 0
        ? 'No website has a tag yet: sitedeck tag SITE shop gives it one.'
        : `No website has the tag ${safeText(unknown)}. Those there are: ${safeText(names.join(', '), 400)}.`,
    );
  return websites => {
    reportStrayTags(strayTags(searchedTags(tags, wanted), websites));
    return websites.filter(website => hasTags(tags, website, wanted));
  };
}

export function reportStrayTags(strays: readonly StrayTags[]): void {
  const [first] = strays;
  if (first === undefined) return;
  process.exitCode = Math.max(exitCodes.refused, Number(process.exitCode ?? 0));
  const id = shellQuote(first.website.id);
  complain(
    `Tags are of the website they were given to: ${strayWords(strays)}. Tag it again, or clear what it had:  sitedeck tag ${id} --clear`,
  );
}

/** In place of naming websites. */
export const severalOptions = {
  all: { description: 'every website' },
  search: {
    value: '<text>',
    description: 'every website with this text in its domain or name',
    whyUnsupported: whyNoWebsiteSearch,
  },
  ...tagOption,
} as const satisfies OptionTable;

export type SeveralOptions = OptionValues<typeof severalOptions>;

/** Throws a UsageError unless websites are either named or searched for. */
export function mustNameSites(sites: readonly string[], { all, search, tag }: SeveralOptions): void {
  const ways = [sites.length > 0, all === true, search !== undefined || tag !== undefined].filter(
    Boolean,
  ).length;
  if (ways === 0) throw new UsageError('Say which websites: their ids or domains, --all, --search or --tag.');
  if (ways > 1)
    throw new UsageError('Name websites, or give --all, or --search and --tag: only one of them.');
  if (search?.trim() === '') throw new UsageError('--search is empty: give --all for every website.');
}

export type ListOptions<S extends string> = OptionValues<ReturnType<typeof listOptions<S>>>;

/** The options of both lists, websites and statistics. `lacking`: why the service does not search or sort it so. */
export function listOptions<const S extends string>(
  sortBy: readonly S[],
  unsupported: {
    search(this: void, capabilities: Capabilities): string | undefined;
    sortBy(this: void, capabilities: Capabilities, order: S): string | undefined;
  },
) {
  return {
    search: { value: '<text>', description: 'only rows with this text', whyUnsupported: unsupported.search },
    sortBy: {
      value: '<field>',
      description: 'what the rows are sorted by',
      choices: sortBy,
      whyUnsupported: unsupported.sortBy,
    },
    sort: { value: '<direction>', description: 'descending or ascending', choices: ['desc', 'asc'] },
    perPage: {
      value: '<rows>',
      description: 'rows a page, any number',
      parse: wholeNumber(1, 100_000),
      suggestions: perPageSizes.map(String),
    },
    page: { value: '<page>', description: 'which page', parse: wholeNumber(1) },
    all: { description: 'every page', conflicts: ['page'] },
  } as const satisfies OptionTable;
}

/** What is given on the command line beside the page; the service has its own defaults for the others. */
export function listQuery<S extends string>({
  search,
  sortBy,
  sort,
}: ListOptions<S>): Pick<ListOptions<S>, 'search' | 'sortBy' | 'sort'> {
  return { search: search?.trim() === '' ? undefined : search, sortBy, sort };
}

type ChoosingRun = Run<GlobalOptions & TagOptions & { readonly search?: string | undefined }>;

/** The websites that are named, else those chosen: how each is found, and read with all its fields. */
export async function namedOrChosen(run: ChoosingRun, sites: readonly string[]) {
  if (sites.length > 0)
    return sites.map(name => ({
      name,
      find: () => run.resolveSite(name),
      read: () => run.readSite(name),
    }));
  const { rows } = await chosenWebsites(run);
  return rows.map(website => ({
    name: websiteName(website),
    find: () => Promise.resolve(website),
    read: () => run.api.showWebsite(website.id),
  }));
}

/**
 * All websites, or of those with the text that is searched the ones with the tags. Where not all can be read, stderr says so and the
 * exit code is 1. Rejects as the Api does, and with a UsageError and a ConfigError.
 */
export async function chosenWebsites({ api, tags, options }: Pick<ChoosingRun, 'api' | 'tags' | 'options'>) {
  const { search = '' } = options;
  const tagged = taggedBy(tags, options);
  const { orders } = api.capabilities.websites;
  const sortBy = orders.includes('domain') ? 'domain' : orders[0];
  const searched = search.trim() === '' ? {} : { search };
  const { rows, readToEnd } = await allWebsites(page =>
    api.listWebsites({ ...searched, sortBy, sort: 'asc', perPage: 100, page }),
  );
  return { rows: tagged?.(rows) ?? rows, readToEnd };
}
