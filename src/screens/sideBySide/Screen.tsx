import { lineStyle, prepareLines, prepareStrips } from '#charts/lines.ts';
import type { ChartRow } from '#charts/canvas.ts';
import type { ChartCursor } from '#charts/labels.ts';
import { Chart, Line, Lines } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { chartMargins, dim } from '#components/parts.ts';
import { axisOf } from '#model/comparison/sideBySide.ts';
import { formatDayShort } from '#model/period/format.ts';
import { statisticTitle } from '#model/service/capabilities.ts';
import { shortPointName } from '#model/statistics/cursor.ts';
import type { Size } from '#screens/layout.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { notesInBox, notesAt } from '#screens/chart/notes.ts';
import { useAppState } from '#screens/storeView.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { shownSideBySide } from '#store/websites/marks.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { memoizeLast } from '#text/memo.ts';
import { joinSafe, label, safeText } from '#text/safeText.ts';
import { compactNumber, groupThousands } from '#text/words.ts';
import {
  sideBySideLines,
  type SideBySideLines,
  sideBySideMessage,
  notesOfAll,
  pointOf,
  scaleNote,
} from './index.ts';
import { sideBySideLayout, columnLines, listColumns, listRows } from './table.ts';

export function SideBySideScreen(route: RouteOf<'sideBySide'>) {
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const width = viewport.columns;
  const all = shownSideBySide(state, route);
  const data = { ...all, sections: all.sections.filter(({ isUnread }) => !isUnread) };
  const unread = all.sections.filter(({ isUnread }) => isUnread);
  const selected = Math.max(0, route.websiteIds.indexOf(route.websiteId));
  const layout = sideBySideLayout(viewport, state.capabilities, data);
  const hasUnread = unread.length > 0 && !layout.isList;
  const chart = layout.chart - Number(hasUnread);
  const message = sideBySideMessage(state, data);
  const lines = sideBySideLines(state, data);
  return (
    <>
      {layout.hasPeriod && <PeriodLine width={width} right={scaleNote(state, lines, layout.chart)} />}
      <LastSeen>
        {message === undefined ? (
          <Chart rows={chartRows(state, route, lines, { width, height: chart })} width={width} />
        ) : (
          <Message {...message} width={width} height={chart} />
        )}
        {layout.isList ? (
          <WebsiteList {...{ state, route, selected, hasTitles: layout.hasTitles }} />
        ) : (
          <Lines lines={columnLines(state, data, { layout, selected })} width={width} />
        )}
        {hasUnread && (
          <Line
            parts={[
              dim(
                label` Not read: ${joinSafe(
                  unread.map(({ name }) => safeText(statisticTitle(name, state.capabilities))),
                  label`, `,
                )}`,
              ),
            ]}
            width={width}
          />
        )}
      </LastSeen>
    </>
  );
}

function WebsiteList(props: {
  readonly state: State;
  readonly route: RouteOf<'sideBySide'>;
  readonly selected: number;
  readonly hasTitles: boolean;
}) {
  const { state, route, selected, hasTitles } = props;
  const width = state.viewport.columns;
  const data = shownSideBySide(state, route);
  const columns = listColumns(state, data, { width: width - tableIndent - 1, hasTitles });
  const rows = listRows(state, data, columns);
  const { length } = rows;
  return <Table {...{ columns, rows, selected, width, hasTitles }} top={0} height={length} />;
}

const minForBox = 5;

const lastChart = memoizeLast<(cursor: ChartCursor | undefined) => readonly ChartRow[]>();

function chartRows(
  state: State,
  route: RouteOf<'sideBySide'>,
  lines: SideBySideLines,
  { width, height }: Size,
) {
  const { hasOwnScales } = state.sideBySide;
  const selected = Math.max(0, route.websiteIds.indexOf(route.websiteId));
  const notes = notesOfAll(state, route);
  const keys = [lines, hasOwnScales, selected, notes, width, height, isAscii(), hasTints()];
  const draw = lastChart(keys, () => {
    const all = lines.flatMap((line, at) => {
      if (line === undefined) return [];
      const { points, unfinished } = line;
      const counts = points.map(({ count }) => count);
      const before = points.map(point => point.before?.count);
      return [{ at, counts, before, unfinished, ...lineStyle(at, isAscii()) }];
    });
    const [first] = lines.flatMap(line => line ?? []);
    const axis = first === undefined ? { ticks: [], points: [] } : axisOf(first, notes);
    const { points } = axis;
    // Beside each other strips have room for the first day alone.
    const day = first?.points[0]?.span;
    const isNarrow = hasOwnScales && height <= all.length && day !== undefined && day.unit !== 'hour';
    const ticks = isNarrow ? [[{ index: 0, text: formatDayShort(day.from) }]] : axis.ticks;
    const look = {
      points,
      ticks,
      width: width - chartMargins,
      height,
      ascii: isAscii(),
      hasTints: hasTints(),
    };
    if (hasOwnScales) return prepareStrips({ ...look, lines: all, formatCount: groupThousands });
    // The one selected is over the others.
    const ordered = [...all.filter(({ at }) => at !== selected), ...all.filter(({ at }) => at === selected)];
    const drawLines = prepareLines({ ...look, lines: ordered, formatCount: compactNumber });
    return cursor => drawLines(cursor).rows;
  });
  // In few rows a box would hide the lines: the line below the numbers says it.
  const cursor = cursorOf(state, route, lines);
  return draw(height < minForBox && cursor ? { index: cursor.index } : cursor);
}

function cursorOf(
  state: State,
  route: RouteOf<'sideBySide'>,
  lines: SideBySideLines,
): ChartCursor | undefined {
  const found = pointOf(lines, route);
  if (found === undefined) return undefined;
  const { index, point } = found;
  return {
    index,
    title: shortPointName(point),
    values: lines.flatMap((line, at) => {
      if (line === undefined) return [];
      const { role, mark } = lineStyle(at, isAscii());
      return [{ text: `${mark} ${groupThousands(line.points[index]?.count)}`, role }];
    }),
    notes: notesInBox(notesAt(notesOfAll(state, route), point)),
  };
}
