import type { ReactNode } from 'react';
import { signedBars } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { Column, Line, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import type { Part, TableCell } from '#components/parts.ts';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { statisticInfo } from '#model/service/capabilities.ts';
import { useAppState } from '#screens/storeView.ts';
import { hasSpacing } from '#store/display.ts';
import type { ShownWhyGroup, ShownWhyRow } from '#queries/whyGroups.ts';
import { titlesAndSum, wholeGroupLayout, whyTableRows } from '#store/views/whyLayout.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { type Column as TableColumnOf, placeColumns, type PlacedColumn } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands, percent } from '#text/words.ts';
import {
  bandLines,
  groupMessage,
  groupNotes,
  partFamily,
  partTitle,
  rowChange,
  rowName,
  rowTone,
  rowWord,
  signed,
  sumTone,
  zeroAt,
} from './groupLines.ts';

type TableColumn = 'value' | 'bar' | 'before' | 'now' | 'change' | 'share';

/** @param longest columns of the longest value: what it leaves the bars have */
const columnsOf = (title: string, longest: number): readonly TableColumnOf<TableColumn>[] => [
  {
    key: 'value',
    title,
    width: 14,
    grow: 1,
    most: Math.min(48, Math.max(14, longest)),
    priority: 9,
    cut: 'middle',
  },
  { key: 'bar', title: '', width: 9, grow: 1, most: 140, priority: 3 },
  { key: 'before', title: 'BEFORE', width: 9, priority: 4, align: 'right' },
  { key: 'now', title: 'NOW', width: 9, priority: 5, align: 'right' },
  { key: 'change', title: 'CHANGE', width: 9, priority: 8, align: 'right' },
  { key: 'share', title: 'SHARE', width: 5, priority: 7, align: 'right' },
];

/** A group whole; the others stand where it leaves room. */
export function GroupTable(props: {
  readonly group: ShownWhyGroup;
  readonly groups: readonly ShownWhyGroup[];
  readonly way: number;
  /** The days, where groups beside the table leave room for them. */
  readonly chart: ((width: number, height: number) => ReactNode) | undefined;
}) {
  const { group, groups, way, chart } = props;
  const viewport = useAppState(state => state.viewport);
  const { position } = useAppState(state => state.why);
  const capabilities = useAppState(state => state.capabilities);
  const others = groups.filter(({ part }) => part !== group.part);
  const { width, rows, beside, below } = wholeGroupLayout(
    viewport,
    group.rows.length,
    others.map(({ changed }) => changed),
  );
  const linesOf = ({ indexes, grid }: NonNullable<typeof beside>) => {
    const shown = indexes.flatMap(index => others[index] ?? []);
    const numbers = shown.map(each => groups.indexOf(each) + 1);
    const view = { groups: shown, numbers, layout: grid, cursor: undefined, top: 0, way, capabilities };
    return bandLines({ ...view, isPacked: chart !== undefined });
  };
  const under = below === undefined ? [] : [[], ...linesOf(below)];
  const right = beside === undefined ? [] : linesOf(beside);
  const message = groupMessage(group);
  const columns = placeColumns(
    columnsOf(
      group.part === 'days' ? 'DAY' : statisticInfo(group.part).singular.toUpperCase(),
      maximum(group.rows.map(row => textWidth(rowName(group.part, row)))),
    ),
    width - tableIndent - 1,
  );
  const [note = label``] = groupNotes(group, capabilities);
  const hidden = group.changed - group.rows.length;
  const height = whyTableRows(viewport) + titlesAndSum;
  const tableRows = message === undefined ? Math.min(rows, Math.max(1, group.rows.length)) : minChart;
  const place =
    chart &&
    beside &&
    chartPlace(
      height - tableRows - titlesAndSum - under.length,
      height - right.length,
      width,
      viewport.columns - width,
    );
  const charted = place === undefined ? 0 : place.height - 1;
  const columnHeight = place?.at === 'below' ? height - place.height : height;
  const besideHeight = place?.at === 'right' ? columnHeight - charted : columnHeight;
  return (
    <>
      <Line
        width={viewport.columns}
        parts={[
          { text: label` ${partTitle(group.part)}`, tone: partFamily(group.part), bold: true },
          { text: label`  ${note}`, tone: 'dim' },
        ]}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={viewport.columns} />}
      <SideBySide>
        <Column width={width} height={columnHeight}>
          {message !== undefined ? (
            <Message
              title={message.text}
              tone={message.tone ?? 'plain'}
              lines={[]}
              width={width}
              height={(place === undefined ? rows : tableRows) + titlesAndSum}
            />
          ) : (
            <Table
              columns={columns}
              rows={rowsOfTable(group, columns, way)}
              top={position.top}
              selected={position.selected}
              height={place === undefined ? rows : tableRows}
              width={width}
              totals={{
                label: {
                  text: safeText(
                    hidden === 0
                      ? counted(group.changed, 'rows')
                      : `with ${counted(hidden, 'rows')} not listed`,
                  ),
                  tone: 'dim',
                },
                cells: {
                  change: { text: signed(group.change), tone: sumTone(group) },
                },
              }}
            />
          )}
          {under.map((parts, index) => (
            <Line key={index} parts={parts} width={width} />
          ))}
          {place?.at === 'left' && (
            <>
              <Line parts={[]} width={width} />
              {chart?.(width, charted)}
            </>
          )}
        </Column>
        {beside !== undefined && (
          <Column width={viewport.columns - width} height={columnHeight}>
            {Array.from({ length: besideHeight }, (_, row) => (
              <Line key={row} parts={[edge(), ...(right[row] ?? [])]} width={viewport.columns - width} />
            ))}
            {place?.at === 'right' && (
              <SideBySide>
                <Column width={edgeWidth} height={charted}>
                  {Array.from({ length: charted }, (_, row) => (
                    <Line key={row} parts={[edge()]} width={edgeWidth} />
                  ))}
                </Column>
                {chart?.(viewport.columns - width - edgeWidth, charted)}
              </SideBySide>
            )}
          </Column>
        )}
      </SideBySide>
      {place?.at === 'below' && (
        <>
          <Line parts={[]} width={viewport.columns} />
          {chart?.(viewport.columns, charted)}
        </>
      )}
    </>
  );
}

