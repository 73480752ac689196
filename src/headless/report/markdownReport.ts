import { markdownSentences } from '#headless/why/markdownWhy.ts';
import { comparisonWords } from '#model/statistics/comparisonWords.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { toMarkdown } from '#model/export/exportMarkdown.ts';
import { describePeriod } from '#model/period/period.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { statisticTable } from '#model/statistics/statisticTables.ts';
import { attentionSentence } from '#model/website/attentionWords.ts';
import { websiteName } from '#model/website/website.ts';
import { measuresOf, visitorsNoteOf } from './reportMeasures.ts';
import { hoursPanel, type Report, type ReportPanel } from './readReport.ts';

/** The report as a Markdown document. Text from the service is escaped. */
export function markdownReport(report: Report): string {
  const { website, period, compared, timeZone, panels, why: facts, capabilities } = report;
  const head: DataTable = {
    title: `${websiteName(website)}, ${describePeriod(period)}`,
    about: {
      time_zone: timeZone,
      visitors: visitorsNoteOf(report),
      changes: compared && comparisonWords(compared),
      left_out: report.leftOut.join(' ') || undefined,
    },
    columns: [
      { key: 'measure', title: 'Measure' },
      { key: 'value', title: 'Value' },
      ...(compared === undefined ? [] : [{ key: 'change', title: 'Change' }]),
    ],
    rows: measuresOf(report).map(({ title, value, change }) =>
      compared === undefined ? [title, value] : [title, value, change],
    ),
  };
  const hours = hoursPanel(report);
  const sections = [...(hours === undefined ? [] : [hours]), ...panels].map(panel =>
    toMarkdown(panelTable(report, panel)).replace(/^#/, '##'),
  );
  // The sentence stands below the heading.
  const [heading = '', ...below] = toMarkdown(head).split('\n');
  const said = facts && compared ? ['', markdownSentences({ facts, periods: compared, capabilities })] : [];
  const attention =
    report.attention.length === 0 ? [] : ['', report.attention.map(attentionSentence).join(' ')];
  return [[heading, ...attention, ...said, ...below].join('\n'), ...sections].join('\n');
}

function panelTable(
  { capabilities, website, period, timeZone }: Report,
  { rows, ...panel }: ReportPanel,
): DataTable {
  const table = statisticTable({ capabilities, website, period, timeZone }, { ...panel, entries: rows });
  return { ...table, title: statisticInfo(panel.name).title, about: { share_of: table.about['share_of'] } };
}
