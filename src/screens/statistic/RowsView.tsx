import { differenceTone } from '#model/comparison/change.ts';
import { rowRuns } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { Column, Line, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { withBars } from '#components/bars.ts';
import { justChanged, markPart, type Part } from '#components/parts.ts';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { Toolbar } from '#components/Toolbar.tsx';
import { countsOf, type StatisticInfo, statisticInfo } from '#model/service/capabilities.ts';
import { amountText } from '#model/statistics/amount.ts';
import { type ShareBasis, shareHeading, shareText } from '#model/statistics/share.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { signedText } from '#model/why/sentence.ts';
import { useMapLines } from '#screens/chart/worldMap.tsx';
import { pageItem, rowRange } from '#screens/layout.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/storeView.ts';
import { countryColumns, hasSpacing, statisticRows } from '#store/display.ts';
import {
  shownTableRows,
  statisticOf,
  tableBasis,
  type TableRowBeside,
  tableRowsBeside,
} from '#store/queries/rows.ts';
import { numberKey, ofTable } from '#store/reading.ts';
import type { State } from '#store/state.ts';
import { mapRows } from '#store/views/statistic.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { type Column as TableColumn, placeColumns } from '#text/columns.ts';
import { spaces } from '#text/fit.ts';
import { resultOfEach } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { rowsMessage } from './index.ts';

const leastHeight = 4;
const nameColumns = 22;

/**
 * The countries whose counts changed most, with bars to the left for falls and to the right for rises: at most so many
 * lines. None before the earlier rows are read. `counts`: what is counted, "visitors".
 */
export function countryChanges(
  rows: readonly TableRowBeside[],
  { width, height, counts }: { readonly width: number; readonly height: number; readonly counts: string },
): (readonly Part[])[] {
  if (height < leastHeight) return [];
  const changed = rows
    .flatMap(row => {
      const change = changeOf(row);
      const { count: now, beside } = row;
      return change === 0
        ? []
        : [{ name: readableValue('country', row.value), now, before: beside?.before, change }];
    })
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, height - 1);
  if (changed.length === 0) return [];
  const cells = changed.map(({ name, ...row }) => ({
    label: { text: safeText(name) },
    value: row.change,
    numbers: [{ text: safeText(signedText(row.change)), tone: differenceTone(row) }],
  }));
  const lines = rowRuns(cells, { width, ascii: isAscii(), bar: room => room - nameColumns - 1 }).flat();
  return [[{ text: safeText(`CHANGE IN ${counts.toUpperCase()}`), tone: 'dim' }], ...lines];
}

/** 0 also where it is not known. */
function changeOf({ count, beside }: TableRowBeside): number {
  const isKnown = beside !== undefined && ['change', 'new', 'gone'].includes(beside.mark.kind);
  return isKnown ? count - (beside.before ?? 0) : 0;
}

const indent = 2;

function CountryMap({
  state,
  width,
  height,
}: {
  readonly state: State;
  readonly width: number;
  readonly height: number;
}) {
  const rows = shownTableRows(state);
  const room = width - indent - 1;
  const selected = rows[state.statistic.position.selected]?.value;
  const map = useMapLines({ rows: mapRows(state), selected, width: room, height });
  // Without a comparison there is nothing below the map: it stands in the middle.
  const hasChanges = hasRowChanges(state);
  const above = hasChanges ? 0 : Math.floor((height - map.length) / 2);
  const changes = hasChanges
    ? countryChanges(rows, {
        width: room,
        height: height - map.length - 1,
        counts: countsOf('country', state.capabilities),
      })
    : [];
  const lines = [
    ...Array.from({ length: above }, () => []),
    ...map,
    ...(changes.length > 0 ? [[]] : []),
    ...changes,
  ];
  return (
    <Column width={width} height={height}>
      {lines.map((parts, index) => (
        <Line key={index} parts={[{ text: spaces(indent) }, ...parts]} width={width} />
      ))}
    </Column>
  );
}

