import { memo } from 'react';
import type { ChartRow } from '#charts/canvas.ts';
import { Chart, Column, Line, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { chartMargins, hasShortDays, ownTitle, partsWidth } from '#components/parts.ts';
import {
  type EarlierDays,
  historyCursorPoints,
  type OwnComparisons,
  pointIndex,
} from '#model/statistics/cursor.ts';
import { dayCount } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { hoursWithin } from '#model/service/filter.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { beforeLegend, comparedLegend } from '#screens/chart/SeriesChart.tsx';
import { cursorBox } from '#screens/chart/cursor.ts';
import { bucketChart } from '#screens/chart/seriesChartRows.ts';
import { useAppState } from '#screens/storeView.ts';
import { RowPane } from '#screens/statistic/Beside.tsx';
import { hasSpacing, historyLayout, withFewDays } from '#store/display.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { shownPeriod } from '#store/queries/question.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import {
  historyBefore,
  historyChange,
  historyComparisons,
  historyHasChanges,
  type ShownHistory,
  shownHistory,
} from '#store/views/history.ts';
import type { Notes } from '#model/website/notes.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { historyPane } from '#store/views/rowBeside.ts';
import { label } from '#text/safeText.ts';
import {
  historyColumns,
  historyMessage,
  historyRows,
  progressPart,
  summaryParts,
  whyChangeUnknown,
} from './index.ts';

/** The parts as a filled chart; a part that is not read is a gap, because it is not zero. */
function historyChart(
  { parts, unit }: ShownHistory,
  today: Day,
  before: EarlierDays | undefined,
  comparisons: OwnComparisons,
  view: {
    readonly width: number;
    readonly height: number;
    readonly notes: Notes;
    readonly cursor: number | undefined;
    readonly isBare: boolean;
  },
): readonly ChartRow[] {
  const { cursor, ...size } = view;
  const points = historyCursorPoints(parts, unit, today, before, comparisons);
  return bucketChart(parts, unit, today, {
    ...size,
    compared: before?.counts,
    cursor: cursorBox(points, cursor, view.notes),
  }).rows;
}

export function HistoryScreen({ websiteId, cursor }: RouteOf<'history'>) {
  const slice = useAppState(state => state.history);
  const history = useAppState(shownHistory);
  const change = historyChange(useAppState(state => state));
  const before = useAppState(historyBefore);
  const comparisons = useAppState(historyComparisons);
  const hasChanges = useAppState(historyHasChanges);
  const profile = useAppState(state => state.profile);
  const message = historyMessage(history, slice.reading.error, profile);
  const unknown = useAppState(state => whyChangeUnknown(state, history));
  const viewport = useAppState(state => state.viewport);
  const today = useAppState(state => state.today());
  const notes = useAppState(state => shownNotes(state, websiteId));
  const capabilities = useAppState(state => state.capabilities);
  const baseline = useAppState(state => state.comparison.baseline);
  const besideRows = useAppState(historyPane);
  // What of it was never read has the whole width.
  const pane = message?.tone === 'bad' ? 0 : besideRows;
  const isOneHour = useAppState(state => hoursWithin(state.filter.where).length === 1);
  const width = viewport.columns;
  const left = width - pane;
  const period = useAppState(shownPeriod);
  const days = history.unit === 'day' ? dayCount(period) : history.parts.length;
  const layout = withFewDays(historyLayout(viewport), history.parts.length, days);
  const points = historyCursorPoints(history.parts, history.unit, today, before);
  const height = layout.chart + layout.gap + layout.rows + (layout.hasTitles ? 1 : 0);
  // The only day needs no cursor: it would only hide what is drawn.
  const index = points.length === 1 ? undefined : pointIndex(points, cursor);
  const summary = summaryParts(history, { change, unknown, today }, width, capabilities);
  const progress = progressPart(history, slice, {
    rows: layout.rows,
    isByHour: left === 0,
    isOneHour,
    isOutageShown: useAppState(isOutage),
    width,
  });
  const room = width - partsWidth(summary) - partsWidth([progress]);
  const isBeside = left > 0 && before !== undefined && layout.chart > 0;
  // Without room for all of it the legend names the line alone.
  const legend = isBeside
    ? [comparedLegend(), beforeLegend()].find(parts => partsWidth(parts) + 6 <= room)
    : [];
  const columns = historyColumns(
    history,
    left - tableIndent - 1,
    capabilities,
    hasChanges ? (pane > 0 ? 'both' : 'change') : 'nothing',
    ownTitle(baseline, history.unit),
  );
  return (
    <>
      <PeriodLine width={width} />
      <LastSeen>
        <Line
          parts={summary}
          right={[
            ...(legend === undefined || legend.length === 0 ? [] : [...legend, { text: label`  ` }]),
            progress,
          ]}
          width={width}
        />
        {hasSpacing(viewport) && <Line parts={[]} width={width} />}
        <SideBySide>
          {left > 0 && message !== undefined && <Message {...message} width={left} height={height} />}
          {left > 0 && message === undefined && (
            <Column width={left} height={height}>
              {layout.chart > 0 && (
                <HistoryChart
                  history={history}
                  today={today}
                  before={before}
                  own={comparisons}
                  notes={notes}
                  cursor={index}
                  rows={layout.chart}
                  width={left}
                  isBare={!layout.hasTitles}
                />
              )}
              {layout.gap > 0 && <Line parts={[]} width={left} />}
              <Table
                columns={columns}
                rows={historyRows(history, today, comparisons, hasShortDays(left - tableIndent - 1))}
                top={slice.position.selected}
                selected={selectedRow(history.parts.length, slice.position.selected, index, layout.rows)}
                height={layout.rows}
                width={left}
                hasTitles={layout.hasTitles}
              />
            </Column>
          )}
          {pane > 0 && <RowPane width={pane} height={height} hasEdge={left > 0} />}
        </SideBySide>
      </LastSeen>
    </>
  );
}

/** The row under the cursor, where it is on screen: the last part comes first. */
function selectedRow(
  parts: number,
  top: number,
  index: number | undefined,
  rows: number,
): number | undefined {
  if (index === undefined) return undefined;
  const row = parts - 1 - index;
  return row < top || row >= top + rows ? undefined : row;
}

const HistoryChart = memo(function HistoryChart(props: {
  readonly history: ShownHistory;
  readonly today: Day;
  readonly before: EarlierDays | undefined;
  readonly own: OwnComparisons;
  readonly notes: Notes;
  readonly cursor: number | undefined;
  readonly rows: number;
  readonly width: number;
  readonly isBare: boolean;
}) {
  const { history, today, before, own: comparisons, notes, cursor, rows, width, isBare } = props;
  return (
    <Chart
      rows={historyChart(history, today, before, comparisons, {
        notes,
        cursor,
        width: width - chartMargins,
        height: rows,
        isBare,
      })}
      width={width}
    />
  );
});
