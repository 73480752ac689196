import { withService } from '#headless/withService.ts';
import { allDays, fixedPeriod } from '#headless/options/siteDays.ts';
import type { Printer } from '#headless/output/printer.ts';
import { print } from '#headless/output/stdout.ts';
import { textWidthOf } from '#headless/output/textWidth.ts';
import { writeTable } from '#headless/output/write.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { shareBasis } from '#model/statistics/share.ts';
import { statisticsTable } from '#model/statistics/statisticTables.ts';
import { attentionSentence } from '#model/website/attentionWords.ts';
import { whySentences } from '#model/why/whySentence.ts';
import { htmlReport, reportSubject } from './htmlReport.ts';
import { markdownReport } from './markdownReport.ts';
import { hoursPanel, readReport, type Report } from './readReport.ts';
import { mailPrinter, refuseFormats, type ReportOptions } from './reportOptions.ts';
import { textReport } from './textReport.ts';

/** Prints a report of a website in the chosen format. Rejects as the Api does, and with a UsageError for wrong options. */
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
