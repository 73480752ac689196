import { sparkline } from '#charts/sparkline.ts';
import type { ChartRole, ChartRow } from '#charts/cells.ts';
import { chartParts } from '#components/chartParts.ts';
import type { Part } from '#components/style.ts';
import type { Change } from '#model/statistics/comparison.ts';
import { isAscii } from '#terminal/charset.ts';

interface Made {
  readonly of: string;
  readonly lines: readonly (readonly Part[])[];
}

// Every key draws the rows: the days of a website are drawn once.
const made = new WeakMap<readonly number[], Made>();

/** The shape of the days in one or two lines, the last day in the colour of the change. */
export function trendLines(
  days: readonly number[],
  { width, lines, change }: { readonly width: number; readonly lines: 1 | 2; readonly change: Change },
): readonly (readonly Part[])[] {
  const last = lastRole(change);
  const ascii = isAscii();
  const of = [width, lines, last, ascii].join(' ');
  const known = made.get(days);
  if (known?.of === of) return known.lines;
  const drawn = sparkline(days, { width, rows: lines, ascii, last }).map((row, line) =>
    chartParts(lines === 1 ? row : inOneRole(row, line === 0 ? 'chartLine' : 'chart')),
  );
  made.set(days, { of, lines: drawn });
  return drawn;
}

/** Of two lines the upper is the brighter one: a selected row that changed colour at every column would be long to write. */
function inOneRole(row: ChartRow, role: ChartRole): ChartRow {
  const isLine = (run: ChartRow[number]) => run.role === 'chart' || run.role === 'chartLine';
  return row.map(run => (isLine(run) ? { ...run, role } : run));
}

function lastRole(change: Change): ChartRole {
  if (change.kind === 'percent') return change.ratio > 0 ? 'good' : 'bad';
  if (change.kind === 'new') return 'good';
  return change.kind === 'same' ? 'plain' : 'chartLine';
}
