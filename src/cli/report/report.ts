import { allDays, compareOption, fixedPeriod, periodOptionsAnd } from '#cli/options/question.ts';
import { mustNameSites, severalOptions } from '#cli/options/websites.ts';
import { type Printer, textWidthOf } from '#cli/output/printer.ts';
import { print } from '#cli/output/stdout.ts';
import { writeTable } from '#cli/output/table.ts';
import { defineSubcommand, wholeNumber } from '#cli/subcommand.ts';
import { withService } from '#cli/withService.ts';
import { defaultBaseline } from '#model/comparison/periods.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { statisticsTable } from '#model/export/statisticTables.ts';
import { shareBasis } from '#model/statistics/share.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { whySentences } from '#model/why/sentence.ts';
import { printAllReport } from './allReport.ts';
import { htmlReport, reportSubject } from './htmlReport.ts';
import { mailPrinter, refuseFormats, type ReportOptions } from './options.ts';
import { hoursPanel, readReport, type Report } from './readReport.ts';
import { markdownReport } from './sections.ts';
import { textReport } from './textReport.ts';

export const report = defineSubcommand({
  docs: 'commands',
  description:
    'print a website, or all in one mail, at a glance: for mail, motd and cron, as text, Markdown or HTML',
  arguments: [{ name: '[SITE]', description: 'its id or domain', suggestions: 'websites' }],
  options: {
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
    rows: { value: '<rows>', description: 'rows of each statistic', parse: wholeNumber(1, 25), default: 5 },
    width: {
      value: '<columns>',
      description: 'how many columns; by default those of the terminal, or 80',
      parse: wholeNumber(40, 300),
    },
  },
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
    await (site === undefined ? printAllReport(options) : printReport(site, options));
  },
});

export async function printReport(site: string, options: ReportOptions): Promise<void> {
  refuseFormats(options, 'stats');
  const printMail = await mailPrinter(options);
  await withService(options, async run => {
    const today = run.today();
    const fixed = fixedPeriod(options, today);
    // Nothing is before all days.
    const baseline = options.compare === 'none' || fixed === undefined ? undefined : options.compare;
    const website = await run.resolveSite(site);
    const choice = fixed ?? (await allDays(run.api, website, today));
    const { timeZone } = run.profile;
    const report = await readReport(run.api, website, {
      choice,
      baseline,
      today,
      timeZone,
      rows: options.rows,
    });
    const text = (printer: Printer) => textReport(report, textWidthOf(options, printer), printer);
    if (printMail)
      return await printMail({ subject: reportSubject(report), text, html: () => htmlReport(report) });
    if (run.format === 'json') return await writeTable(reportTable(report), run);
    if (run.format === 'markdown') return await print(markdownReport(report));
    await print(text(run.printer));
  });
}

/** The measures, and the rows of all statistics with their names. */
function reportTable(report: Report): DataTable {
  const { capabilities, website, period, compared, timeZone, visitors, pageviews, panels, leftOut, why } =
    report;
  const hours = hoursPanel(report);
  const parameters = {
    attention: report.attention.map(attentionSentence).join(' ') || undefined,
    sentence: why && compared && whySentences(why, compared, capabilities).join(' '),
    compared_from: compared?.now.from,
    compared_to: compared?.now.to,
    before_from: compared?.before.from,
    before_to: compared?.before.to,
    visitors: visitors.total,
    visitors_compared: visitors.count,
    visitors_before: visitors.countBefore,
    pageviews: pageviews.total,
    pageviews_compared: pageviews.count,
    pageviews_before: pageviews.countBefore,
    best_day: visitors.best?.day,
    best_day_visitors: visitors.best?.count,
    visitors_today: visitors.today,
    left_out: leftOut.join(' ') || undefined,
  };
  const points = visitors.points.map(({ day, count }) => ({ value: day, count }));
  const series = {
    name: 'visitors',
    entries: points,
    basis: shareBasis({ rows: points, isWhole: true }, undefined),
  } as const;
  return statisticsTable({ capabilities, website, period, timeZone, parameters }, [
    series,
    ...[...(hours === undefined ? [] : [hours]), ...panels].map(({ rows, ...panel }) => ({
      ...panel,
      entries: rows,
    })),
  ]);
}
