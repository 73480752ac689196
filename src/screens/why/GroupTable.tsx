import type { ReactNode } from 'react';
import { changeHue } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { Column, Line, Lines, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { dim, type TableCell } from '#components/parts.ts';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { statisticInfo } from '#model/service/capabilities.ts';
import { useAppState } from '#screens/storeView.ts';
import { hasSpacing, rowPaneColumns } from '#store/display.ts';
import type { ShownWhyGroup, ShownWhyRow } from '#queries/whyGroups.ts';
import {
  type GroupGrid,
  othersBelow,
  othersBeside,
  titlesAndSum,
  whyTableRows,
} from '#store/views/whyLayout.ts';
import { textWidth } from '#text/characters.ts';
import { type Column as TableColumnOf, placeColumns } from '#text/fit.ts';
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
} from './groupLines.ts';

type TableColumn = 'value' | 'word' | 'before' | 'now' | 'change' | 'share';

const columnsOf = (title: string, words: number, counts: number): readonly TableColumnOf<TableColumn>[] => [
  {
    key: 'value',
    title,
    width: 14,
    grow: 1,
    priority: 9,
    cut: 'middle',
  },
  { key: 'word', title: '', width: words, priority: 3, align: 'right' },
  { key: 'before', title: 'BEFORE', width: counts, priority: 4, align: 'right' },
  { key: 'now', title: 'NOW', width: counts, priority: 5, align: 'right' },
  { key: 'change', title: 'CHANGE', width: 9, priority: 8, align: 'right' },
  { key: 'share', title: 'SHARE', width: 5, priority: 7, align: 'right' },
];

/** A group whole: the days stand beside it where there is room for two columns, the others below its rows and below the days. */
export function GroupTable(props: {
  readonly group: ShownWhyGroup;
  readonly groups: readonly ShownWhyGroup[];
  readonly chart: ((width: number, height: number) => ReactNode) | undefined;
}) {
  const { group, groups, chart } = props;
  const viewport = useAppState(state => state.viewport);
  const { position } = useAppState(state => state.why);
  const capabilities = useAppState(state => state.capabilities);
  const others = groups.filter(({ part }) => part !== group.part);
  const side = chart && rowPaneColumns(viewport);
  const { width, grid, rows } = othersBelow(viewport, group.rows.length, others.length, side?.table);
  const below = grid === undefined ? 0 : Math.min(others.length, grid.bands * grid.columns);
  const beside = side && othersBeside(viewport, side.pane, others.length - below);
  /** Those from one on, as many as have room. */
  const bandsOf = (from: number, layout: GroupGrid) =>
    bandLines({
      groups: others.slice(from, from + layout.bands * layout.columns),
      numbers: others.slice(from).map(each => groups.indexOf(each) + 1),
      layout,
      cursor: undefined,
      top: 0,
      capabilities,
      isPacked: true,
    });
  const message = groupMessage(group);
  const columns = placeColumns(
    columnsOf(
      group.part === 'days' ? 'DAY' : statisticInfo(group.part).singular.toUpperCase(),
      maximum(group.rows.map(row => textWidth(rowWord(row)))),
      maximum([
        'BEFORE'.length,
        ...group.rows.flatMap(({ now, before }) => [
          groupThousands(now).length,
          groupThousands(before).length,
        ]),
      ]),
    ),
    width - tableIndent - 1,
  );
  const [note = label``] = groupNotes(group, capabilities);
  const hidden = group.changed - group.rows.length;
  const height = whyTableRows(viewport) + titlesAndSum;
  return (
    <>
      <Line
        width={viewport.columns}
        parts={[
          { text: label` ${partTitle(group.part)}`, tone: partFamily(group.part), bold: true },
          dim(label`  ${note}`),
        ]}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={viewport.columns} />}
      <SideBySide>
        <Column width={width} height={height}>
          {message !== undefined ? (
            <Message
              title={message.text}
              tone={message.tone ?? 'plain'}
              lines={[]}
              width={width}
              height={rows + titlesAndSum}
            />
          ) : (
            <Table
              columns={columns}
              rows={lastRows(group, [], () => rowsOf(group))}
              top={position.top}
              selected={position.selected}
              height={rows}
              width={width}
              totals={{
                label: dim(
                  safeText(
                    hidden === 0
                      ? counted(group.changed, 'rows')
                      : `with ${counted(hidden, 'rows')} not listed`,
                  ),
                ),
                cells: {
                  change: { text: signed(group.change), tone: sumTone(group) },
                },
              }}
            />
          )}
          {grid !== undefined && <Lines lines={[[], ...bandsOf(0, grid)]} width={width} />}
        </Column>
        {side !== undefined && beside !== undefined && (
          <Column width={side.pane} height={height}>
            {chart?.(side.pane, beside.chart)}
            {beside.grid !== undefined && (
              <Lines lines={[[], ...bandsOf(below, beside.grid)]} width={side.pane} />
            )}
          </Column>
        )}
      </SideBySide>
    </>
  );
}

/** Every key draws the table, and most change none of its rows. */
const lastRows = memoizeByObject<TableRow<TableColumn, TableCell>[]>();

function rowsOf(group: ShownWhyGroup): TableRow<TableColumn, TableCell>[] {
  const { part, rows } = group;
  const max = maximum(rows.map(({ change }) => Math.abs(change)));
  return rows.map(row => {
    const tone = rowTone(group, row);
    return {
      id: row.value,
      bar: { count: Math.abs(row.change), max, hue: changeHue(row.change, tone) },
      cells: {
        value: { text: rowName(part, row), bold: row.isCause },
        word: dim(rowWord(row)),
        before: countCell(row, row.before),
        now: countCell(row, row.now),
        change: { text: rowChange(row), tone },
        share: dim(safeText(percent(row.share, 1))),
      },
    };
  });
}

/** Nothing where the row may have some but was not read. */
function countCell({ isAtLeast }: ShownWhyRow, count: number | undefined): TableCell {
  if (count !== undefined) return { text: safeText(groupThousands(count)) };
  return dim(isAtLeast ? label`?` : label`0`);
}