export function RowsView({ info }: { readonly info: StatisticInfo }) {
  const state = useAppState(whole => whole);
  const { statistic, viewport } = state;
  const width = viewport.columns;
  const spacing = hasSpacing(viewport);
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
      {spacing && <Line parts={[]} width={width} />}
      <SideBySide>
        <Column width={table} height={height}>
          {marked.rows.length === 0 ? (
            <Message {...rowsMessage(state)} width={table} height={height} />
          ) : (
            <LastSeen>
              <RowsTable info={info} marked={marked} state={state} width={table} />
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
}) {
  const { info, marked, state, width } = props;
  const { statistic, viewport } = state;
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
  const columns = placeColumns(all, room);
  const { top, selected } = statistic.position;
  const height = statisticRows(viewport);
  return (
    <Table
      columns={columns}
      rows={tableCells(state, marked, { top, height })}
      top={0}
      selected={selected - top}
      height={height}
      width={width}
    />
  );
}

/** Whether the rows have changes, perhaps once the usual day is known. */
function hasRowChanges(state: State): boolean {
  const { websiteId, name } = state.statistic;
  return statisticOf(state, websiteId, name).days.isCompared;
}

function orderTitle(state: State): string {
  const { sortBy, sort } = state.statistic;
  if (sortBy === 'change' && hasRowChanges(state)) return `change, ${sort === 'desc' ? 'highest' : 'lowest'}`;
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

type RowColumn = 'value' | 'bar' | 'count' | 'share' | 'change';

/**
 * `title`: what the values are, "PAGE". `count` and `change`: columns of the longest of each; no change where rows are
 * not compared. `shares`: what they are of.
 */
export function rowColumns(
  title: string,
  counts: string,
  widths: { readonly count: number; readonly change: number | undefined },
  shares?: ShareBasis,
): TableColumn<RowColumn>[] {
  const share = shareHeading(shares).toUpperCase();
  const columns = withBars<RowColumn>(
    [
      { key: 'value', title, width: 16, grow: 2, most: 48, priority: 9, cut: 'middle' },
      {
        key: 'count',
        title: counts,
        width: Math.max(counts.length, widths.count),
        priority: 8,
        align: 'right',
      },
      { key: 'share', title: share, width: Math.max(6, share.length), priority: 6, align: 'right' },
    ],
    { grow: 1, priority: 5 },
  );
  if (widths.change === undefined) return columns;
  const width = Math.max('CHANGE'.length, widths.change);
  return [...columns, { key: 'change', title: 'CHANGE', width, priority: 7, align: 'right' }];
}

interface MarkedRow {
  readonly value: string;
  readonly count: number;
  readonly mark: Part;
}

export interface MarkedRows {
  readonly rows: readonly MarkedRow[];
  /** Columns of the widest count and of the widest mark. */
  readonly widest: { readonly count: number; readonly mark: number };
  readonly most: number;
}

// Every key draws the table, often with the same rows, which can be very many: their widths are cached.
const marked = resultOfEach<MarkedRows>();

/** The rows that are shown. `isShort`: marks for little room. */
export function markedRows(state: State, isShort: boolean): MarkedRows {
  const shown = shownTableRows(state);
  const { name } = state.statistic;
  return marked(shown, [name, isShort], () => withWidths(shown, name, isShort));
}

function withWidths(shown: readonly TableRowBeside[], name: StatisticName, isShort: boolean): MarkedRows {
  const rows = shown.map(({ value, count, beside }) => ({
    value,
    count,
    mark: beside === undefined ? { text: label`` } : markPart(beside.mark, isShort),
  }));
  const widest = {
    count: maximum(rows.map(({ count }) => amountText(name, count).length)),
    mark: maximum(rows.map(({ mark }) => textWidth(mark.text))),
  };
  return { rows, widest, most: maximum(rows.map(({ count }) => count)) };
}

/** The rows on screen, the first of them at `top`. */
export function tableCells(
  state: State,
  { rows, most }: MarkedRows,
  { top, height }: { readonly top: number; readonly height: number },
): TableRow<RowColumn>[] {
  const { name, logScale: log } = state.statistic;
  const basis = tableBasis(state);
  const { family } = statisticInfo(name);
  return rows.slice(top, top + height).map(({ value, count, mark }, index) => {
    const isChanged = state.autoRefresh.changed.has(numberKey(ofTable, value));
    return {
      id: `${top + index} ${value}`,
      bar: { count, most, family, log },
      cells: {
        value: { text: safeText(readableValue(name, value)) },
        count: { text: safeText(amountText(name, count)), ...(isChanged && justChanged) },
        share: { text: safeText(basis === undefined ? '' : shareText(count, basis)), tone: 'dim' },
        change: mark,
      },
    };
  });
}
