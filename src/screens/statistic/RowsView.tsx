import { maximum } from '#charts/scale.ts';
import { Column, Dimmed, Line, Lines, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { dim, justChanged, markPart, type Part } from '#components/parts.ts';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { SearchLine, Toolbar } from '#components/Toolbar.tsx';
import { countsOf, type StatisticInfo, statisticInfo } from '#model/service/capabilities.ts';
import { amountText, type ShareBasis, shareHeading, shareText } from '#model/statistics/summary.ts';
import { firstRows } from '#model/service/paging.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { pageItem, rowRange, searchOverTitle } from '#screens/layout.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { narrowColumns } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, countryColumns, hasSpacing, statisticRows } from '#store/display.ts';
import { shownTableRows, tableBasis, type ComparedTableRow, tableComparison } from '#store/queries/rows.ts';
import { numberKey, ofTable } from '#store/reading/reading.ts';
import { diagnose } from '#screens/diagnosis.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import { hasMap, isPaneBelow, rowPaneWidth, showsMapAlone } from '#store/views/rowPane.ts';
import { textWidth } from '#text/characters.ts';
import { type Column as TableColumn, placeColumns, spaces, tellingCut, type TellingCut } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { rowsMessage } from './index.ts';
import { PeriodMessage } from '#screens/WebsiteMessage.tsx';
import {
  mapWithCodes,
  codesWidth,
  CountryMap,
  hasRowChanges,
  mapIndent,
  RowPane,
  rowsBelow,
  useCountryMap,
} from './RowPane.tsx';
import { zerosBelow } from './pane.ts';
import { keyOf } from '#text/words.ts';

/** With all rows, without a selection, where a search finds none; undefined where there are none to show. */
function withWholeRows(state: State): State | undefined {
  const { statistic } = state;
  const { search, list, whole, sortBy } = statistic;
  const hasNoMatch = search !== '' && list.data?.rows.length === 0 && list.error === undefined;
  if (!hasNoMatch || whole === undefined || whole.rows.length === 0 || sortBy === 'change') return undefined;
  const asked = statistic.asked && { ...statistic.asked, search: '' };
  const listed = { loading: false, data: firstRows(whole) };
  const position = { top: 0, selected: -1 };
  return { ...state, statistic: { ...statistic, asked, list: listed, search: '', position } };
}

const tableMargin: Part = { text: spaces(tableIndent) };

export function RowsView({ info }: { readonly info: StatisticInfo }) {
  const state = useAppState(whole => whole);
  const { statistic, viewport } = state;
  const width = viewport.columns;
  const spacing = hasSpacing(viewport);
  const unmatched = spacing ? withWholeRows(state) : undefined;
  const shown = unmatched ?? state;
  const marked = markedRows(shown, width < 60);
  const message = marked.rows.length === 0 || unmatched !== undefined ? rowsMessage(state) : undefined;
  const mapLayout = hasMap(state) ? countryColumns(viewport) : undefined;
  const isMapAlone = showsMapAlone(state);
  const pane = isPaneBelow(state) ? 0 : rowPaneWidth(state);
  const table = mapLayout?.table ?? width - pane;
  const rows = statisticRows(viewport) - (unmatched === undefined ? 0 : unmatchedLines);
  const below = rowsBelow(shown, rows - marked.rows.length, table);
  const isEmpty = message !== undefined;
  const left = rows - marked.rows.length - below.length;
  const room = { width: table - tableIndent - 1, height: left };
  const settings = mapLayout !== undefined || isEmpty ? [] : zerosBelow(state, ['settings'], room);
  const isSearched = statistic.search !== '' || statistic.searchField !== undefined;
  if ((message?.isOfZeros === true || message?.tone === 'bad') && !isSearched)
    return <PeriodMessage message={message} websiteId={statistic.websiteId} />;
  const hasNoMatch = marked.rows.length === 0 && statistic.search !== '' && statistic.list.data !== undefined;
  const zeros =
    hasNoMatch && spacing
      ? zerosBelow(state, ['settings'], { width: table - tableIndent - 1, height: rows - unmatchedLines })
      : [];
  // A blank line below the toolbar, where what is searched stands.
  const isBlank = isEmpty || spacing || (isMapAlone && isSearched);
  const height = isMapAlone ? bodyRows(viewport) - (isBlank ? 3 : 2) : statisticRows(viewport) + 1;
  return (
    <>
      <PeriodLine width={width} />
      <Toolbar
        items={[
          { title: label`Sort`, value: safeText(orderTitle(state)), priority: 2 },
          ...pageItem(statistic.perPage, 1),
          ...(statistic.logScale ? [{ title: label`Bars`, value: label`log`, priority: 3 }] : []),
        ]}
        right={summary(state, unmatched === undefined ? marked.rows.length : 0, isMapAlone)}
        width={width}
      />
      {isBlank && <Line parts={[]} width={width} />}
      <SideBySide>
        <Column width={table} height={height}>
          {message !== undefined ? (
            <>
              <Message
                {...message}
                width={table}
                height={
                  unmatched !== undefined || zeros.length > 0
                    ? unmatchedLines
                    : spacing || isMapAlone
                      ? height
                      : height - 1
                }
              />
              <Lines before={tableMargin} lines={zeros} width={table} />
              {unmatched !== undefined && (
                <Dimmed on>
                  <RowsTable {...{ info, marked, state: unmatched }} width={table} height={rows} />
                  <Lines before={tableMargin} lines={below} width={table} />
                </Dimmed>
              )}
            </>
          ) : (
            <LastSeen>
              {isMapAlone ? (
                <MapAlone {...{ info, marked, state }} width={table} height={height} />
              ) : (
                <>
                  <RowsTable {...{ info, marked, state }} width={table} height={rows} />
                  <Lines before={tableMargin} lines={[...below, ...settings]} width={table} />
                </>
              )}
            </LastSeen>
          )}
        </Column>
        {mapLayout !== undefined && (
          <LastSeen>
            <Dimmed on={unmatched !== undefined}>
              <CountryMap state={shown} width={mapLayout.map} height={height} />
            </Dimmed>
          </LastSeen>
        )}
        {pane > 0 && <RowPane width={pane} height={height} />}
      </SideBySide>
      <SearchLine
        text={statistic.search}
        field={statistic.searchField}
        top={2}
        width={isBlank ? width : searchOverTitle}
      />
    </>
  );
}

/** Of a message with its line of keys, between blank ones. */
const unmatchedLines = 4;

interface RowsProps {
  readonly info: StatisticInfo;
  readonly marked: MarkedRows;
  readonly state: State;
  readonly width: number;
  readonly height: number;
}

/** Lines that have room for rows below the map, and how many. */
const roomForRows = 12;
const rowsBelowMap = 4;

/** The map in place of the rows, of which as many as there is room for stand below it. */
function MapAlone(props: RowsProps) {
  const { marked, state, width, height } = props;
  const { statistic } = state;
  const hasRows = height >= roomForRows;
  const map = useCountryMap(
    state,
    hasRows ? width : width - codesWidth,
    hasRows ? height - rowsBelowMap : height,
  );
  const lines = hasRows ? map : mapWithCodes(map, marked.rows, statistic.position.selected, width);
  const left = height - lines.length;
  return (
    <>
      <Lines lines={lines} before={mapIndent} width={width} />
      {left > 0 && <RowsTable {...props} height={left} hasTitles={false} />}
    </>
  );
}

function RowsTable(props: RowsProps & { readonly hasTitles?: boolean }) {
  const { info, marked, state, width, hasTitles = true } = props;
  const { statistic } = state;
  const hasChanges = hasRowChanges(state);
  const room = width - tableIndent - 1;
  const all = rowColumns(
    info.singular.toUpperCase(),
    countsOf(info.name, state.capabilities).toUpperCase(),
    {
      count: marked.widest.count,
      change: hasChanges ? marked.widest.mark : undefined,
    },
    tableBasis(state),
  );
  const columns = placeColumns(all, room).map(column =>
    column.key === 'value' ? { ...column, cut: rowsCut(marked.rows, info.name, column.columns) } : column,
  );
  const { selected } = statistic.position;
  const height = Math.min(props.height, marked.rows.length);
  const top = Math.max(statistic.position.top, selected - height + 1);
  return (
    <Table
      columns={columns}
      rows={tableCells(state, marked, { top, height })}
      top={0}
      selected={selected - top}
      height={height}
      width={width}
      hasTitles={hasTitles}
    />
  );
}

const cutOf = memoizeByObject<TellingCut>();
/** So many rows say what tells values apart. */
const maxValues = 1000;

function rowsCut(rows: readonly MarkedRow[], name: StatisticName, columns: number): TellingCut {
  return cutOf(rows, [name, columns], () =>
    tellingCut(
      rows.slice(0, maxValues).map(({ value }) => safeText(readableValue(name, value))),
      columns,
    ),
  );
}

function orderTitle(state: State): string {
  const { sortBy, sort } = state.statistic;
  if (sortBy === 'change' && hasRowChanges(state)) return `change, ${sort === 'desc' ? 'highest' : 'lowest'}`;
  if (sortBy === 'value') return sort === 'asc' ? 'A to Z' : 'Z to A';
  return sort === 'desc' ? 'highest' : 'lowest';
}

/** @param isMap of the rows only the selected one is on screen with certainty */
function summary(state: State, shown: number, isMap: boolean): Part[] {
  const { list, position } = state.statistic;
  if (list.data === undefined) return [];
  const { error, compared, gone } = tableComparison(state);
  const failed =
    list.error !== undefined || (error !== undefined && compared !== undefined)
      ? label`not refreshed`
      : error === undefined
        ? undefined
        : label`not compared`;
  const cause = list.error ?? error;
  const again =
    state.viewport.columns < narrowColumns || cause === undefined
      ? label``
      : label` (${safeText(diagnose(cause, state.profile).title.toLowerCase())}), ${keyOf('refresh')} tries again`;
  // The box of an outage says it above.
  const message: Part[] =
    failed === undefined || isOutage(state) ? [] : [{ text: label`${failed}${again}  `, tone: 'bad' }];
  const range = isMap
    ? safeText(`${position.selected + 1} of ${shown}`)
    : rowRange(state.statistic, statisticRows(state.viewport), { shown, gone: gone.length });
  return [...message, dim(label`${range}${sortedOf(state)} `)];
}

/** An order by change may not cover all rows. */
function sortedOf({ statistic }: State): SafeText {
  if (statistic.sortBy !== 'change') return label``;
  if (statistic.list.loading) return label`, reading`;
  return statistic.isCut ? label`, the most frequent` : label``;
}

type RowColumn = 'value' | 'count' | 'share' | 'change';

/**
 * `title`: what the values are, "PAGE". `count` and `change`: columns of the longest of each; no change where rows are
 * not compared. `shares`: what they are of.
 */
function rowColumns(
  title: string,
  counts: string,
  widths: { readonly count: number; readonly change: number | undefined },
  shares?: ShareBasis,
): TableColumn<RowColumn>[] {
  const share = shareHeading(shares).toUpperCase();
  const columns: TableColumn<RowColumn>[] = [
    { key: 'value', title, width: 16, grow: 1, priority: 9 },
    {
      key: 'count',
      title: counts,
      width: Math.max(counts.length, widths.count),
      priority: 8,
      align: 'right',
    },
    { key: 'share', title: share, width: Math.max(6, share.length), priority: 6, align: 'right' },
  ];
  if (widths.change === undefined) return columns;
  const width = Math.max('CHANGE'.length, widths.change);
  return [...columns, { key: 'change', title: 'CHANGE', width, priority: 7, align: 'right' }];
}

interface MarkedRow {
  readonly value: string;
  readonly count: number;
  readonly mark: Part;
}

interface MarkedRows {
  readonly rows: readonly MarkedRow[];
  /** Columns of the widest count and of the widest mark. */
  readonly widest: { readonly count: number; readonly mark: number };
  readonly max: number;
}

// Every key draws the table, often with the same rows, which can be very many: their widths are cached.
const marked = memoizeByObject<MarkedRows>();

/** The rows that are shown. `isShort`: marks for little room. */
export function markedRows(state: State, isShort: boolean): MarkedRows {
  const shown = shownTableRows(state);
  const { name } = state.statistic;
  return marked(shown, [name, isShort], () => withWidths(shown, name, isShort));
}

function withWidths(shown: readonly ComparedTableRow[], name: StatisticName, isShort: boolean): MarkedRows {
  const rows = shown.map(({ value, count, compared }) => ({
    value,
    count,
    mark: compared === undefined ? { text: label`` } : markPart(compared.mark, isShort),
  }));
  const widest = {
    count: maximum(rows.map(({ count }) => amountText(name, count).length)),
    mark: maximum(rows.map(({ mark }) => textWidth(mark.text))),
  };
  return { rows, widest, max: maximum(rows.map(({ count }) => count)) };
}

/** The rows on screen, the first of them at `top`. */
export function tableCells(
  state: State,
  { rows, max }: MarkedRows,
  { top, height }: { readonly top: number; readonly height: number },
): TableRow<RowColumn>[] {
  const { name, logScale: log } = state.statistic;
  const basis = tableBasis(state);
  const { family } = statisticInfo(name);
  return rows.slice(top, top + height).map(({ value, count, mark }, index) => {
    const isChanged = state.autoRefresh.changed.has(numberKey(ofTable, value));
    return {
      id: `${top + index} ${value}`,
      bar: { count, max, hue: family, log },
      cells: {
        value: { text: safeText(readableValue(name, value)) },
        count: { text: safeText(amountText(name, count)), ...(isChanged && justChanged) },
        share: dim(safeText(basis === undefined ? '' : shareText(count, basis))),
        change: mark,
      },
    };
  });
}
