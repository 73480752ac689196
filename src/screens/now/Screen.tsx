import type { ChartRow } from '#charts/canvas.ts';
import { hoursChart, hourStrip } from '#charts/chart.ts';
import { maximum } from '#charts/scale.ts';
import { Chart, Column, Line, Lines, SideBySide } from '#components/Line.tsx';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { barRows, chartMargins, columnWidths, dim, type Part, partsWidth } from '#components/parts.ts';
import { type NowNumbers, type RecentView, viewsNow, visitorsNow } from '#model/now.ts';
import { timeOfDay } from '#model/period/format.ts';
import { timeStampIn } from '#model/period/day.ts';
import { messageOf } from '#screens/messages.ts';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { useAppState } from '#screens/storeView.ts';
import { conditionParts } from '#screens/PeriodLine.tsx';
import { bodyRows, hasSpacing, nowLayout } from '#store/display.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { columnGap, placeColumns, type PlacedColumn } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { compactNumber, groupThousands } from '#text/words.ts';
import { nowMessage } from './index.ts';

const roomForAxis = 5;

function minuteRows(
  { minute, minutes }: Pick<NowNumbers, 'minute' | 'minutes'>,
  { zone, width, height }: { readonly zone: string; readonly width: number; readonly height: number },
): readonly ChartRow[] {
  const bars = minutes.map((count, index) => ({ count, unfinished: index === minutes.length - 1 }));
  const size = { width: width - chartMargins, ascii: isAscii() };
  const stripWidth = Math.max(1, Math.floor(size.width / bars.length)) * bars.length;
  if (height < roomForAxis) return hourStrip({ hours: bars, rows: height, ...size, width: stripWidth });
  const first = minute - minutes.length + 1;
  const ticks = [5, 10, 15].map(step =>
    bars.flatMap((_, index) =>
      (first + index) % step === 0 ? [{ index, text: timeOfDay(zone, (first + index) * 60_000) }] : [],
    ),
  );
  const input = { points: bars, ticks, height, ...size, hasTints: hasTints() };
  return hoursChart({ ...input, formatCount: compactNumber }).rows;
}

type ViewColumn = 'time' | 'page' | 'referrer';

/** No wider than what stands in them. */
function viewColumns(views: readonly RecentView[], width: number): PlacedColumn<ViewColumn>[] {
  const widest = (min: number, texts: readonly string[]) =>
    maximum([min, ...texts.map(text => textWidth(safeText(text)))]);
  const ofPages = widest(
    12,
    views.map(({ page }) => page),
  );
  const ofReferrers = widest(
    10,
    views.map(({ referrer }) => referrer),
  );
  return placeColumns(
    [
      { key: 'time', title: 'TIME', width: 8, priority: 2 },
      { key: 'page', title: 'PAGE', width: 12, grow: 2, max: ofPages, priority: 3, cut: 'middle' },
      {
        key: 'referrer',
        title: 'REFERRER',
        width: 10,
        grow: 1,
        max: ofReferrers,
        priority: 1,
        cut: 'middle',
      },
    ],
    width,
  );
}

const roomForPages = 16;
const roomForNote = 24;

/** In the room that the page views leave: the pages that they are of, most often first. */
function pageLines(views: readonly RecentView[], width: number, height: number): readonly ChartRow[] {
  if (width < roomForPages) return [];
  const pages = [...Map.groupBy(views, ({ page }) => page)]
    .map(([page, { length }]) => ({ page, length }))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, height - 1);
  const cells = pages.map(({ page, length }) => ({
    label: { text: safeText(page) },
    value: length,
    numbers: [{ text: safeText(groupThousands(length)) }],
  }));
  const note = width < roomForNote ? label`` : label`  of these ${safeText(groupThousands(views.length))}`;
  return [
    [{ text: label`PAGES`, tone: 'content', bold: true }, dim(note)],
    ...barRows(cells, { width, family: 'content' }).flat(),
  ];
}

function viewRows(views: readonly RecentView[], timeZone: string): TableRow<ViewColumn>[] {
  return views.map(({ time, page, referrer }, index) => ({
    // The newest come first: what is counted from the end stays the same.
    id: String(views.length - index),
    cells: {
      time: dim(safeText(timeStampIn(timeZone, new Date(time * 1000)).slice(-8))),
      page: { text: safeText(page) },
      referrer: referrer === '' ? dim(label`(direct)`) : { text: safeText(referrer) },
    },
  }));
}

const roomForWords = 72;
const roomForZone = 90;

const noViewYet = messageOf({
  title: label`No page view yet`,
  tone: 'dim',
  lines: [label`Page views appear here a second after the server logs them.`],
  isOfZeros: true,
});

export function NowScreen({ websiteId }: RouteOf<'now'>) {
  const now = useAppState(state => state.now);
  const { numbers, position } = now;
  const zone = useAppState(state => state.timeZone);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  const layout = nowLayout(viewport);
  const message = nowMessage(
    useAppState(state => state),
    websiteId,
  );
  if (numbers === undefined || message !== undefined)
    return message && <WebsiteMessage {...{ message, websiteId, width }} height={bodyRows(viewport)} />;
  const spacing = hasSpacing(viewport) ? <Line parts={[]} width={width} /> : undefined;
  const isShort = width < roomForWords;
  const shown = numbers.latest.slice(position.selected);
  const widths = columnWidths(
    width,
    Math.min(layout.columns, Math.max(1, Math.ceil(shown.length / layout.rows))),
  );
  const counts: readonly Part[] = [
    { text: label` ${safeText(visitorsNow(numbers, isShort))}`, bold: true },
    { text: label`   ${safeText(viewsNow(numbers, isShort))}` },
  ];
  const isAlone = widths.length === 1;
  const columnsOf = (columns: number) => viewColumns(numbers.latest, columns - tableIndent - 1);
  const taken = isAlone
    ? tableIndent + columnsOf(width).reduce((sum, { columns }) => sum + columns + columnGap, 0)
    : width;
  const pages = pageLines(numbers.latest, width - taken - 1, layout.rows + 1);
  const right: readonly Part[] = width < roomForZone ? [] : [dim(label`${safeText(zone)} `)];
  const room = width - partsWidth(counts) - partsWidth(right) - 1;
  return (
    <>
      <Line width={width} parts={[...counts, ...conditionParts(now.where, room)]} right={right} />
      {spacing}
      <Chart rows={minuteRows(numbers, { zone, width, height: layout.chart })} width={width} />
      {spacing}
      {numbers.latest.length === 0 ? (
        <WebsiteMessage message={noViewYet} websiteId={websiteId} width={width} height={layout.rows + 1} />
      ) : (
        <SideBySide>
          {(pages.length > 0 ? [taken] : widths).map((columns, index) => (
            <Column key={index} width={columns} height={layout.rows + 1}>
              <Table
                columns={columnsOf(columns)}
                rows={viewRows(numbers.latest, zone)}
                top={position.selected + index * layout.rows}
                height={layout.rows}
                width={columns}
              />
            </Column>
          ))}
          {pages.length > 0 && (
            <Column width={width - taken} height={layout.rows + 1}>
              <Lines lines={pages} width={width - taken} />
            </Column>
          )}
        </SideBySide>
      )}
    </>
  );
}
