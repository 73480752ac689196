import { signedBars } from '#charts/bar.ts';
import { pageHeading, paint, paintRow, type Printer } from '#cli/output/printer.ts';
import { change, formatChange } from '#model/comparison/change.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { markdownCell, markdownHeading, toMarkdown } from '#model/export/formats.ts';
import { describePeriod, differenceWords, formatWeekday } from '#model/period/format.ts';
import { type Capabilities, countsOf, statisticInfo } from '#model/service/capabilities.ts';
import { readableValue } from '#model/statistics/values.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { firstDays, type WhyFacts } from '#model/why/facts.ts';
import { firstRows, type WhyGroup } from '#model/why/groups.ts';
import type { WhyPeriods } from '#model/why/question.ts';
import { caution, groupNote, rowMark, signedText, whySentences } from '#model/why/sentence.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd, fitMiddle, fitStart, spaces, wrapSafe } from '#text/fit.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { capitalised, counted, percent } from '#text/words.ts';

interface WhyPrinted {
  readonly website: Website;
  readonly capabilities: Capabilities;
  readonly timeZone: string;
  readonly periods: WhyPeriods;
  readonly facts: WhyFacts;
  /** Why statistics are left out, a sentence each. */
  readonly leftOut: readonly string[];
  readonly rows: number;
}

/** The days, or the rows of a statistic, for people: the first ones, and the others in one line. */
interface WhySection {
  readonly title: string;
  readonly counts: string;
  /** How well it explains; empty where a row stands out. */
  readonly note: string;
  readonly rows: readonly WhySectionRow[];
}

interface WhySectionRow {
  /** Foreign text. */
  readonly title: string;
  readonly change: number;
  readonly isAtLeast: boolean;
  /** "new", "gone", "+12%" or nothing. */
  readonly mark: string;
  /** Its part of all rises and falls of the section, 0 to 1; undefined for the others together. */
  readonly share: number | undefined;
}

/** The days where there are several, then the statistics, the one that explains best first. */
function whySections({ facts, periods, capabilities, rows }: WhyPrinted): WhySection[] {
  const { from, to } = periods.now;
  const groups = facts.groups.map(group => rowsOf(group, rows, capabilities));
  return from === to ? groups : [daysOf(facts, rows), ...groups];
}

function daysOf(facts: WhyFacts, count: number): WhySection {
  const { days, others, otherChange } = firstDays(facts, count);
  const moved = facts.days.reduce((sum, day) => sum + Math.abs(day.change), 0);
  return {
    title: 'Days',
    counts: 'visitors',
    note: facts.days.length === 0 ? 'nothing changed' : '',
    rows: [
      ...days.map(({ day, now, before, change: by }) => ({
        title: formatWeekday(day),
        change: by,
        isAtLeast: false,
        mark: formatChange(change(now, before)),
        share: Math.abs(by) / moved,
      })),
      ...othersOf(counted(others, 'other days'), others, otherChange),
    ],
  };
}

function rowsOf(group: WhyGroup, count: number, capabilities: Capabilities): WhySection {
  const { rows, others, otherChange } = firstRows(group, count);
  return {
    title: statisticInfo(group.name).title,
    counts: countsOf(group.name, capabilities),
    note: groupNote(group),
    rows: [
      ...rows.map(row => ({
        title: readableValue(group.name, row.value),
        change: row.change,
        isAtLeast: row.isAtLeast,
        mark: rowMark(row),
        share: row.share,
      })),
      ...othersOf(counted(others, 'others'), others, otherChange),
    ],
  };
}

function othersOf(title: string, count: number, change: number): WhySectionRow[] {
  return count === 0 ? [] : [{ title, change, isAtLeast: false, mark: '', share: undefined }];
}

/** The widest a value in a sentence gets, in columns. */
const valueInSentence = 60;
const narrowestBar = 8;
const widestBar = 32;
const markWidth = 5;
const shareWidth = 5;
const gap = label`  `;