const edgeWidth = 2;
/** Lower ones show no course. */
const minChart = 6;

/** Where the chart leaves the least empty, with the lines it has there, one of them blank: in one of the columns, or below both. */
function chartPlace(left: number, right: number, width: number, besideWidth: number) {
  const below = Math.min(left, right);
  const places = [
    { at: 'right', height: right, rest: left * width },
    { at: 'left', height: left, rest: right * besideWidth },
    { at: 'below', height: below, rest: (left - below) * width + (right - below) * besideWidth },
  ] as const;
  return places.filter(({ height }) => height > minChart).toSorted((a, b) => a.rest - b.rest)[0];
}

function edge(): Part {
  return { text: isAscii() ? label`| ` : label`│ `, tone: 'frame' };
}

const lastRows = memoizeByObject<TableRow<TableColumn, TableCell>[]>();

/** Every key draws the table, and most change none of its rows. */
function rowsOfTable(group: ShownWhyGroup, columns: readonly PlacedColumn<TableColumn>[], way: number) {
  const barWidth = columns.find(({ key }) => key === 'bar')?.columns ?? 0;
  return lastRows(group, [barWidth, way, isAscii()], () => rowsOf(group, barWidth, way));
}

function rowsOf(group: ShownWhyGroup, barWidth: number, way: number): TableRow<TableColumn, TableCell>[] {
  const { part, rows } = group;
  const toneOf = (row: ShownWhyRow) => rowTone(group, row);
  const bars = signedBars(
    rows.map(({ change }) => change),
    barWidth,
    {
      ascii: isAscii(),
      zeroAt: zeroAt(way),
      words: rows.map(rowWord),
      dim: rows.map(row => toneOf(row) === 'dim'),
    },
  );
  return rows.map((row, index) => ({
    id: row.value,
    cells: {
      value: { text: rowName(part, row), bold: row.isCause },
      bar: bars[index] ?? [],
      before: countCell(row, row.before),
      now: countCell(row, row.now),
      change: { text: rowChange(row), tone: toneOf(row) },
      share: { text: safeText(percent(row.share, 1)), tone: 'dim' },
    },
  }));
}

/** Nothing where the row may have some but was not read. */
function countCell({ isAtLeast }: ShownWhyRow, count: number | undefined): TableCell {
  if (count !== undefined) return { text: safeText(groupThousands(count)) };
  return { text: isAtLeast ? label`?` : label`0`, tone: 'dim' };
}
