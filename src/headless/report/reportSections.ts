import { describePeriod } from '#model/period/period.ts';
import { comparisonWords } from '#model/statistics/comparisonWords.ts';
import { shareOf } from '#model/statistics/share.ts';
import { columnTitles, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { websiteName } from '#model/website/website.ts';
import { whySentences } from '#model/why/whySentence.ts';
import type { Report, ReportPanel } from './readReport.ts';
import { measuresOf, visitorsNoteOf } from './reportMeasures.ts';
import type { ReportSection } from './section.ts';

export function reportTitle({ website, period }: Report): string {
  return `${websiteName(website)}, ${describePeriod(period)}`;
}

/** The report of a website: why it changed, its measures, and the rows of its statistics. */
export function reportSections(report: Report): ReportSection[] {
  const { compared, why, capabilities, timeZone } = report;
  const isCompared = compared !== undefined;
  const measures = {
    title: 'Measures',
    about: {},
    columns: [
      { key: 'measure', title: 'Measure' },
      { key: 'value', title: 'Value' },
      ...(isCompared ? [{ key: 'change', title: 'Change' }] : []),
    ],
    rows: measuresOf(report).map(({ title, value, change }) =>
      isCompared ? [title, value, change] : [title, value],
    ),
  };
  const note = visitorsNoteOf(report);
  const notes = [
    `${note === undefined ? '' : `Visitors: ${note}. `}Time zone: ${timeZone}.`,
    ...(isCompared ? [`Changes ${comparisonWords(compared)}.`] : []),
  ];
  return [
    { title: '', sentences: why && compared ? [whySentences(why, compared, capabilities).join(' ')] : [] },
    { title: '', sentences: [], table: measures },
    { title: '', sentences: notes },
    ...report.panels.map(panel => panelSection(panel, report)),
  ];
}

function panelSection({ name, rows, basis }: ReportPanel, { capabilities }: Report): ReportSection {
  const { title } = statisticInfo(name);
  const titles = columnTitles(name, capabilities);
  const columns = [
    { key: 'value', title: titles.value },
    { key: 'count', title: titles.count },
    { key: 'share', title: 'Share', kind: 'share' as const },
  ];
  const cells = rows.map(({ value, count }) => [readableValue(name, value), count, shareOf(count, basis)]);
  return { title, sentences: [], table: { title, about: {}, columns, rows: cells } };
}
