import type { Overview } from '#headless/overview/readOverview.ts';
import { needyOf, overviewTable, overviewView, sortOverview } from '#headless/overview/overviewTable.ts';
import { attentionSentence } from '#model/website/attentionWords.ts';
import { describePeriod } from '#model/period/period.ts';
import { distinctName, sharedDomains, type Website } from '#model/website/website.ts';
import type { Quoted } from '#model/why/whySentence.ts';
import type { Moved } from './readMoved.ts';
import type { ReportSection } from './section.ts';

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
