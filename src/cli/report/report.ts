import { comparedCount, rowsBasis } from '#model/statistics/summary.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import { zoneTime } from '#model/period/day.ts';
import { whyChange } from '#queries/why.ts';
import { daysOf } from '#queries/answers/request.ts';
import { sessionFacts } from '#queries/days/sessions.ts';
import { read, type Reader } from '#queries/answers/query.ts';
import { UsageError } from '#model/failure.ts';
import { overviewTable, readChosen } from '#cli/numbers/overview.ts';
import { type Overview, type OverviewRow, sortOverview } from '#queries/overview.ts';
import {
  allDays,
  baselineOf,
  compareOption,
  filterOf,
  fixedPeriod,
  mustNameSites,
  periodOptionsAnd,
  readerWithin,
  severalOptions,
  whereOption,
} from '#cli/options.ts';
import { print, type Printer, textWidthOf, writeTable } from '#cli/output.ts';
import {
  defineSubcommand,
  formatOf,
  type GlobalOptions,
  type OptionTable,
  type OptionValues,
  rowsOption,
  widthOption,
} from '#cli/subcommand.ts';
import { type Run, withService } from '#cli/withService.ts';
import { type Baseline, defaultBaseline } from '#model/comparison/periods.ts';
import { missingDaysOf, missingDaysText } from '#model/comparison/change.ts';
import { type DataTable, markdownCell } from '#model/export/dataTable.ts';
import { statisticsTable } from '#model/export/statisticTables.ts';
import { mapConcurrently } from '#model/promises.ts';
import { describePeriod } from '#model/period/format.ts';
import { withinText } from '#model/service/filterText.ts';
import { inTime, notesIn } from '#model/website/notes.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { type Quoted, whySentences } from '#model/why/sentence.ts';
import { setCharset } from '#text/characters.ts';
import { allSubject, htmlAllReport, htmlReport, reportSubject } from './htmlReport.ts';
import { hoursPanel, type Report, websiteReport } from '#queries/report.ts';
import {
  type AllReport,
  allSections,
  explanation,
  goalWordsOf,
  leftOutOf,
  markdownPage,
  type Moved,
  notedWords,
  noteOfLine,
  reportSections,
  reportTitle,
} from './sections.ts';
import { textReport, textSections } from './textReport.ts';

const reportOptions = {
  ...severalOptions,
  html: { description: 'as HTML, for mail programs' },
  mailFrom: {
    value: '<address>',
    description: 'with --mail-to: a whole message for sendmail -t, as text and HTML',
  },
  mailTo: {
    value: '<address>',
    description: 'who it is to; more of them with commas, or given again',
    repeatable: true,
  },
  ...periodOptionsAnd({ all: '"all" for one website' }),
  compare: { ...compareOption, default: defaultBaseline },
  ...whereOption,
  rows: rowsOption('rows of each statistic', 1, 25, 5),
  ...widthOption,
} as const satisfies OptionTable;

export const report = defineSubcommand({
  docs: 'commands',
  description:
    'print a website, or all in one mail, at a glance: for mail, motd and cron, as text, Markdown or HTML',
  arguments: [{ name: '[SITE]', description: 'its domain, id or name', suggestions: 'websites' }],
  options: reportOptions,
  examples: [
    ["sitedeck report shop.example.com --period 'last month'", 'one website on a page'],
    [
      'sitedeck report --all --mail-from root --mail-to you@example.com',
      'a message about all websites, for sendmail -t -i',
    ],
    ['sitedeck report shop.example.com --format markdown', 'for a page of notes'],
  ],
  async run([site], options) {
    mustNameSites(site === undefined ? [] : [site], options);
    refuseFormats(options, site === undefined ? 'overview' : 'stats');
    const printMail = await mailPrinter(options);
    await withService(options, async run => {
      const page = await (site === undefined ? pageOfAll(run) : pageOf(run, site));
      if (printMail) await printMail(page);
      else if (run.format === 'json') await writeTable(page.table(), run);
      else if (run.format === 'markdown') await print(page.markdown());
      else await print(page.text(run.printer));
    });
  },
});

type ReportOptions = GlobalOptions & OptionValues<typeof reportOptions>;

