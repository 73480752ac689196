import { barColumns } from '#charts/bar.ts';
import { maximum } from '#charts/spread.ts';
import { thinBar } from '#components/thinBar.ts';
import { onGround } from '#components/tint.ts';
import type { Part } from '#components/style.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { groupThousands } from '#model/text/number.ts';
import { markPart } from '#screens/changeParts.ts';
import type { Preview, TopRows } from '#store/websites/previewContent.ts';
import { fitMiddle, fitStart, spaces } from '#terminal/fit.ts';
import { safeText } from '#terminal/safeText.ts';
import { hasTints } from '#terminal/theme/current.ts';
import { textWidth } from '#terminal/width.ts';
import { notRead } from './notRead.ts';
import type { PaneLine } from './paneLines.ts';

const titleLine = 1;
const leastRows = 3;
const mostRows = 4;
/** Of the room for labels. */
const barShare = 0.25;

/** The first rows of pages and referrers in the lines that are left: as many as fit, the same number of each. */
export function topLines(
  { tops, capabilities }: Pick<Preview, 'tops' | 'capabilities'>,
  width: number,
  height: number,
): PaneLine[] {
  const [first] = tops;
  if (first === undefined) return [];
  const each = (count: number) => Math.floor(height / count) - titleLine - 1;
  const shown = each(tops.length) >= leastRows ? tops : [first];
  const rows = Math.min(mostRows, each(shown.length));
  return rows < leastRows ? [] : shown.flatMap(top => panelLines(top, width, rows, capabilities));
}

/** A blank, the title and the rows, each on its bar or beside it. */
function panelLines(
  { name, rows }: TopRows,
  width: number,
  count: number,
  capabilities: Capabilities,
): PaneLine[] {
  const { title } = statisticInfo(name);
  const counts = countsOf(name, capabilities);
  const family = name === 'page' ? 'content' : 'sources';
  const shown = (rows ?? []).slice(0, count);
  const most = maximum(shown.map(row => row.count));
  const texts = shown.map(row => safeText(groupThousands(row.count ?? 0)));
  const marks = shown.map(({ mark }) => markPart(mark, true));
  const countWidth = maximum(texts.map(text => textWidth(text)));
  const markWidth = maximum(marks.map(({ text }) => textWidth(text)));
  const room = Math.max(0, width - countWidth - markWidth - 2);
  const isTinted = hasTints();
  // Where a bar cannot lie behind its label it stands beside it.
  const barWidth = isTinted ? 0 : Math.max(0, Math.floor((room - 1) * barShare));
  const labelWidth = barWidth === 0 ? room : room - barWidth - 1;
  const heading: PaneLine = [
    { text: safeText(title.toUpperCase()), tone: family, bold: true },
    { text: safeText(`  ${counts}`), tone: 'dim' },
  ];
  const lines = shown.map((row, place): PaneLine => {
    const parts: Part[] = [
      { text: fitMiddle(safeText(readableValue(name, row.value)), labelWidth) },
      ...(barWidth === 0 ? [] : [{ text: spaces(1) }, thinBar(row.count ?? 0, most, barWidth, family)]),
      { text: spaces(1) },
      { text: fitStart(texts[place] ?? safeText(''), countWidth) },
      { text: spaces(1) },
      { ...marks[place], text: fitStart(marks[place]?.text ?? safeText(''), markWidth) },
    ];
    return isTinted ? onGround(parts, barColumns(row.count ?? 0, most, width), `${family}Bar`) : parts;
  });
  // The next heading stands where it will.
  const unread: PaneLine[] = [[notRead(3)], ...Array.from({ length: count - 1 }, () => [])];
  return [[], heading, ...(rows === undefined ? unread : lines)];
}
