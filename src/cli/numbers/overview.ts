import {
  baselineOf,
  chosenWebsites,
  compareOption,
  filterOf,
  fixedPeriod,
  periodOptions,
  tagOption,
  type TagOptions,
  whereOption,
  type WhereOptions,
} from '#cli/options.ts';
import { complainOf, print, progress, say, type TableView, writeTable } from '#cli/output.ts';
import { defineSubcommand, type GlobalOptions } from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import {
  type Change,
  changeCellText,
  changeRatio,
  changeTone,
  formatChange,
  missingDaysText,
} from '#model/comparison/change.ts';
import { defaultBaseline } from '#model/comparison/periods.ts';
import {
  dayBefore,
  beginsParameters,
  type DataCell,
  type DataColumn,
  type DataTable,
  periodParameters,
  whereParameter,
} from '#model/export/dataTable.ts';
import { addDays, dayParts } from '#model/period/day.ts';
import { hoursSoFarWords, comparisonWordsOfAll, describePeriod, hourText } from '#model/period/format.ts';
import { countsOf, countsVisits, statisticTitle, whyNoWebsiteSearch } from '#model/service/capabilities.ts';
import { filterBeginsText, withinText } from '#model/service/filterText.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { comparedCount, summaryChange } from '#model/statistics/summary.ts';
import { shortAttention } from '#model/website/attention.ts';
import { shortTogether, togetherSentence } from '#model/website/sharedMove.ts';
import { sharedDomains, websiteName } from '#model/website/website.ts';
import {
  comparedOfWords,
  needingAttention,
  type Overview,
  type OverviewRow,
  readOverview,
  sortOverview,
  noTotalWords,
  sumsWords,
  type Totals,
  totalChange,
  totalsOf,
  whyNoChange,
} from '#queries/overview.ts';
import { daysOf } from '#queries/answers/request.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd, total } from '#text/fit.ts';
import { safeText, type SafeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';

export const overview = defineSubcommand({
  docs: 'commands',
  description: 'print the numbers of all websites, with totals and what needs attention',
  arguments: [],
  options: {
    ...periodOptions,
    compare: { ...compareOption, default: defaultBaseline },
    ...whereOption,
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
      whyUnsupported: whyNoWebsiteSearch,
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
      const overview = await readChosen(run, { choice, baseline });
      const { sortBy, sort } = options;
      const usual = sortBy === 'domain' ? 'asc' : 'desc';
      const sorted = sortOverview(overview.rows, sortBy, (sort ?? usual) !== usual);
      const rows = options.onlyAttention === true ? sorted.filter(row => row.attention.length > 0) : sorted;
      if ((isLine || run.format !== 'table') && overview.begins !== undefined)
        say(filterBeginsText(overview.begins));
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

export function overviewTable(
  rows: readonly OverviewRow[],
  { days, isCompared, isWhole, together, where = [], begins, capabilities }: Overview,
  timeZone: string,
): DataTable {
  const { period, compared } = days;
  const totals = totalsOf(rows);
  const changed = summaryChange(totals.compared);
  const shared = sharedDomains(rows.map(({ website }) => website));
  const hasNames = rows.some(({ website }) => website.name !== undefined);
  const withBefore = <T>(cells: readonly T[]): readonly T[] => (isCompared ? cells : []);
  return {
    title: `Websites${withinText(where)}, ${describePeriod(period)}`,
    areVisits: countsVisits(capabilities),
    about: {
      ...periodParameters(period, compared?.before, timeZone, capabilities),
      ...whereParameter(where),
      complete: isWhole,
      websites: rows.length,
      visitors: totals.visitors,
      visitors_are: sumsWords(totals, period).replace(/^, /, '') || undefined,
      visitors_compared: totals.compared?.countBefore === undefined ? undefined : totals.compared.count,
      visitors_before: totals.compared?.countBefore,
      websites_compared: totals.comparedOf,
      no_comparison: changed.kind === 'missingDays' ? missingDaysText(changed.missingDays) : undefined,
      pageviews: totals.pageviews,
      together: together && togetherSentence(together),
      ...beginsParameters(begins),
    },
    columns: [
      { key: 'id', title: 'Id', forPrograms: true },
      { key: 'domain', title: 'Domain' },
      // For people where domains do not tell the websites apart.
      ...(hasNames ? [{ key: 'name', title: 'Name', forPrograms: shared.size === 0 }] : []),
      { key: 'visitors', title: statisticTitle('visitors', capabilities) },
      ...withBefore<DataColumn>([
        {
          key: 'visitors_compared',
          title: `${statisticTitle('visitors', capabilities)} of whole days`,
          forPrograms: true,
        },
        { key: 'visitors_before', title: 'Before' },
        ...(compared === undefined ? [dayBefore('before_day')] : []),
        { key: 'change', title: 'Change', kind: 'change' },
        { key: 'no_comparison', title: 'No comparison', forPrograms: true },
      ]),
      { key: 'pageviews', title: 'Page views', forPrograms: countsVisits(capabilities) },
      { key: 'attention', title: 'Attention' },
    ],
    rows: rows.map((row): DataCell[] => [
      row.website.id,
      websiteName(row.website),
      ...(hasNames ? [row.website.name] : []),
      row.visitors?.total,
      ...withBefore<DataCell>([
        row.visitors && comparedCount(row.visitors, compared),
        row.visitors?.countBefore,
        ...(compared === undefined ? [(row.days?.before ?? row.hoursSoFar?.compared.before)?.from] : []),
        changeRatio(summaryChange(row.visitors)),
        whyNoChange(row.visitors, row.days, capabilities),
      ]),
      row.pageviews?.total,
      row.attention.map(reason => shortAttention(reason)).join('; '),
    ]),
  };
}

export function overviewView(rows: readonly OverviewRow[], overview: Overview): TableView {
  const { days, isCompared, together, where, begins, capabilities } = overview;
  const { period } = days;
  const totals = totalsOf(rows);
  const { visitors, pageviews } = totals;
  const changed = summaryChange(totals.compared);
  const against = isCompared ? changeWords(changed, totals, overview) : '';
  const sums = sumsWords(totals, period);
  const changes = new Map<DataCell, Change>(rows.map(row => [row.website.id, summaryChange(row.visitors)]));
  const counts =
    visitors === undefined
      ? noTotalWords(totals, rows, days)
      : `${counted(visitors, countsOf('visitors', capabilities))}${against}${countsVisits(capabilities) ? '' : `; ${groupThousands(pageviews)} page views`}`;
  return {
    before: safeText(`Websites${withinText(where)}, ${describePeriod(period)}`),
    after: safeText(
      `${counted(rows.length, 'websites')}${visitors === undefined ? '' : sums}: ${counts}${begins === undefined ? '' : `. ${filterBeginsText(begins).slice(0, -1)}`}${together === undefined ? '' : `. ${togetherSentence(together).slice(0, -1)}`}`,
    ),
    cell: (key, row, at) =>
      key === 'change'
        ? changeCell(typeof row[at] === 'number' ? changes.get(row[0]) : undefined)
        : key === 'attention'
          ? { text: safeText(row[at] ?? ''), style: 'bad' }
          : undefined,
  };
}

/** Where both are zero there is no change to tell. */
function changeWords(changed: Change, totals: Totals, overview: Overview): string {
  if (changed.kind === 'none') return '';
  if (changed.kind === 'missingDays') return `, ${missingDaysText(changed.missingDays)}`;
  return ` ${formatChange(changed)}${comparedOfWords(totals)} ${againstOfAll(overview)}`;
}

/** "against a usual Saturday", of today "up to 14:00 against a usual Saturday". */
export function againstOfAll({ days, rows }: Pick<Overview, 'days' | 'rows'>): string {
  const hoursSoFar = rows.find(row => row.hoursSoFar !== undefined)?.hoursSoFar;
  if (hoursSoFar === undefined) return comparisonWordsOfAll(days);
  if (days.usualOf === undefined) return hoursSoFarWords(hoursSoFar.hours, hoursSoFar.compared);
  return `up to ${hourText(hoursSoFar.hours)} ${comparisonWordsOfAll(days)}`;
}

const lineWidth = 80;
/** Of a name in the line, in columns. */
const nameWidth = 30;

/** All in one line of at most 80 columns: the totals, and as much of what else is to be told as fits. */
function overviewLine(
  rows: readonly OverviewRow[],
  { days: { period }, together, where, capabilities }: Omit<Overview, 'rows'>,
  today: Day,
): SafeText {
  const totals = totalsOf(rows);
  const { visitors } = totals;
  const read = rows.filter(row => row.visitors !== undefined).length;
  const websites = counted(rows.length, 'websites');
  const change = summaryChange(totals.compared);
  const changed = change.kind === 'missingDays' ? '' : totalChange(totals);
  const line = `${read === rows.length ? '' : `${read} of `}${websites}: ${visitors === undefined ? noTotalWords(totals, rows, { period, today }) : counted(visitors, countsOf('visitors', capabilities))}${withinText(where)} ${changed}`;
  const ofDays = `${line.trimEnd()}, ${describePeriod(period).replace(` ${dayParts(today).year}`, '')}`;
  const ofToday = rows.flatMap(row => row.visitors?.today ?? []);
  const sum = total(ofToday);
  const withToday =
    ofToday.length === 0 || period.from === today ? ofDays : `${ofDays}, today ${groupThousands(sum)}`;
  const names = needingAttention(rows).map(({ website }) =>
    cutEnd(safeText(websiteName(website)), nameWidth),
  );
  const needing = names.map((_, at) => {
    const more = names.length - at - 1;
    return `; ! ${names.slice(0, at + 1).join(', ')}${more === 0 ? '' : ` +${more}`}`;
  });
  const needs = names.length === 1 ? 'needs' : 'need';
  const fewest = names.length === 0 ? '' : `; ${names.length} ${needs} attention`;
  const whose = [...needing.toReversed(), fewest];
  // The line begins with how many websites there are.
  const all = together === undefined ? '' : `; ${shortTogether(together).replace(' websites ', ' ')}`;
  const both = all === '' ? [] : [...whose, ''].map(who => all + who);
  const shown = [
    ...both.flatMap(who => [withToday + who, ofDays + who, line.trimEnd() + who]),
    ...whose.flatMap(who => [withToday + who, ofDays + who]),
    line.trimEnd() + fewest,
  ].map(each => safeText(each));
  return shown.find(each => textWidth(each) <= lineWidth) ?? cutEnd(safeText(line), lineWidth);
}

function changeCell(change: Change = { kind: 'none' }) {
  return { text: safeText(changeCellText(change)), style: changeTone(change) };
}

/** One that cannot be read is said on stderr, makes the exit code, and has no numbers. Rejects where the list cannot be read. */
export async function readChosen(
  run: Run<GlobalOptions & TagOptions & WhereOptions & { readonly search?: string | undefined }>,
  asked: Pick<Parameters<typeof readOverview>[2], 'choice' | 'baseline'>,
): Promise<Overview> {
  const { rows: websites, readToEnd } = await chosenWebsites(run);
  const { length } = websites;
  const days = { today: run.today(), timeZone: run.profile.timeZone };
  const lastYear = { kind: 'range', from: addDays(days.today, -365), to: days.today } as const;
  const { span } = daysOf({ choice: asked.choice ?? lastYear, baseline: asked.baseline }, days.today);
  const ids = websites.map(({ id }) => id);
  const where = await filterOf(run, ids, span, run.options);
  const overview = await readOverview(
    run.api,
    websites,
    { ...asked, ...days, where, goalsOf: run.goalsOf },
    {
      reads: (what, count) =>
        progress.show(
          what === 'numbers'
            ? `${count} of ${length} websites read`
            : `first days of ${count} of ${length} websites`,
        ),
      failed(website, error) {
        complainOf(websiteName(website), error);
      },
    },
  );
  progress.clear();
  return { ...overview, isWhole: readToEnd && overview.isWhole };
}
