import { bar } from '#charts/bar.ts';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { placeColumns, type PlacedColumn } from '#components/tableLayout.ts';
import type { Part } from '#components/style.ts';
import { Toolbar } from '#components/Toolbar.tsx';
import { groupThousands, percent } from '#model/number.ts';
import { sum } from '#model/series.ts';
import type { StatisticInfo } from '#model/statisticCatalogue.ts';
import { readableValue } from '#model/statisticValue.ts';
import { failureLines } from '#screens/failure.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import type { StatisticSlice } from '#store/statistic.ts';
import { bodyRows, hasAir, statisticRows } from '#store/viewport.ts';
import { isAscii } from '#terminal/charset.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { rowColumns, type RowColumn } from './columns.ts';

/** All rows of a statistic, searched, sorted and paged by the service. */
export function RowsView({ info }: { readonly info: StatisticInfo }) {
  const statistic = useAppState(state => state.statistic);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  const air = hasAir(viewport);
  const rows = statistic.list.data?.rows ?? [];
  const columns = placeColumns(
    rowColumns(info.singular.toUpperCase(), info.counts.toUpperCase()),
    width - tableIndent - 1,
  );
  return (
    <>
      <PeriodLine width={width} />
      <Toolbar
        items={[
          { title: label`Sort`, value: safeText(orderTitle(statistic)) },
          { title: label`Show`, value: label`${statistic.perPage}` },
          ...(statistic.logScale ? [{ title: label`Bars`, value: label`log` }] : []),
        ]}
        right={summary(statistic)}
        width={width}
        search={{ text: statistic.search, field: statistic.searchField }}
        y={2}
      />
      {air && <Line parts={[]} width={width} />}
      {rows.length === 0 ? (
        <Message {...emptiness(statistic)} width={width} height={bodyRows(viewport) - 2 - (air ? 1 : 0)} />
      ) : (
        <Table
          columns={columns}
          rows={tableRows(statistic, columns)}
          top={statistic.position.top}
          selected={statistic.position.selected}
          height={statisticRows(viewport)}
          width={width}
        />
      )}
    </>
  );
}

/** Bars and shares are of the rows on this page: nothing says how many more there are. */
function tableRows(
  { list, name, logScale }: StatisticSlice,
  columns: readonly PlacedColumn<RowColumn>[],
): TableRow<RowColumn>[] {
  const rows = list.data?.rows ?? [];
  const total = sum(rows);
  const most = Math.max(0, ...rows.map(({ count }) => count));
  const barWidth = columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  return rows.map(({ value, count }, index) => ({
    id: `${index} ${value}`,
    cells: {
      value: { text: safeText(readableValue(name, value)) },
      bar: {
        text: safeText(bar(count, most, barWidth, { log: logScale, ascii: isAscii() })),
        tone: 'accent',
      },
      count: { text: safeText(groupThousands(count)) },
      share: { text: safeText(percent(count, total)), tone: 'dim' },
    },
  }));
}

function orderTitle({ sortBy, sort }: StatisticSlice): string {
  if (sortBy === 'value') return sort === 'asc' ? 'A to Z' : 'Z to A';
  return sort === 'desc' ? 'highest' : 'lowest';
}

function summary({ list, cannotPage }: StatisticSlice): Part[] {
  const page = list.data;
  if (page === undefined) return [];
  const failed = list.error === undefined ? [] : [{ text: label`not refreshed  `, tone: 'bad' as const }];
  const known =
    page.total === undefined
      ? label`${page.rows.length} shown`
      : safeText(`${groupThousands(page.total)} rows`);
  const more = cannotPage
    ? label`, the first ${page.rows.length}: the service does not page`
    : label`, page ${page.page}`;
  return [...failed, { text: label`${known}${more} `, tone: 'dim' }];
}

function emptiness({ list, search, page }: StatisticSlice) {
  if (list.error !== undefined)
    return {
      title: label`The rows could not be read`,
      tone: 'bad' as const,
      lines: failureLines(list.error),
    };
  if (list.data === undefined) return { title: label`Reading ...`, tone: 'dim' as const, lines: [] };
  if (search !== '')
    return {
      title: label`No row matches "${safeText(search)}"`,
      lines: [label`Press Esc to clear the search, / to change it.`],
    };
  if (page > 1) return { title: label`No more rows`, lines: [label`Press [ for the previous page.`] };
  return {
    title: label`Nothing in this period`,
    lines: [label`Press t for another period, < for an earlier one.`],
  };
}
