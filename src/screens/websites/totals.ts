import type { TableTotals } from '#components/Table.tsx';
import type { RowNumbers } from '#store/overviewNumbers.ts';
import type { WebsiteColumn } from '#store/websiteColumns.ts';
import { label } from '#terminal/safeText.ts';
import { totalCells } from './numberCells.ts';

/** The line below the rows. It says how many of them its sums cover, and that visitors are added up day by day. */
export function websiteTotals(rows: readonly RowNumbers[]): TableTotals<WebsiteColumn> {
  const read = rows.filter(
    ({ visitors, pageviews }) => visitors !== undefined || pageviews !== undefined,
  ).length;
  const covered = read === rows.length ? label`${read} shown` : label`${read} of ${rows.length} shown`;
  const text = read === 0 ? label`${rows.length} shown` : label`${covered}, sums of daily visitors`;
  return { label: { text, tone: 'dim' }, cells: totalCells(rows) };
}
