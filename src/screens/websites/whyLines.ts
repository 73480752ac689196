import { signedBars } from '#charts/signedBars.ts';
import { chartParts } from '#components/chartLines.ts';
import type { Part } from '#components/style.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { groupThousands } from '#model/text/number.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { whySentences } from '#model/why/whySentence.ts';
import type { Preview } from '#store/websites/previewContent.ts';
import { isAscii } from '#terminal/charset.ts';
import { cutEnd, fitMiddle, fitStart, spaces } from '#terminal/fit.ts';
import { joinSafe, label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { notRead } from './notRead.ts';
import type { PaneLine } from './paneLines.ts';
import { whyRows, type NamedWhyRow } from './whyRows.ts';

const rowsShown = 3;
const heading: Part = { text: label`WHY`, tone: 'accent', bold: true };

/** Why the visitors changed: a heading, so many lines of what stands out in words, and three rows. */
export function whyLines(preview: Preview, width: number, sentence: number): PaneLine[] {
  const { compared, why, asked, answered, visitors, isOffline, capabilities } = preview;
  if (compared === undefined) return [[heading, dim(label`  Nothing is compared: c chooses with what.`)]];
  if (why === undefined) {
    const isOver = visitors !== undefined && asked > 0 && answered === asked;
    const words = isOver
      ? label`  The days before are not read.`
      : isOffline
        ? label`  was not read before`
        : label`  reading ${answered} of ${asked === 0 ? label`...` : asked}`;
    const unread: PaneLine = isOffline ? [] : [notRead(12), { text: spaces(width - 17) }, notRead(5)];
    const air = Array.from({ length: sentence }, (): PaneLine => []);
    const rows = isOver ? [] : [...Array.from({ length: rowsShown }, () => unread), ...air];
    return [[heading, dim(words)], ...rows];
  }
  // The first sentence says the total, as the numbers do.
  const said = whySentences(why, compared, capabilities)
    .slice(1)
    .map(text => safeText(text));
  const words = wholeSentences(said, width, sentence);
  // What is below stays where it was while this was read.
  const air = Array.from({ length: sentence - words.length }, (): PaneLine => []);
  const rows = rowLines(whyRows(why, rowsShown), width, capabilities);
  return [
    [heading, dim(headingNote(preview, rows.length))],
    ...words.map((text): PaneLine => [{ text }]),
    ...rows,
    ...air,
  ];
}

/** The first sentences that fit whole into so many lines; where not even the first one does, its beginning. */
function wholeSentences(said: readonly SafeText[], width: number, lines: number): SafeText[] {
  const linesOf = (count: number) => wrapSafe(joinSafe(said.slice(0, count), label` `), width);
  for (let count = said.length; count > 0; count--) if (linesOf(count).length <= lines) return linesOf(count);
  const [begun, more] = [linesOf(1).slice(0, lines - 1), linesOf(1).slice(lines - 1)];
  return lines < 1 ? [] : [...begun, cutEnd(joinSafe(more, label` `), width)];
}

function headingNote({ failed }: Preview, rows: number): SafeText {
  if (failed.length > 0)
    return label`  not read: ${safeText(failed.map(name => statisticInfo(name).title.toLowerCase()).join(', '))}`;
  return rows === 0 ? label`  no page or source changed` : label`  what changed most`;
}

/** Value, bar and change: all changes on one scale, each with what it counts. */
function rowLines(rows: readonly NamedWhyRow[], width: number, capabilities: Capabilities): PaneLine[] {
  const changes = rows.map(row => changeText(row, capabilities));
  const changeWidth = Math.max(0, ...changes.map(text => textWidth(text)));
  const bar = Math.max(0, Math.min(16, Math.floor((width - changeWidth) * 0.35)));
  const bars = signedBars(
    rows.map(({ row }) => row.change),
    bar,
    { ascii: isAscii() },
  );
  const room = Math.max(0, width - changeWidth - bar - 2);
  return rows.map(({ name, row }, place): PaneLine => {
    const tone = row.change < 0 ? 'bad' : 'good';
    return [
      { text: fitMiddle(safeText(readableValue(name, row.value)), room) },
      { text: label` ` },
      ...chartParts(bars[place] ?? []),
      { text: label` ` },
      { text: fitStart(changes[place] ?? label``, changeWidth), tone },
    ];
  });
}

/** "-1,173 sessions", ">+20 views" where it is at least that. */
function changeText({ name, row: { change, isAtLeast } }: NamedWhyRow, capabilities: Capabilities): SafeText {
  const counts = countsOf(name, capabilities);
  const words = counts === 'page views' ? 'views' : counts;
  const text = `${change < 0 ? '-' : '+'}${groupThousands(Math.abs(change))} ${words}`;
  return safeText(isAtLeast ? `>${text}` : text);
}

function dim(text: SafeText): Part {
  return { text, tone: 'dim' };
}
