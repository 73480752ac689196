import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import { Table, tableIndent } from '#components/Table.tsx';
import { counted } from '#model/text/number.ts';
import type { ChartPlace } from '#model/period/chartPlace.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import { LastSeen } from '#screens/LastSeen.tsx';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { chartLegend, SeriesChart } from '#screens/SeriesChart.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { shownSeries } from '#store/statistics/shownSeries.ts';
import type { State } from '#store/core/state.ts';
import type { StatisticSlice } from '#store/statistics/statistic.ts';
import { bodyRows, hasSpacing, seriesLayout } from '#store/core/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { daysInOrder, rowOfCursor, type ComparedDay } from './dayOrder.ts';
import { dayColumns, dayRows } from './dayTable.ts';

/** Visitors or page views: the chart, and the days below it. */
export function SeriesView(props: {
  readonly websiteId: string;
  readonly name: SeriesName;
  readonly cursor: ChartPlace | undefined;
}) {
  const { websiteId, name, cursor } = props;
  const state = useAppState(whole => whole);
  const { viewport, statistic } = state;
  const series = shownSeries(state, websiteId, name);
  const width = viewport.columns;
  const layout = seriesLayout(viewport);
  const isCompared = shownComparison(state) !== undefined;
  const legend = chartLegend(series, isCompared, width);
  // Failures and zeros are said where the chart is; without one, in place of everything.
  const chart = series.summary === undefined ? bodyRows(viewport) - 2 : layout.chart;
  const top = statistic.position.selected;
  const days = series.summary && daysInOrder(series.summary, statistic, state.today());
  const columns = dayColumns(name, isCompared, width - tableIndent - 1, state.capabilities);
  return (
    <>
      <PeriodLine width={width} />
      <LastSeen>
        {hasSpacing(viewport) && <Line parts={[]} right={legend} width={width} />}
        {chart > 0 && (
          <SeriesChart
            series={series}
            name={name}
            isCompared={isCompared}
            today={state.today()}
            cursor={cursor}
            width={width}
            height={chart}
          />
        )}
        {days !== undefined && (
          <>
            <Table
              columns={columns}
              rows={dayRows(days, { columns, today: state.today(), top, height: layout.rows })}
              selected={selectedRow(state, days, top, layout.rows)}
              top={0}
              height={layout.rows}
              width={width}
            />
            <Line parts={[position(days.length, top, layout.rows, statistic)]} width={width} />
          </>
        )}
      </LastSeen>
    </>
  );
}

/** The row of the days under the cursor, where it is on screen. */
function selectedRow(
  state: State,
  days: readonly ComparedDay[],
  top: number,
  rows: number,
): number | undefined {
  const row = rowOfCursor(state, days);
  return row === undefined || row < top || row >= top + rows ? undefined : row - top;
}

function position(days: number, top: number, rows: number, { sortBy, sort }: StatisticSlice): Part {
  const [first, last] = sortBy === 'value' ? ['latest', 'earliest'] : ['highest', 'lowest'];
  const order = `${sort === 'desc' ? first : last}${sortBy === 'change' ? ' change' : ''} first`;
  const shown =
    days <= rows ? counted(days, 'days') : `days ${top + 1} to ${Math.min(days, top + rows)} of ${days}`;
  return { text: label`   ${safeText(shown)}, ${safeText(order)}`, tone: 'dim' };
}
