import type { TableTotals } from '#components/Table.tsx';
import { counted, groupThousands } from '#model/text/number.ts';
import { overviewTotals } from '#store/websites/overviewTotals.ts';
import type { State } from '#store/core/state.ts';
import type { WebsiteColumn } from '#store/websites/websiteColumns.ts';
import { safeText } from '#terminal/safeText.ts';
import { totalCells } from './numberCells.ts';

/** The line of sums below the rows. It says how many websites it covers, and that visitors are sums of days. */
export function websiteTotals(state: State): TableTotals<WebsiteColumn> {
  const totals = overviewTotals(state);
  return { label: { text: safeText(coverage(state, totals.read)), tone: 'dim' }, cells: totalCells(totals) };
}

function coverage({ overview, websites }: State, read: number): string {
  const { of, asks } = overview.progress;
  const isMore = websites.list.data?.next === 'maybe';
  if (asks !== undefined)
    return `${groupThousands(read)} of ${groupThousands(of)}, N reads all (${counted(asks, 'requests')})`;
  const all = isMore ? `${groupThousands(of)}+ websites` : counted(of, 'websites');
  const covered = read < of || isMore ? `${groupThousands(read)} of ${all}` : all;
  return read === 0 ? covered : `${covered}, sums of daily visitors`;
}
