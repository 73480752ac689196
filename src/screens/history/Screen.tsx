import { Chart, chartMargins } from '#components/Chart.tsx';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { failureLines } from '#screens/emptyMessages.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { historyChange, type HistorySlice } from '#store/statistics/history.ts';
import { detailSince } from '#store/statistics/shownReach.ts';
import { hasSpacing, historyLayout } from '#store/core/viewport.ts';
import { label } from '#terminal/safeText.ts';
import { historyChart } from './historyChart.ts';
import { summaryParts, progressPart } from './historySummary.ts';
import { historyColumns, historyRows } from './historyTable.ts';

/** A row of a statistic by day, week or month. The parts fill in as they are read. */
export function HistoryScreen() {
  const history = useAppState(state => state.history);
  const change = historyChange(useAppState(state => state));
  const since = useAppState(state => detailSince(state, history.websiteId, history.name));
  const viewport = useAppState(state => state.viewport);
  const today = useAppState(state => state.today());
  const capabilities = useAppState(state => state.capabilities);
  const width = viewport.columns;
  const layout = historyLayout(viewport);
  const columns = historyColumns(history, width - tableIndent - 1, capabilities);
  return (
    <>
      <PeriodLine width={width} />
      <Line
        parts={summaryParts(history, change, since, width, capabilities)}
        right={[progressPart(history, layout.rows)]}
        width={width}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      {layout.chart > 0 && <HistoryChart history={history} today={today} rows={layout.chart} width={width} />}
      <Table
        columns={columns}
        rows={historyRows(history, columns, today)}
        top={history.position.selected}
        height={layout.rows}
        width={width}
      />
    </>
  );
}

function HistoryChart(props: {
  readonly history: HistorySlice;
  readonly today: string;
  readonly rows: number;
  readonly width: number;
}) {
  const { history, today, rows, width } = props;
  const { error } = history.reading;
  if (error !== undefined) {
    const lines = failureLines(error);
    return (
      <Message title={label`Not all could be read`} tone="bad" lines={lines} width={width} height={rows} />
    );
  }
  return (
    <Chart rows={historyChart(history, today, { width: width - chartMargins, height: rows })} width={width} />
  );
}