/** What explains a change as text with lines of at most `width` columns. */
export function textWhy(printed: WhyPrinted, width: number, printer: Printer): string {
  const { periods } = printed;
  const sections = whySections(printed);
  const rows = rowLines(sections, width, printer);
  const differs = differenceWords(periods).replace(/^, /, '');
  const lines = [
    ...pageHeading({ ...printed, period: periods.now }, width, printer),
    '',
    ...sentenceLines(printed, width),
    ...sections.flatMap((section, place) => [
      '',
      headingLine(section, width, printer),
      ...(rows[place] ?? []),
    ]),
    '',
    ...[...(differs === '' ? [] : [`Compared: ${differs}.`]), caution, ...printed.leftOut]
      .flatMap(words => wrapSafe(safeText(words), width))
      .map(line => paint(line, 'dim', printer)),
  ];
  return `${lines.map(line => line.trimEnd()).join('\n')}\n`;
}

export function sentenceLines(
  { facts, periods, capabilities }: Pick<WhyPrinted, 'facts' | 'periods' | 'capabilities'>,
  width: number,
): SafeText[] {
  const quoted = (value: string) => cutEnd(safeText(value, 300), valueInSentence);
  const sentences = whySentences(facts, periods, capabilities, quoted);
  return wrapSafe(safeText(sentences.join(' ')), width);
}

/** The title and what is counted on the left, how well it explains on the right. */
function headingLine({ title, counts, note }: WhySection, width: number, printer: Printer): string {
  const left = safeText(`${title.toUpperCase()}  ${counts}`);
  const right = safeText(note);
  const room = width - textWidth(left) - textWidth(right);
  const line = room < 2 ? left : joinSafe([left, spaces(room), right], label``);
  return paint(cutEnd(line, width), 'dim', printer);
}

/** The lines of all sections; the bars of each are on a scale of its own, all left and right of one line. */
function rowLines(sections: readonly WhySection[], width: number, printer: Printer): string[][] {
  const rows = sections.flatMap(section => section.rows.map(row => ({ row, part: partOf(row, section) })));
  const changes = rows.map(({ row }) => safeText(signedText(row.change, row.isAtLeast)));
  const changeWidth = Math.max(0, ...changes.map(text => textWidth(text)));
  const right = changeWidth + markWidth + shareWidth + 3 * gap.length;
  const bar = Math.min(widestBar, Math.max(narrowestBar, Math.floor((width - right) / 2)));
  const bars = signedBars(
    rows.map(({ part }) => part),
    bar,
    { ascii: !printer.unicode },
  );
  const lines = rows.map(({ row }, place) => {
    const numbers = [
      paint(fitStart(changes[place] ?? label``, changeWidth), row.change < 0 ? 'bad' : 'good', printer),
      paint(fitStart(safeText(row.mark), markWidth), 'dim', printer),
      paint(fitStart(safeText(percent(row.share ?? NaN, 1)), shareWidth), 'dim', printer),
    ];
    const value = fitMiddle(safeText(row.title), Math.max(1, width - bar - right));
    return [value, paintRow(bars[place] ?? [], printer), gap, numbers.join(gap)].join('');
  });
  return sections.map(section => lines.splice(0, section.rows.length));
}

/** Of the greatest change of its section, -1 to 1; none for the others together. */
function partOf(row: WhySectionRow, { rows }: WhySection): number {
  const sizes = rows.map(({ share, change }) => (share === undefined ? 0 : Math.abs(change)));
  return row.share === undefined ? 0 : row.change / Math.max(1, ...sizes);
}

/** What explains a change as a Markdown document. Text from the service is escaped. */
export function markdownWhy(printed: WhyPrinted): string {
  const { website, periods } = printed;
  const sections = whySections(printed).map(section =>
    section.rows.length === 0
      ? `## ${section.title}\n\n${capitalised(section.note)}.\n`
      : toMarkdown(tableOf(section)).replace(/^#/, '##'),
  );
  const head = `${markdownHeading(`${websiteName(website)}, ${describePeriod(periods.now)}`)}\n`;
  const notes = [caution, ...printed.leftOut.map(words => markdownCell(words))].join(' ');
  return [head, `${markdownSentences(printed)} ${notes}\n`, ...sections].join('\n');
}

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
