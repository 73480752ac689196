import { Box } from 'ink';
import { memo } from 'react';
import { barColumns, type DrawnBar, rowOn } from '#charts/row.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { cutFacts, fitEnd, gapOf, padEnd, type PlacedColumn, spaces, withGaps } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { Line } from './Line.tsx';
import {
  dim,
  fitCell,
  isSameBar,
  isSamePart,
  type Part,
  type RowBar,
  rowParts,
  type TableCell,
  type TableCells,
} from './parts.ts';

export interface TableRow<K extends string, C extends TableCell = Part> {
  readonly id: string;
  readonly cells: TableCells<K, C>;
  /** Its second line, where rows have one. */
  readonly below?: TableCells<K, C> | undefined;
  readonly bar?: RowBar | undefined;
  readonly isMarked?: boolean;
  /** What it says is to be read again. */
  readonly isDim?: boolean;
}

/** A line below the rows: its label reaches to the first column that has a sum. */
export interface TableTotals<K extends string> {
  readonly label: Part;
  /** A second line, a blank one above them both: where there is room. */
  readonly second?: Part | undefined;
  readonly cells: Readonly<Partial<Record<K, Part>>>;
  /** Some of what it sums up is to be read again. */
  readonly isDim?: boolean;
}

/** Columns before the first: the mark of a marked row, that of the selected one, and a gap. */
export const tableIndent = 3;

/**
 * Column titles and the rows on screen. Rows are cut to their columns by terminal width. The selected one carries a mark
 * before it and its first cell stands out, so that a move rewrites little; all of it lies on a background, seen where the theme has tints.
 */
export function Table<K extends string>(props: {
  readonly columns: readonly PlacedColumn<K>[];
  readonly rows: readonly TableRow<K, TableCell>[];
  /** Rows on screen start at `top`; there are `height` of them. */
  readonly top: number;
  readonly height: number;
  readonly lines?: 1 | 2;
  readonly selected?: number | undefined;
  readonly totals?: TableTotals<K> | undefined;
  readonly width: number;
  readonly hasTitles?: boolean;
}) {
  const { columns, rows, height, lines = 1, selected, totals, width, hasTitles = true } = props;
  const top = firstRow(props.top, selected, height);
  const titles = columns.map((column): Part => dim(fitCell(safeText(column.title), column)));
  return (
    <Box
      flexDirection="column"
      height={height * lines + (hasTitles ? 1 : 0) + (totals === undefined ? 0 : 1)}
      overflow="hidden"
    >
      {hasTitles && (
        <Line parts={[{ text: spaces(tableIndent) }, ...placedParts(titles, columns)]} width={width} />
      )}
      {rows.slice(top, top + height).map((row, index) => (
        <RowLine
          key={row.id}
          row={row}
          columns={columns}
          isSelected={top + index === selected}
          isHigh={lines === 2}
          width={width}
        />
      ))}
      {totals?.second !== undefined && <Line parts={[]} width={width} />}
      {totals !== undefined && (
        <Line
          parts={[{ text: spaces(tableIndent) }, ...totalsParts(totals, columns)]}
          width={width}
          isDim={totals.isDim}
        />
      )}
      {totals?.second !== undefined && (
        <Line parts={[{ text: spaces(tableIndent) }, totals.second]} width={width} />
      )}
    </Box>
  );
}

interface RowLineProps {
  readonly row: TableRow<string, TableCell>;
  readonly columns: readonly PlacedColumn[];
  readonly isSelected: boolean;
  readonly isHigh: boolean;
  readonly width: number;
}

/** From one frame to the next most rows stay as they are: those are not made again. */
const RowLine = memo(function RowLine(props: RowLineProps) {
  const { row, columns, isSelected, isHigh, width } = props;
  const marked = row.isMarked === true ? label`*` : label` `;
  const mark: Part = {
    text: label`${marked}${isSelected ? label`> ` : label`  `}`,
    tone: 'accent',
    bold: true,
  };
  const on = isSelected ? ('selection' as const) : undefined;
  const bar = row.bar && drawnBar(row.bar, width - tableIndent - 1, columns[0]?.columns ?? 0);
  const parts = rowOn(rowParts(row.cells, columns), { bar, isSelected });
  const { isDim } = row;
  const first = <Line parts={[mark, ...parts]} width={width} on={on} isDim={isDim} />;
  if (!isHigh) return first;
  const below = row.below === undefined ? [] : rowParts(row.below, columns, fitFacts);
  return (
    <>
      {first}
      <Line parts={[{ text: spaces(tableIndent) }, ...below]} width={width} on={on} isDim={isDim} />
    </>
  );
}, isSameRow);

/** Behind the whole row, or a line below its first cell. */
function drawnBar({ count, max, hue, log }: RowBar, room: number, first: number): DrawnBar {
  const isLined = !hasTints();
  return { columns: barColumns(count, max, isLined ? first : room, { log }), hue, isLined };
}

function isSameRow(before: RowLineProps, now: RowLineProps): boolean {
  return (
    before.isSelected === now.isSelected &&
    before.isHigh === now.isHigh &&
    before.width === now.width &&
    before.row.isMarked === now.row.isMarked &&
    before.row.isDim === now.row.isDim &&
    isSameBar(before.row.bar, now.row.bar) &&
    before.columns.length === now.columns.length &&
    now.columns.every((column, index) => {
      const { key, columns, align, cut } = before.columns[index] ?? column;
      return (
        key === column.key &&
        columns === column.columns &&
        align === column.align &&
        cut === column.cut &&
        (before.row === now.row ||
          (isSameCell(before.row.cells[key], now.row.cells[key]) &&
            isSameCell(before.row.below?.[key], now.row.below?.[key])))
      );
    })
  );
}

function isSameCell(a: TableCell | undefined, b: TableCell | undefined): boolean {
  if (a === b) return true;
  // The parts of a chart keep their identity as long as they are the same.
  return a !== undefined && b !== undefined && 'text' in a && 'text' in b && isSamePart(a, b);
}

function totalsParts<K extends string>(
  { label, cells }: TableTotals<K>,
  columns: readonly PlacedColumn<K>[],
): Part[] {
  const found = columns.findIndex(({ key }) => cells[key] !== undefined);
  const before = found === -1 ? columns : columns.slice(0, found);
  const room = withGaps(before, column => column.columns);
  const after = columns.slice(before.length);
  const sums = after.map((column): Part => {
    const cell = cells[column.key] ?? { text: spaces(0) };
    return { ...cell, text: fitCell(cell.text, column) };
  });
  const first = { ...label, text: fitEnd(label.text, room) };
  return placedParts([first, ...sums], [...before.slice(0, 1), ...after]);
}

/** A second line holds facts, no names: a number is never cut. */
function fitFacts(text: Part['text'], { columns }: PlacedColumn): Part['text'] {
  return padEnd(cutFacts(text, columns), columns);
}

function placedParts(parts: readonly Part[], columns: readonly PlacedColumn[]): Part[] {
  return parts.flatMap((part, index) => {
    const column = columns[index];
    return index === 0 || column === undefined ? [part] : [{ text: spaces(gapOf(column)) }, part];
  });
}

/** The first row drawn: `top`, but where the terminal has become smaller since, the selected row stays on screen. */
export function firstRow(top: number, selected: number | undefined, height: number): number {
  if (selected === undefined || selected < 0) return top;
  return Math.max(Math.min(top, selected), selected - height + 1);
}