type ReportPage = Awaited<ReturnType<typeof pageOf>>;

/** Throws a UsageError for CSV, and for a mail in another format. */
function refuseFormats(options: ReportOptions, forCsv: string): void {
  const format = formatOf(options);
  if (format === 'csv')
    throw new UsageError(`A report is text, Markdown, HTML or JSON: for CSV use sitedeck ${forCsv}.`);
  if (format === 'table') return;
  if (options.html === true) throw new UsageError(`--html and ${format} are two formats: give one of them.`);
  if (options.mailFrom !== undefined || options.mailTo !== undefined)
    throw new UsageError(`A message is text and HTML: leave ${format} out.`);
}

/** Where letters beyond ASCII need no terminal that has them. */
const ofMail: Printer = { columns: undefined, colour: false, unicode: true };

/** Prints a report as HTML, or as a whole message; undefined for other formats. Throws a UsageError for wrong addresses. */
async function mailPrinter({
  html,
  mailFrom,
  mailTo,
}: ReportOptions): Promise<((page: ReportPage) => Promise<void>) | undefined> {
  if (mailFrom === undefined && mailTo === undefined) {
    if (html !== true) return undefined;
    return async page => {
      setCharset('utf8');
      await print(await page.html());
    };
  }
  if (mailFrom === undefined || mailTo === undefined)
    throw new UsageError('--mail-from and --mail-to go together: give both.');
  const { mailMessage, readAddresses } = await import('./mailMessage.ts');
  const addresses = readAddresses(mailFrom, mailTo);
  return async page => {
    setCharset('utf8');
    const { subject } = page;
    await print(await mailMessage(addresses, { subject, text: page.text(ofMail), html: await page.html() }));
  };
}

/** Rejects as the Api does, and with a UsageError. */
async function pageOf(run: Run<ReportOptions>, site: string) {
  const { api, options, profile } = run;
  const today = run.today();
  const fixed = fixedPeriod(options, today);
  // Nothing is before all days.
  const baseline = fixed && baselineOf(options.compare);
  const website = await run.resolveSite(site);
  const choice = fixed ?? (await allDays(api, website, today));
  const { hour } = zoneTime(profile.timeZone, Date.now());
  const notes = run.notesOf(website);
  const goals = run.goalsOf(website);
  const asked = { choice, baseline, website, hour, rows: options.rows, notes, goals };
  const where = await filterOf(run, [website.id], daysOf(asked, today).span, options);
  const found = await read(websiteReport, asked, readerWithin(run, where));
  return {
    /** Of a message. May hold foreign text. */
    subject: reportSubject(found),
    text: (printer: Printer) => textReport(found, textWidthOf(options, printer), printer),
    markdown: () => markdownPage(reportTitle(found), reportSections(found)),
    html: async () => htmlReport(found, await api.pageOf?.(website.id)),
    table: () => reportTable(found),
  };
}

async function pageOfAll(run: Run<ReportOptions>): Promise<ReportPage> {
  const { api, options, profile } = run;
  const today = run.today();
  const { timeZone } = profile;
  const asked = { choice: fixedPeriod(options, today), baseline: baselineOf(options.compare) };
  const overview = await readChosen(run, asked);
  const reader = readerWithin(run, overview.where ?? []);
  const moved = await readMoved(run, reader, overview, asked);
  const about = new Set(overview.rows.flatMap(({ website }) => run.notesOf(website)));
  const notes = notesIn(inTime([...about]), overview.days.period);
  const all = {
    title: `Websites${withinText(overview.where)}, ${describePeriod(overview.days.period)}`,
    overview,
    moved,
    notes,
    timeZone,
    today,
  };
  return {
    subject: allSubject(overview),
    text: printer => textSections(all.title, allSections(all), textWidthOf(options, printer), printer),
    markdown: () => markdownPage(all.title, allSections(all, markdownCell)),
    async html() {
      const ids = overview.rows.map(({ website }) => website.id);
      const pages = await mapConcurrently(ids, async id => [id, await api.pageOf?.(id)] as const);
      return htmlAllReport({
        ...all,
        pages: new Map(pages.flatMap(([id, page]) => (page ? [[id, page]] : []))),
      });
    },
    table: () => allTable(all),
  };
}

