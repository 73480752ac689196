import type { DataTable } from '#model/dataTable.ts';
import { toMarkdown } from '#model/exportMarkdown.ts';
import { describePeriod } from '#model/period.ts';
import { statisticInfo } from '#model/statisticCatalogue.ts';
import { readableValue } from '#model/statisticValue.ts';
import { websiteName } from '#model/website.ts';
import { measuresOf } from './measures.ts';
import type { Report, ReportPanel } from './readReport.ts';

/** A report as a Markdown document, foreign text escaped. */
export function markdownReport(report: Report): string {
  const { website, period, timeZone, panels } = report;
  const head: DataTable = {
    title: `${websiteName(website)}, ${describePeriod(period)}`,
    about: { time_zone: timeZone },
    columns: [
      { key: 'measure', title: 'Measure' },
      { key: 'value', title: 'Value' },
      { key: 'change', title: 'Change' },
    ],
    rows: measuresOf(report).map(({ title, value, change }) => [title, value, change]),
  };
  const sections = panels.map(panel => toMarkdown(panelTable(panel)).replace(/^#/, '##'));
  return [toMarkdown(head), ...sections].join('\n');
}

function panelTable({ name, rows }: ReportPanel): DataTable {
  const { title, singular, counts } = statisticInfo(name);
  return {
    title,
    about: {},
    columns: [
      { key: 'value', title: singular },
      { key: 'count', title: counts },
    ],
    rows: rows.map(({ value, count }) => [readableValue(name, value), count]),
  };
}
