import { needyOf, type Overview, overviewTable, overviewView, sortOverview } from '#cli/numbers/overview.ts';
import { markdownSentences } from '#cli/numbers/whyText.ts';
import { change, formatChange } from '#model/comparison/change.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { toMarkdown } from '#model/export/formats.ts';
import { statisticTable } from '#model/export/statisticTables.ts';
import { formatDayShort } from '#model/period/day.ts';
import { comparisonWords } from '#model/period/format.ts';
import { describePeriod } from '#model/period/period.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { distinctName, sharedDomains, type Website, websiteName } from '#model/website/website.ts';
import type { Quoted } from '#model/why/sentence.ts';
import { groupThousands, ratioText } from '#text/words.ts';
import type { Moved } from './allReport.ts';
import { hoursPanel, type Report, type ReportPanel } from './readReport.ts';

export function allTitle({ period }: Overview): string {
  return `Websites, ${describePeriod(period)}`;
}

/**
 * The report of all websites: first what needs attention, the most urgent first, then a line for each, then why those changed
 * that moved most. `quoted` writes text from the service.
 */
export function allSections(
  overview: Overview,
  moved: readonly Moved[],
  timeZone: string,
  quoted: Quoted = text => text,
): ReportSection[] {
  const rows = sortOverview(overview.rows, 'visitors', false);
  const needy = needyOf(rows);
  const table = overviewTable(rows, overview, timeZone);
  const shared = sharedDomains(rows.map(({ website }) => website));
  const nameOf = (website: Website) => quoted(distinctName(website, shared));
  const at = table.columns.findIndex(({ key }) => key === 'attention');
  return [
    {
      title: 'Attention',
      sentences:
        needy.length === 0
          ? ['No website needs attention.']
          : needy.map(
              ({ website, attention }) => `${nameOf(website)}: ${attention.map(attentionSentence).join(' ')}`,
            ),
    },
    {
      title: 'Websites',
      sentences: [`${String(overviewView(rows, overview).after)}.`],
      table: {
        ...table,
        columns: table.columns.toSpliced(at, 1),
        rows: table.rows.map(cells => cells.toSpliced(at, 1)),
      },
    },
    ...(moved.length === 0
      ? []
      : [
          {
            title: 'What moved most',
            sentences: [
              ...moved.map(({ website, sentences }) => `${nameOf(website)}: ${sentences(quoted).join(' ')}`),
              ...leftOutOf(moved).map(quoted),
            ],
          },
        ]),
  ];
}

/** Why statistics are left out of all of them, a sentence each. */
export function leftOutOf(moved: readonly Moved[]): string[] {
  return [...new Set(moved.flatMap(({ leftOut }) => leftOut))];
}

/** A part of a report: sentences, then a table. All its text may be foreign. */
export interface ReportSection {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly table?: DataTable | undefined;
}

export interface Measure {
  readonly title: string;
  readonly value: string;
  /** The change against the earlier period, "+12%"; empty for none. */
  readonly change: string;
}

/** The numbers at the head of a report. */
export function measuresOf({ period, today, visitors, pageviews }: Report): Measure[] {
  return [
    { title: 'Visitors', value: groupThousands(visitors.total), change: changeOf(visitors) },
    { title: 'Page views', value: groupThousands(pageviews.total), change: changeOf(pageviews) },
    { title: 'Views per visitor', value: ratioText(pageviews.total, visitors.total) || '-', change: '' },
    ...(period.from === period.to ? [] : [{ title: 'Best day', value: bestOf(visitors), change: '' }]),
    ...(visitors.today === undefined || period.from === today
      ? []
      : [{ title: 'Today so far', value: groupThousands(visitors.today), change: '' }]),
  ];
}

/** How the visitors of several days are counted; undefined for one day. */
export function visitorsNoteOf({ capabilities, period }: Report): string | undefined {
  return period.from === period.to ? undefined : capabilities.visitors.note;
}

function changeOf({ count, countBefore }: Summary): string {
  return formatChange(change(count, countBefore));
}

function bestOf({ best }: Summary): string {
  return best === undefined ? '-' : `${groupThousands(best.count)} on ${formatDayShort(best.day)}`;
}

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
