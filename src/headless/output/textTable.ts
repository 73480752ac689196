import { cutEnd, fitEnd, fitStart } from '#terminal/fit.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { paint, type Ink } from './paint.ts';
import type { Printer } from './printer.ts';

interface TextColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

export interface TextCell {
  readonly text: SafeText;
  readonly ink?: Ink | undefined;
}

const gap = '  ';
/** The narrowest a column is made to fit the line. */
const narrowest = 8;

/** A table of aligned columns: cut to the width of a terminal, in a pipe as wide as its texts. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly TextCell[])[],
  printer: Printer,
): string {
  const titles = columns.map(({ title }) => safeText(title.toUpperCase()));
  const natural = columns.map((_, at) =>
    rows.reduce((most, row) => Math.max(most, textWidth(row[at]?.text ?? '')), textWidth(titles[at] ?? '')),
  );
  const widths = printer.columns === undefined ? natural : narrowed(natural, printer.columns);
  const line = (cells: readonly TextCell[]): string => {
    const fitted = widths.map((width, at) => {
      const { text, ink } = cells[at] ?? { text: label`` };
      const isLast = at === widths.length - 1;
      if (columns[at]?.align === 'right') return paint(fitStart(text, width), ink, printer);
      return paint(isLast ? cutEnd(text, width) : fitEnd(text, width), ink, printer);
    });
    return fitted.join(gap).trimEnd();
  };
  const head = line(titles.map(text => ({ text, ink: 'dim' })));
  return [head, ...rows.map(line), ''].join('\n');
}

/** Narrows the widest columns until the line fits; a line that is still too wide is cut at the right. */
function narrowed(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > room) {
    const widest = Math.max(...widths);
    const over = total() - room;
    if (widest <= narrowest) break;
    const next = Math.max(narrowest, ...widths.filter(width => width < widest));
    const at = widths.lastIndexOf(widest);
    const most = Math.max(1, widest - next);
    widths[at] = Math.max(narrowest, widest - Math.min(over, most));
  }
  while (widths.length > 1 && total() > room) widths.pop();
  return widths;
}
