import { signedBars } from '#charts/signedBars.ts';
import { pageHeading } from '#headless/output/pageHeading.ts';
import { paint, paintRow } from '#headless/output/paint.ts';
import type { Printer } from '#headless/output/printer.ts';
import { differenceWords } from '#model/statistics/comparisonWords.ts';
import { percent } from '#model/text/number.ts';
import { whySentences } from '#model/why/whySentence.ts';
import { caution, signedText } from '#model/why/whyWords.ts';
import { cutEnd, fitMiddle, fitStart, spaces } from '#terminal/fit.ts';
import { joinSafe, label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { whySections, type WhyPrinted, type WhySection, type WhySectionRow } from './whySections.ts';

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

/** The sentences as lines. */
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
