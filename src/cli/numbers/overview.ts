import type { Api } from '#api/api.ts';
import { Failure, failureLine } from '#model/failure.ts';
import { baselineOf, compareOption, fixedPeriod, periodOptions } from '#cli/options/question.ts';
import { type ChooseTagged, taggedBy, tagOption, type TagOptions } from '#cli/options/websites.ts';
import { changeInk } from '#cli/output/printer.ts';
import { complain, progress, say } from '#cli/output/stderr.ts';
import { print } from '#cli/output/stdout.ts';
import { type TableView, writeTable } from '#cli/output/table.ts';
import { allWebsites } from '#cli/readPages.ts';
import { defineSubcommand, type GlobalOptions } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { type Change, changeRatio, formatChange, formatRatio } from '#model/comparison/change.ts';
import { type Baseline, defaultBaseline, lastWholeDay } from '#model/comparison/periods.ts';
import { allTime, lackText } from '#model/comparison/dataDays.ts';
import {
  type DataCell,
  type DataColumn,
  type DataTable,
  numberText,
  periodParameters,
} from '#model/export/dataTable.ts';
import { dayParts } from '#model/period/day.ts';
import { comparisonWordsOfAll, describePeriod } from '#model/period/format.ts';
import { type PeriodChoice } from '#model/period/period.ts';
import { whyNoWebsiteSearch } from '#model/service/capabilities.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { type ComparedCounts, comparedSums, type Summary, summaryChange } from '#model/statistics/summary.ts';
import { type Attention, attentionOf, attentionUrgency, shortAttention } from '#model/website/attention.ts';
import {
  type BesideUsual,
  movedTogether,
  shortTogether,
  type Together,
  togetherSentence,
  withoutTogether,
} from '#model/website/together.ts';
import { sharedDomains, type Website, websiteName } from '#model/website/website.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd } from '#text/fit.ts';
import { safeText, type SafeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { websiteNumbers } from '#queries/overview.ts';
import { createReader, read as readQuery } from '#queries/query.ts';
import { daysOf, type QuestionDays } from '#queries/question.ts';

export const overview = defineSubcommand({
  docs: 'commands',
  description: 'print the numbers of all websites, with totals and what needs attention',
  arguments: [],
  options: {
    ...periodOptions,
    compare: { ...compareOption, default: defaultBaseline },
    sortBy: {
      value: '<field>',
      description: 'most visitors or page views, greatest rise, newest, or domains from a to z first',
      choices: ['visitors', 'change', 'domain', 'pageviews', 'id'],
      default: 'visitors',
    },
    sort: { value: '<direction>', description: 'descending or ascending', choices: ['desc', 'asc'] },
    onlyAttention: { description: 'only websites that need attention' },
    search: {
      value: '<text>',
      description: 'only websites with this text in their domain or name',
      whyLacking: whyNoWebsiteSearch,
    },
    tag: { ...tagOption.tag, description: 'only websites with this tag; given twice, with both' },
  },
  examples: [
    ["sitedeck overview --period 'last month' --sort-by change", 'all websites, those that rose most first'],
    ['sitedeck overview --format line', 'for the message of the day'],
    ['sitedeck overview --only-attention --json', 'those that need attention, for a program'],
  ],
  async run(_args, options) {
    const isLine = options.format === 'line' && options.json !== true;
    await withService(isLine ? { ...options, format: 'table' } : options, async run => {
      const today = run.today();
      const choice = fixedPeriod(options, today);
      const baseline = baselineOf(options.compare);
      const overview = await readOverview(run.api, chosenBy(run), {
        choice,
        baseline,
        today,
        timeZone: run.profile.timeZone,
      });
      const { sortBy, sort } = options;
      const usual = sortBy === 'domain' ? 'asc' : 'desc';
      const sorted = sortOverview(overview.rows, sortBy, (sort ?? usual) !== usual);
      const rows = options.onlyAttention === true ? sorted.filter(row => row.attention.length > 0) : sorted;
      if (isLine) return await print(`${overviewLine(rows, overview, today)}\n`);
      await writeTable(
        overviewTable(rows, overview, run.profile.timeZone),
        run,
        overviewView(rows, overview),
      );
      if (run.format === 'table' && rows.length === 0)
        say(options.onlyAttention === true ? 'No website needs attention.' : 'No websites.');
    });
  },
});

type OverviewOrder = 'visitors' | 'change' | 'domain' | 'pageviews' | 'id';

/**
 * The rows in their order: most visitors or page views first, greatest rise first, highest id first, or domains from a;
 * `reverse` turns them round.
 */
export function sortOverview(
  rows: readonly OverviewRow[],
  order: OverviewOrder,
  reverse: boolean,
): OverviewRow[] {
  const byDomain = (a: OverviewRow, b: OverviewRow) =>
    websiteName(a.website) < websiteName(b.website) ? -1 : 1;
  const numberOf = numbers[order];
  const compare = (a: OverviewRow, b: OverviewRow) => {
    const [one, other] = [numberOf(a), numberOf(b)];
    // What is unknown comes last in either direction.
    if (one === undefined || other === undefined)
      return one === other ? byDomain(a, b) : one === undefined ? 1 : -1;
    if (one === other) return byDomain(a, b);
    return one > other === reverse ? 1 : -1;
  };
  if (order !== 'domain') return rows.toSorted(compare);
  return rows.toSorted((a, b) => (reverse ? byDomain(b, a) : byDomain(a, b)));
}

const numbers: Readonly<Record<OverviewOrder, (row: OverviewRow) => number | undefined>> = {
  visitors: ({ visitors }) => visitors?.total,
  // As the list of the application sorts: new ones above all rises.
  change: changeOf,
  pageviews: ({ pageviews }) => pageviews?.total,
  id: ({ website }) => (/^\d+$/.test(website.id) ? Number(website.id) : undefined),
  domain: () => undefined,
};

function changeOf({ visitors }: OverviewRow): number | undefined {
  return changeRatio(summaryChange(visitors));
}

export interface Totals extends ComparedCounts {
  readonly visitors: number;
  readonly pageviews: number;
}

/** The sums of the rows that were read. Both sides of a comparison are of the websites that have both. */
export function overviewTotals(rows: readonly OverviewRow[], isCompared: boolean): Totals {
  const add = (read: (row: OverviewRow) => number | undefined) =>
    rows.reduce((sum, row) => sum + (read(row) ?? 0), 0);
  return {
    visitors: add(({ visitors }) => visitors?.total),
    ...(isCompared
      ? comparedSums(rows.flatMap(({ visitors }) => (visitors?.covered === undefined ? [] : visitors)))
      : { count: add(({ visitors }) => visitors?.count), countBefore: undefined }),
    pageviews: add(({ pageviews }) => pageviews?.total),
  };
}

/** The numbers of websites with their totals, for programs and for people. */
export function overviewTable(
  rows: readonly OverviewRow[],
  { days, isWhole, together }: Overview,
  timeZone: string,
): DataTable {
  const { period, compared, isCompared } = days;
  const totals = overviewTotals(rows, isCompared);
  const shared = sharedDomains(rows.map(({ website }) => website));
  const hasNames = rows.some(({ website }) => website.name !== undefined);
  const withBefore = <T>(cells: readonly T[]): readonly T[] => (isCompared ? cells : []);
  return {
    title: `Websites, ${describePeriod(period)}`,
    about: {
      ...periodParameters(period, compared?.before, timeZone),
      complete: isWhole,
      websites: rows.length,
      visitors: totals.visitors,
      visitors_before: totals.countBefore,
      pageviews: totals.pageviews,
      together: together && togetherSentence(together),
    },
    columns: [
      { key: 'id', title: 'Id', forPrograms: true },
      { key: 'domain', title: 'Domain' },
      // For people where domains do not tell the websites apart.
      ...(hasNames ? [{ key: 'name', title: 'Name', forPrograms: shared.size === 0 }] : []),
      { key: 'visitors', title: 'Visitors' },
      ...withBefore<DataColumn>([
        { key: 'visitors_compared', title: 'Visitors of whole days', forPrograms: true },
        { key: 'visitors_before', title: 'Before' },
        ...(compared === undefined ? [{ key: 'before_day', title: 'Day before' }] : []),
        { key: 'change', title: 'Change', kind: 'change' },
      ]),
      { key: 'pageviews', title: 'Page views' },
      { key: 'attention', title: 'Attention' },
    ],
    rows: rows.map((row): DataCell[] => [
      row.website.id,
      websiteName(row.website),
      ...(hasNames ? [row.website.name] : []),
      row.visitors?.total,
      ...withBefore<DataCell>([
        row.visitors?.count,
        row.visitors?.countBefore,
        ...(compared === undefined ? [row.days?.before?.from] : []),
        changeOf(row),
      ]),
      row.pageviews?.total,
      row.attention.map(shortAttention).join('; '),
    ]),
  };
}

/** The totals below, and what the changes are against. */
export function overviewView(rows: readonly OverviewRow[], { days, together }: Overview): TableView {
  const { period, isCompared } = days;
  const totals = overviewTotals(rows, isCompared);
  const { visitors, pageviews } = totals;
  const changed = summaryChange(totals);
  const against = isCompared ? changeWords(changed, days) : '';
  const lacking = new Set(
    rows.flatMap(({ website, visitors }) => (summaryChange(visitors).kind === 'lack' ? website.id : [])),
  );
  return {
    before: safeText(`Websites, ${describePeriod(period)}`),
    after: safeText(
      `${counted(rows.length, 'websites')}: ${counted(visitors, 'visitors')}${against}; ${numberText(pageviews, {})} page views${together === undefined ? '' : `. ${togetherSentence(together).slice(0, -1)}`}`,
    ),
    cell: (key, row, at) =>
      key === 'change' && (typeof row[at] === 'number' || lacking.has(String(row[0])))
        ? changeCell(typeof row[at] === 'number' ? formatRatio(row[at]) : '-')
        : key === 'attention'
          ? { text: safeText(row[at] ?? ''), ink: 'bad' }
          : undefined,
  };
}

/** Where both are zero there is no change to tell. */
function changeWords(changed: Change, days: QuestionDays): string {
  if (changed.kind === 'none') return '';
  if (changed.kind === 'lack') return `, ${lackText(changed.lack)}`;
  return ` ${formatChange(changed)} ${comparisonWordsOfAll(days)}`;
}

/** Those that need attention, the most urgent first. */
export function needyOf(rows: readonly OverviewRow[]): OverviewRow[] {
  return attentionUrgency.flatMap(kind => rows.filter(({ attention }) => attention[0]?.kind === kind));
}

const lineWidth = 80;
/** Of a name in the line, in columns. */
const nameWidth = 30;

/** All in one line of at most 80 columns: the totals, and as much of what else is to be told as fits. */
function overviewLine(
  rows: readonly OverviewRow[],
  { days: { period, isCompared }, together }: Pick<Overview, 'days' | 'together'>,
  today: Day,
): SafeText {
  const totals = overviewTotals(rows, isCompared);
  const { visitors } = totals;
  const read = rows.filter(row => row.visitors !== undefined).length;
  const websites = counted(rows.length, 'websites');
  const change = summaryChange(totals);
  const changed = change.kind === 'lack' ? '' : formatChange(change);
  const total = `${read === rows.length ? '' : `${read} of `}${websites}: ${counted(visitors, 'visitors')} ${changed}`;
  const ofDays = `${total.trimEnd()}, ${describePeriod(period).replace(` ${dayParts(today).year}`, '')}`;
  const ofToday = rows.flatMap(row => row.visitors?.today ?? []);
  const sum = ofToday.reduce((all, count) => all + count, 0);
  const withToday =
    ofToday.length === 0 || period.from === today ? ofDays : `${ofDays}, today ${groupThousands(sum)}`;
  const names = needyOf(rows).map(({ website }) => cutEnd(safeText(websiteName(website)), nameWidth));
  const needy = names
    .map((_, at) => {
      const more = names.length - at - 1;
      return `; ! ${names.slice(0, at + 1).join(', ')}${more === 0 ? '' : ` +${more}`}`;
    })
    .toReversed();
  const needs = names.length === 1 ? 'needs' : 'need';
  const fewest = names.length === 0 ? '' : `; ${names.length} ${needs} attention`;
  // The line begins with how many websites there are.
  const all = together === undefined ? '' : `; ${shortTogether(together).replace(' websites ', ' ')}`;
  const both = all === '' ? [] : [...needy.map(who => all + who), all + fewest, all];
  const lines = [
    ...both.flatMap(who => [withToday + who, ofDays + who, total.trimEnd() + who]),
    ...[...needy, fewest].flatMap(who => [withToday + who, ofDays + who]),
  ];
  const shown = [...lines, total.trimEnd() + fewest].map(line => safeText(line));
  return shown.find(line => textWidth(line) <= lineWidth) ?? cutEnd(safeText(total), lineWidth);
}

function changeCell(text: string) {
  return { text: safeText(text), ink: changeInk(text) };
}

/** The numbers of a website; undefined where they could not be read. */
export interface OverviewRow {
  readonly website: Website;
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  /** With its own usual day. */
  readonly days: QuestionDays | undefined;
  readonly lastDay: BesideUsual | undefined;
  readonly attention: readonly Attention[];
}

export interface Overview {
  /** What all rows have in common. */
  readonly days: QuestionDays;
  /** What most of them did alike on the last whole day: none of them needs attention for it. */
  readonly together: Together | undefined;
  /** In the order of the service. */
  readonly rows: readonly OverviewRow[];
  /** Whether all websites and all their numbers were read. */
  readonly isWhole: boolean;
}

interface Question {
  /** Undefined for all days, which are compared with nothing. */
  readonly choice: PeriodChoice | undefined;
  readonly baseline: Baseline | undefined;
  readonly today: Day;
  readonly timeZone: string;
}

/** Which websites: all, or of those that the service finds the ones with the tags. */
export interface Chosen {
  readonly search?: string | undefined;
  readonly tagged?: ChooseTagged | undefined;
}

/** What the options of a command choose. Throws a UsageError and a ConfigError. */
export function chosenBy({
  tags,
  options,
}: Run<GlobalOptions & TagOptions & { readonly search?: string }>): Chosen {
  return { search: options.search, tagged: taggedBy(tags, options) };
}

/** The websites chosen. Where not all can be read, stderr says so and the exit code is 1. */
export async function searchWebsites(api: Api, { search, tagged }: Chosen) {
  const { orders } = api.capabilities.websites;
  const sortBy = orders.includes('domain') ? 'domain' : orders[0];
  const searched = search === undefined || search.trim() === '' ? {} : { search };
  const { rows, readToEnd } = await allWebsites(page =>
    api.listWebsites({ ...searched, sortBy, sort: 'asc', perPage: 100, page }),
  );
  return { rows: tagged?.(rows) ?? rows, readToEnd };
}

const noStarts: ReadonlyMap<string, Day> = new Map();

/** The first day of each website, but for those that cannot be read: their numbers will not be there either. */
async function firstDays(
  api: Api,
  websites: readonly Website[],
  today: Day,
): Promise<ReadonlyMap<string, Day>> {
  let read = 0;
  const starts = await fewAtOnce(websites, async website => {
    const data = await api.readDataDays(website.id, today).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return undefined;
    });
    read += 1;
    progress.show(`first days of ${read} of ${websites.length} websites`);
    return data === undefined ? [] : [[website.id, allTime(data, website, today).from] as const];
  });
  return new Map(starts.flat());
}