const maxMoved = 3;

function movedMost(rows: readonly OverviewRow[]): OverviewRow[] {
  const movement = ({ visitors }: OverviewRow) =>
    Math.abs((visitors?.count ?? 0) - (visitors?.countBefore ?? visitors?.count ?? 0));
  return rows
    .filter(row => movement(row) > 0)
    .toSorted((a, b) => movement(b) - movement(a))
    .slice(0, maxMoved);
}

/** Why those websites changed that moved most; none where nothing is compared. Rejects as the Api does. */
async function readMoved(
  run: Run<ReportOptions>,
  reader: Reader,
  { rows, days, isCompared }: Overview,
  {
    choice,
    baseline,
  }: { readonly choice: PeriodChoice | undefined; readonly baseline: Baseline | undefined },
): Promise<Moved[]> {
  // Of today only rows of its hours explain anything.
  const isExplained = days.isCompared || (isCompared && reader.capabilities.rowsByHour === true);
  if (choice === undefined || !isExplained) return [];
  const moved: Moved[] = [];
  for (const { website } of movedMost(rows)) {
    const { facts, periods, leftOut } = await read(
      whyChange,
      { website: website.id, choice, baseline, notes: run.notesOf(website) },
      reader,
    );
    if (facts === undefined || periods === undefined) continue;
    const sentences = (quoted?: Quoted) => whySentences(facts, periods, reader.capabilities, quoted);
    moved.push({ website, leftOut, sentences });
  }
  return moved;
}

function reportTable(report: Report): DataTable {
  const { capabilities, website, period, compared, timeZone, visitors, pageviews, panels, leftOut } = report;
  const hours = hoursPanel(report);
  const missingDays = missingDaysOf(visitors.covered);
  const parameters = {
    attention: report.attention.map(reason => attentionSentence(reason)).join(' ') || undefined,
    sentence: explanation(report).join(' ') || undefined,
    compared_from: compared?.now.from,
    compared_to: compared?.now.to,
    before_from: (compared ?? report.hoursSoFar?.compared)?.before.from,
    before_to: (compared ?? report.hoursSoFar?.compared)?.before.to,
    visitors: visitors.total,
    visitors_compared: comparedCount(visitors, compared),
    visitors_before: visitors.countBefore,
    no_comparison: missingDays && missingDaysText(missingDays),
    pageviews: pageviews.total,
    pageviews_compared: comparedCount(pageviews, compared),
    pageviews_before: pageviews.countBefore,
    ...sessionFacts(report.sessions),
    best_day: visitors.best?.day,
    best_day_visitors: visitors.best?.count,
    visitors_today: visitors.today,
    noted: notedWords(report),
    goals: goalWordsOf(report).join(' ') || undefined,
    left_out: leftOut.join(' ') || undefined,
  };
  const points = visitors.points.map(({ day, count }) => ({ value: day, count }));
  const basis = rowsBasis(points);
  return statisticsTable(
    { capabilities, website, period, timeZone, where: report.where, begins: report.begins, parameters },
    [
      { name: 'visitors', entries: points, basis },
      ...[...(hours === undefined ? [] : [hours]), ...panels].map(({ rows, ...panel }) => ({
        ...panel,
        entries: rows,
      })),
    ],
  );
}

/** Those of the overview, with why those changed that moved most. */
function allTable({ overview, moved, notes, timeZone, today }: Omit<AllReport, 'pages'>): DataTable {
  const rows = sortOverview(overview.rows, 'visitors', false);
  const table = overviewTable(rows, overview, timeZone);
  const whys = new Map(moved.map(({ website, sentences }) => [website.id, sentences().join(' ')]));
  return {
    ...table,
    about: {
      ...table.about,
      noted: notedWords({ notes, today }, noteOfLine),
      left_out: leftOutOf(moved).join(' ') || undefined,
    },
    columns: [...table.columns, { key: 'why', title: 'Why' }],
    rows: table.rows.map((cells, at) => [...cells, whys.get(rows[at]?.website.id ?? '')]),
  };
}
