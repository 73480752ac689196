import { areaChart, hoursChart } from '#charts/chart.ts';
import { sentenceLines } from '#cli/numbers/why.ts';
import { pageHeading, paint, paintRow, type Printer, toText, twoEnds } from '#cli/output.ts';
import { bucket, bucketName, bucketUnitFor, dateTicks } from '#model/period/bucket.ts';
import { isWeekend } from '#model/period/day.ts';
import { type Capabilities, countsOf, statisticInfo, statisticTitle } from '#model/service/capabilities.ts';
import { hourCursorPoints, hourTicks } from '#model/statistics/cursor.ts';
import { amountText, shareHeading, shareText } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { isNoted } from '#model/website/notes.ts';
import { textWidth } from '#text/characters.ts';
import { fitEnd, fitMiddle, fitStart, padEnd, spaces, wrapSafe } from '#text/fit.ts';
import { joinSafe, label, safeText } from '#text/safeText.ts';
import { compactNumber, groupThousands } from '#text/words.ts';
import { type Report, type ReportPanel } from '#queries/report.ts';
import {
  changesNote,
  explanation,
  goalWordsOf,
  measuresOf,
  notedWords,
  type ReportSection,
  visitorsSentence,
} from './sections.ts';

const chartRows = 8;
const betweenPanels = 3;
/** The width of "<0.1%". */
const shareWidth = 5;

export function textReport(report: Report, width: number, printer: Printer): string {
  const wrapped = (words: readonly (string | undefined)[], style: 'bad' | 'dim') =>
    words
      .flatMap(each => (each === undefined ? [] : wrapSafe(safeText(each), width)))
      .map(line => paint(line, style, printer));
  const why = sentenceLines(quoted => explanation(report, quoted), width);
  const attention = report.attention.map(reason => attentionSentence(reason)).join(' ');
  const lines = [
    ...pageHeading(report, width, printer),
    '',
    ...(attention === '' ? [] : [...wrapped([attention], 'bad'), '']),
    ...(why.length === 0 ? [] : [...why, '']),
    ...measures(report, width, printer),
    // What the visitors are, what the changes are compared with and what is left out.
    ...wrapped(
      [
        visitorsSentence(report),
        changesNote(report),
        notedWords(report),
        ...goalWordsOf(report),
        ...report.leftOut,
      ],
      'dim',
    ),
    '',
    ...(report.period.from === report.period.to ? hours : chart)(report, width, printer),
    ...panelGrid(report, width, printer),
  ];
  return `${lines.map(line => line.trimEnd()).join('\n')}\n`;
}

function measures(report: Report, width: number, printer: Printer): string[] {
  const cells = measuresOf(report).map(({ title, value, change, tone }) => ({
    title: safeText(title),
    text: joinSafe([safeText(value), ...(change === '' ? [] : [safeText(change)])], label` `),
    // The count is painted too.
    style: tone === 'dim' ? undefined : tone,
  }));
  const widest = Math.max(...cells.flatMap(({ title, text }) => [textWidth(title), textWidth(text)])) + 2;
  const across = Math.max(1, Math.min(cells.length, Math.floor((width + 2) / widest)));
  const lines: string[] = [];
  for (let start = 0; start < cells.length; start += across) {
    const row = cells.slice(start, start + across);
    lines.push(row.map(({ title }) => paint(padEnd(title, widest), 'dim', printer)).join(''));
    lines.push(row.map(({ text, style }) => paint(padEnd(text, widest), style, printer)).join(''));
  }
  return lines;
}

function chart({ visitors, today, notes: noted }: Report, width: number, printer: Printer): string[] {
  const { points } = visitors;
  const unit = bucketUnitFor(points.length, width - 8);
  const buckets = bucket(points, unit);
  const { rows } = areaChart({
    points: buckets.map(({ from, to, count, partial }) => ({
      count,
      unfinished: to >= today || (unit !== 'day' && partial),
      weekend: unit === 'day' && isWeekend(from),
      noted: isNoted(noted, { from, to }),
      name: `${bucketName(from, unit)} ${groupThousands(count)}`,
    })),
    ticks: dateTicks(buckets, unit),
    width,
    height: chartRows,
    ascii: !printer.unicode,
    formatCount: compactNumber,
  });
  return rows.map(row => paintRow(row, printer));
}

