import { Box } from 'ink';
import { fitEnd, fitMiddle, fitStart, spaces } from '#terminal/fit.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';
import { columnGap, type PlacedColumn } from './tableLayout.ts';

export interface TableRow<K extends string> {
  readonly id: string;
  readonly cells: Readonly<Partial<Record<K, Part>>>;
}

/** Two columns before the first: the mark of the selected row, and air. */
export const tableIndent = 3;

/**
 * Column titles and the rows on screen. Rows are cut to their columns by terminal width. The selected one carries a mark
 * before it and its first cell stands out, so that a move rewrites little.
 */
export function Table<K extends string>(props: {
  readonly columns: readonly PlacedColumn<K>[];
  readonly rows: readonly TableRow<K>[];
  /** Rows on screen start at `top`; there are `height` of them. */
  readonly top: number;
  readonly height: number;
  readonly selected?: number | undefined;
  readonly width: number;
}) {
  const { columns, rows, top, height, selected, width } = props;
  const titles = columns.map((column): Part => ({
    text: fitCell(safeText(column.title), column),
    tone: 'dim',
  }));
  return (
    <Box flexDirection="column" height={height + 1}>
      <Line parts={[{ text: spaces(tableIndent) }, ...withGaps(titles)]} width={width} />
      {rows.slice(top, top + height).map((row, index) => {
        const isSelected = top + index === selected;
        const cells = columns.map((column, place): Part => {
          const cell = row.cells[column.key] ?? { text: label`` };
          const stands = isSelected && place === 0 ? { tone: 'accent' as const, bold: true } : {};
          return { ...cell, text: fitCell(cell.text, column), ...stands };
        });
        const mark: Part = { text: isSelected ? label` > ` : label`   `, tone: 'accent', bold: true };
        return <Line key={row.id} parts={[mark, ...withGaps(cells)]} width={width} />;
      })}
    </Box>
  );
}

function fitCell(text: Part['text'], { align, cut, columns }: PlacedColumn): Part['text'] {
  if (align === 'right') return fitStart(text, columns);
  return cut === 'middle' ? fitMiddle(text, columns) : fitEnd(text, columns);
}

function withGaps(parts: readonly Part[]): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [{ text: spaces(columnGap) }, part]));
}
