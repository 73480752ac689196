import { Chart, Column, Line, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { chartMargins, hasShortDays, ownTitle, partsWidth } from '#components/parts.ts';
import { historyCursorPoints, pointIndex } from '#model/statistics/cursor.ts';
import { dayCount } from '#model/period/day.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { beforeLegend, comparedLegend } from '#screens/chart/SeriesChart.tsx';
import { cursorBox } from '#screens/chart/cursor.ts';
import { bucketChart } from '#screens/chart/seriesChartRows.ts';
import { useAppState } from '#screens/storeView.ts';
import { RowPane } from '#screens/statistic/RowPane.tsx';
import { hasSpacing, historyLayout, withFewDays } from '#store/display.ts';
import { shownPeriod } from '#store/queries/question.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { historyBefore, historyComparisons, historyHasChanges, shownHistory } from '#store/views/history.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { historyPane } from '#store/views/rowPane.ts';
import { label } from '#text/safeText.ts';
import { partColumns, historyMessage, partRows, progressPart, summaryOf } from './index.ts';

export function HistoryScreen({ websiteId, cursor }: RouteOf<'history'>) {
  const state = useAppState(whole => whole);
  const { history: slice, viewport, capabilities } = state;
  const history = shownHistory(state);
  const before = historyBefore(state);
  const comparisons = historyComparisons(state);
  const message = historyMessage(state);
  const today = state.today();
  const notes = shownNotes(state, websiteId);
  // What of it was never read has the whole width.
  const pane = message?.tone === 'bad' ? 0 : historyPane(state);
  const width = viewport.columns;
  const left = width - pane;
  const days = history.unit === 'day' ? dayCount(shownPeriod(state)) : history.parts.length;
  const layout = withFewDays(historyLayout(viewport), history.parts.length, days);
  const points = historyCursorPoints(history.parts, history.unit, today, before, comparisons);
  const height = layout.chart + layout.gap + layout.rows + (layout.hasTitles ? 1 : 0);
  // The only day needs no cursor: it would only hide what is drawn.
  const index = points.length === 1 ? undefined : pointIndex(points, cursor);
  const summary = summaryOf(state, width);
  const progress = progressPart(state, layout.rows, left === 0);
  const room = width - partsWidth(summary) - partsWidth([progress]);
  const hasComparison = left > 0 && before !== undefined && layout.chart > 0;
  // Without room for all of it the legend names the line alone.
  const legend = hasComparison
    ? [comparedLegend(), beforeLegend()].find(parts => partsWidth(parts) + 6 <= room)
    : [];
  // A part that is not read is a gap, because it is not zero.
  const chartRows = () =>
    bucketChart(history.parts, history.unit, today, {
      width: left - chartMargins,
      height: layout.chart,
      isBare: !layout.hasTitles,
      notes,
      compared: before?.counts,
      cursor: cursorBox(points, index, notes),
    }).rows;
  const columns = partColumns(
    history,
    left - tableIndent - 1,
    capabilities,
    historyHasChanges(state) ? (pane > 0 ? 'both' : 'change') : 'nothing',
    ownTitle(state.comparison.baseline, history.unit),
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
              {layout.chart > 0 && <Chart rows={chartRows()} width={left} />}
              {layout.gap > 0 && <Line parts={[]} width={left} />}
              <Table
                columns={columns}
                rows={partRows(
                  history,
                  today,
                  comparisons,
                  hasShortDays(left - tableIndent - 1),
                ).toReversed()}
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
