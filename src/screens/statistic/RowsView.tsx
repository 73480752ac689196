import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { Column, Line, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { placeColumns } from '#model/text/columnLayout.ts';
import type { Part } from '#components/style.ts';
import { Toolbar } from '#components/Toolbar.tsx';
import type { StatisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { rowRange } from '#screens/rowRange.ts';
import { LastSeen } from '#screens/LastSeen.tsx';
import { pageItem } from '#screens/pageItem.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { tableRowsBeside } from '#store/statistics/comparedTable.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { tableBasis } from '#store/statistics/shownShares.ts';
import type { State } from '#store/core/state.ts';
import { countryColumns, hasSpacing, statisticRows } from '#store/core/viewport.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { hasTints } from '#terminal/theme/current.ts';
import { rowColumns } from './columns.ts';
import { CountryMap } from './CountryMap.tsx';
import { rowsMessage } from './statisticMessage.ts';
import { markedRows, tableCells, type MarkedRows } from './tableRows.ts';

/** All rows of a statistic, searched, sorted and paged by the service. */
export function RowsView({ info }: { readonly info: StatisticInfo }) {
  const state = useAppState(whole => whole);
  const { statistic, viewport } = state;
  const width = viewport.columns;
  const air = hasSpacing(viewport);
  const marked = markedRows(state, width < 60);
  const beside = statistic.name === 'country' ? countryColumns(viewport) : undefined;
  const table = beside?.table ?? width;
  const height = statisticRows(viewport) + 1;
  return (
    <>
      <PeriodLine width={width} />
      <Toolbar
        items={[
          { title: label`Sort`, value: safeText(orderTitle(state)), priority: 2 },
          ...pageItem(statistic.perPage, 1),
          ...(statistic.logScale ? [{ title: label`Bars`, value: label`log`, priority: 3 }] : []),
        ]}
        right={summary(state, marked.rows.length)}
        width={width}
        search={{ text: statistic.search, field: statistic.searchField }}
        y={2}
      />
      {air && <Line parts={[]} width={width} />}
      <SideBySide>
        <Column width={table} height={height}>
          {marked.rows.length === 0 ? (
            <Message {...rowsMessage(state)} width={table} height={height} />
          ) : (
            <LastSeen>
              <RowsTable
                info={info}
                marked={marked}
                state={state}
                width={table}
                isBarBehind={beside !== undefined && hasTints()}
              />
            </LastSeen>
          )}
        </Column>
        {beside !== undefined && (
          <LastSeen>
            <CountryMap state={state} width={beside.map} height={height} />
          </LastSeen>
        )}
      </SideBySide>
    </>
  );
}

function RowsTable(props: {
  readonly info: StatisticInfo;
  readonly marked: MarkedRows;
  readonly state: State;
  readonly width: number;
  readonly isBarBehind: boolean;
}) {
  const { info, marked, state, width, isBarBehind } = props;
  const { statistic, viewport } = state;
  const isCompared = shownComparison(state) !== undefined;
  const room = width - tableIndent - 1;
  const all = rowColumns(
    info.singular.toUpperCase(),
    countsOf(info.name, state.capabilities).toUpperCase(),
    {
      count: marked.widest.count,
      change: isCompared ? marked.widest.mark : undefined,
    },
    tableBasis(state)?.kind,
  );
  const columns = placeColumns(isBarBehind ? all.filter(({ key }) => key !== 'bar') : all, room);
  const { top, selected } = statistic.position;
  const height = statisticRows(viewport);
  const barWidth = columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  return (
    <Table
      columns={columns}
      rows={tableCells(state, marked, { top, height, barWidth, barBehind: isBarBehind ? room : 0 })}
      top={0}
      selected={selected - top}
      height={height}
      width={width}
    />
  );
}

function orderTitle(state: State): string {
  const { sortBy, sort } = state.statistic;
  if (sortBy === 'change' && shownComparison(state) !== undefined)
    return `change, ${sort === 'desc' ? 'highest' : 'lowest'}`;
  if (sortBy === 'value') return sort === 'asc' ? 'A to Z' : 'Z to A';
  return sort === 'desc' ? 'highest' : 'lowest';
}

function summary(state: State, shown: number): Part[] {
  const { list } = state.statistic;
  if (list.data === undefined) return [];
  const failed = list.error === undefined ? [] : [{ text: label`not refreshed  `, tone: 'bad' as const }];
  const { error, gone } = tableRowsBeside(state);
  const alone =
    error !== undefined ? [{ text: label`not compared, r tries again  `, tone: 'bad' as const }] : [];
  const range = rowRange(state.statistic, statisticRows(state.viewport), { shown, gone: gone.length });
  return [...failed, ...alone, { text: label`${range}${sortedOf(state)} `, tone: 'dim' }];
}

/** An order by change may not cover all rows. */
function sortedOf({ statistic }: State): SafeText {
  if (statistic.sortBy !== 'change') return label``;
  if (statistic.list.loading) return label`, reading`;
  return statistic.isCut ? label`, the most frequent` : label``;
}
