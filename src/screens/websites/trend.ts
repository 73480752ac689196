import { sparkline } from '#charts/sparkline.ts';
import type { ChartRole, ChartRow } from '#charts/cells.ts';
import { chartParts } from '#components/chartLines.ts';
import type { Part } from '#components/style.ts';
import { resultOfEach } from '#model/cachedResult.ts';
import type { Change } from '#model/statistics/comparison.ts';
import { isAscii } from '#terminal/charset.ts';

// Every key draws the rows: the days of a website are drawn once.
const trendOf = resultOfEach<readonly (readonly Part[])[]>();

/** The shape of the days in one or two lines, the last day in the colour of the change. */
export function trendLines(
  days: readonly number[],
  { width, lines, change }: { readonly width: number; readonly lines: 1 | 2; readonly change: Change },
): readonly (readonly Part[])[] {
  const last = lastRole(change);
  const ascii = isAscii();
  return trendOf(days, [width, lines, last, ascii], () =>
    sparkline(days, { width, rows: lines, ascii, last }).map((row, line) =>
      chartParts(lines === 1 ? row : inOneRole(row, line === 0 ? 'chartLine' : 'chart')),
    ),
  );
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
