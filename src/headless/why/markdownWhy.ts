import type { DataTable } from '#model/export/dataTable.ts';
import { markdownCell, markdownHeading, toMarkdown } from '#model/export/exportMarkdown.ts';
import { describePeriod } from '#model/period/period.ts';
import { websiteName } from '#model/website/website.ts';
import { whySentences } from '#model/why/whySentence.ts';
import { caution, signedText } from '#model/why/whyWords.ts';
import { whySections, type WhyPrinted, type WhySection } from './whySections.ts';

/** What explains a change as a Markdown document. Text from the service is escaped. */
export function markdownWhy(printed: WhyPrinted): string {
  const { website, periods } = printed;
  const sections = whySections(printed).map(section =>
    section.rows.length === 0
      ? `## ${section.title}\n\n${sentence(section.note)}\n`
      : toMarkdown(tableOf(section)).replace(/^#/, '##'),
  );
  const head = `${markdownHeading(`${websiteName(website)}, ${describePeriod(periods.now)}`)}\n`;
  const notes = [caution, ...printed.leftOut.map(words => markdownCell(words))].join(' ');
  return [head, `${markdownSentences(printed)} ${notes}\n`, ...sections].join('\n');
}

/** The sentences as a paragraph. */
export function markdownSentences({
  facts,
  periods,
  capabilities,
}: Pick<WhyPrinted, 'facts' | 'periods' | 'capabilities'>): string {
  return whySentences(facts, periods, capabilities, markdownCell).join(' ');
}

function tableOf({ title, counts, note, rows }: WhySection): DataTable {
  return {
    title,
    about: { counts, note },
    columns: [
      { key: 'what', title: 'What' },
      { key: 'change', title: 'Change' },
      { key: 'mark', title: '' },
      { key: 'share', title: 'Share of rises and falls', kind: 'share' },
    ],
    rows: rows.map(({ title: what, change, isAtLeast, mark, share }) => [
      what,
      signedText(change, isAtLeast),
      mark,
      share,
    ]),
  };
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
