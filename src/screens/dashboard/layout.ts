import { columnWidths } from '#components/parts.ts';
import { frameColumns } from '#components/frame.ts';

/** What a panel draws: rows take any width, bars of hours and weekdays by hours only what 24 hours can share. */
export type PanelShape = 'rows' | 'hours' | 'week';

const hours = 24;
/** Of a weekday's name and of the sum of its hours. */
const besideWeek = 10;

/**
 * Columns of the panels of one row of the grid, with the free ones (`gap`) behind each. In the row of the weekdays their hours
 * have two columns each, the bars of hours a frame no wider than they are, and rows of values what is left.
 */
export function panelWidths(
  shapes: readonly PanelShape[],
  { width, columns, gap }: { readonly width: number; readonly columns: number; readonly gap: number },
): number[] {
  const even = columnWidths(width, columns);
  if (!shapes.includes('week')) return even;
  const wide = { hours: hours + frameColumns + gap, week: hours * 2 + besideWeek + frameColumns + gap };
  const others = shapes.filter(shape => shape === 'rows').length;
  const taken = shapes.reduce((sum, shape) => sum + (shape === 'rows' ? 0 : wide[shape]), 0);
  const widest = even[0] ?? 0;
  const left = columnWidths(Math.min(width - taken, widest * others), Math.max(1, others));
  if (others > 0 && (left[0] ?? 0) < leastRows) return even;
  return shapes.map((shape, place) =>
    shape === 'rows'
      ? (left[shapes.slice(0, place).filter(before => before === 'rows').length] ?? 0)
      : wide[shape],
  );
}

/** Columns that rows of values need. */
const leastRows = 32;