function earliest(starts: ReadonlyMap<string, Day>, today: Day): Day {
  return [...starts.values()].reduce((first, day) => (day < first ? day : first), today);
}

/**
 * The numbers of the websites chosen. One that cannot be read is said on stderr, makes the exit code, and
 * has no numbers. Rejects where the list cannot be read.
 */
export async function readOverview(
  api: Api,
  chosen: Chosen,
  { choice: fixed, baseline: wanted, today, timeZone }: Question,
): Promise<Overview> {
  const { rows: websites, readToEnd } = await searchWebsites(api, chosen);
  const starts = fixed === undefined ? await firstDays(api, websites, today) : noStarts;
  const choice = fixed ?? ({ kind: 'range', from: earliest(starts, today), to: today } as const);
  const baseline = fixed === undefined ? undefined : wanted;
  const days = daysOf({ choice, baseline }, today);
  let read = 0;
  let failed = 0;
  const rows = await fewAtOnce(websites, async (website): Promise<OverviewRow> => {
    const settings = attentionOf(website, undefined, today);
    try {
      // Each its own reader, so that no series of thousands of websites are held.
      const reader = createReader(api, { today, timeZone });
      const asked = { choice, baseline, website, from: starts.get(website.id) };
      const numbers = await readQuery(websiteNumbers, asked, reader);
      read += 1;
      progress.show(`${read} of ${websites.length} websites read`);
      return { website, ...numbers };
    } catch (error) {
      const code = error instanceof Failure ? error.exitCode : undefined;
      if (code === undefined) throw error;
      failed += 1;
      complain(`${safeText(websiteName(website), 100)}: ${failureLine(error)}`);
      process.exitCode = Math.max(code, Number(process.exitCode ?? 0));
      const nothing = { visitors: undefined, pageviews: undefined, days: undefined, lastDay: undefined };
      return { website, ...nothing, attention: settings };
    }
  });
  progress.clear();
  const together = movedTogether(
    rows.map(({ lastDay }) => lastDay),
    lastWholeDay(days.period, today),
  );
  return {
    days,
    together,
    rows: rows.map(row => ({ ...row, attention: withoutTogether(row.attention, row.lastDay, together) })),
    isWhole: readToEnd && failed === 0,
  };
}