function hours({ hours: known, capabilities }: Report, width: number, printer: Printer): string[] {
  if (known === undefined) return [];
  const { counts, before, dayBefore, openFrom } = known;
  // Those to come are unknown.
  const all = Array.from({ length: 24 }, (_, hour) => counts[hour]);
  const points = hourCursorPoints(all, before, { openFrom });
  const { rows } = hoursChart({
    points: points.map(({ count, isOpen }) => ({ count, unfinished: isOpen })),
    compared: before,
    ticks: hourTicks,
    width,
    height: chartRows,
    ascii: !printer.unicode,
    formatCount: compactNumber,
  });
  const legend =
    dayBefore === undefined
      ? label``
      : safeText(`${printer.unicode ? '⠤⠤' : 'o'} ${bucketName(dayBefore, 'day')}`);
  return [
    paint(
      twoEnds(safeText(statisticTitle('visitors_hours', capabilities).toUpperCase()), legend, width),
      'dim',
      printer,
    ),
    ...rows.map(row => paintRow(row, printer)),
  ];
}

function panelGrid({ panels, capabilities }: Report, width: number, printer: Printer): string[] {
  const across = width >= 150 ? 3 : width >= 72 ? 2 : 1;
  const panelWidth = Math.floor((width - betweenPanels * (across - 1)) / across);
  const lines: string[] = [];
  for (let start = 0; start < panels.length; start += across) {
    const row = panels.slice(start, start + across);
    const height = Math.max(...row.map(({ rows }) => rows.length)) + 1;
    lines.push('');
    for (let line = 0; line < height; line += 1)
      lines.push(
        row
          .map(panel => panelLine(panel, line, panelWidth, printer, capabilities))
          .join(spaces(betweenPanels)),
      );
  }
  return lines;
}

function panelLine(
  { name, rows, basis }: ReportPanel,
  line: number,
  width: number,
  printer: Printer,
  capabilities: Capabilities,
): string {
  const { title } = statisticInfo(name);
  const counts = countsOf(name, capabilities);
  // What they are based on where that is not the total.
  const of = basis?.kind === 'top' ? ` ${shareHeading(basis).toLowerCase()}` : '';
  const shares = basis === undefined ? '' : `, %${of}`;
  if (line === 0)
    return paint(twoEnds(safeText(title.toUpperCase()), safeText(counts + shares), width), 'dim', printer);
  const row = rows[line - 1];
  if (row === undefined) return spaces(width);
  const widest = Math.max(...rows.map(({ count }) => amountText(name, count).length));
  const count = fitStart(safeText(amountText(name, row.count)), widest);
  const share = fitStart(basis === undefined ? label`` : safeText(shareText(row.count, basis)), shareWidth);
  const room = Math.max(1, width - widest - shareWidth - 4);
  const value = fitMiddle(safeText(readableValue(name, row.value)), room);
  return fitEnd(joinSafe([value, count, share], label`  `), width);
}

/** Sections below each other, with lines of at most `columns` columns. */
export function textSections(
  title: string,
  sections: readonly ReportSection[],
  columns: number,
  printer: Printer,
): string {
  const parts = sections.flatMap(section => [
    '',
    paint(safeText(section.title?.toUpperCase() ?? ''), 'dim', printer),
    ...section.sentences.flatMap(words => wrapSafe(safeText(words, 2000), columns)),
    ...(section.table === undefined
      ? []
      : ['', toText(section.table, {}, { ...printer, columns }).trimEnd()]),
  ]);
  return `${[paint(safeText(title), 'bold', printer), ...parts].join('\n')}\n`;
}
