import { dim, type Part } from '#components/parts.ts';
import { Table, type TableTotals } from '#components/Table.tsx';
import { countsVisits } from '#model/service/capabilities.ts';
import { shortTogether } from '#model/website/sharedMove.ts';
import { hasSpacing, hasTotals } from '#store/display.ts';
import { sumsWords } from '#queries/overview.ts';
import { attentionList, type ListTotals, movedAlike, overviewTotals } from '#store/queries/overview.ts';
import { shownDays } from '#store/queries/question.ts';
import { showsRowsOfBefore } from '#store/navigation/table.ts';
import type { State } from '#store/state.ts';
import { hasSecondTotals, type ListLayout, type WebsiteColumn } from '#store/websites/listLayout.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands, keyOf } from '#text/words.ts';
import { totalCells, websiteRows } from './cells.ts';

export function WebsitesTable({ state, layout }: { readonly state: State; readonly layout: ListLayout }) {
  const { viewport, websites } = state;
  const { top, selected } = websites.position;
  const { lines, rows: height } = layout;
  // Only what is on screen is made into text.
  const { columns, rows, countColumns } = websiteRows(state, layout, top);
  const totals = hasTotals(viewport) ? websiteTotals(state, height, countColumns) : undefined;
  return (
    <Table
      columns={columns}
      rows={rows}
      top={0}
      selected={selected - top}
      height={height}
      lines={lines}
      totals={totals}
      width={layout.list}
    />
  );
}

function websiteTotals(
  state: State,
  height: number,
  countColumns: number | undefined,
): TableTotals<WebsiteColumn> {
  const totals = overviewTotals(state);
  const isRoom = hasSecondTotals(state) && state.websites.rows.length < height;
  return {
    label: hasSpacing(state.viewport)
      ? dim(safeText(coverage(state, totals)))
      : (togetherParts(state)[1] ?? dim(safeText(coverage(state, totals)))),
    second: isRoom ? secondTotals(state) : undefined,
    cells: state.overview.on ? totalCells(totals, countColumns) : {},
    isDim: totals.isKept,
  };
}

function secondTotals(state: State): Part {
  const { pageviews } = overviewTotals(state);
  const needing = attentionList(state).websites.length;
  const facts = [
    ...(pageviews === undefined || !state.overview.on || countsVisits(state.capabilities)
      ? []
      : [counted(pageviews, 'page views')]),
    ...(needing === 0 ? [] : [`${groupThousands(needing)} ${needing === 1 ? 'needs' : 'need'} attention`]),
  ];
  return dim(safeText(facts.join(', ')));
}

function coverage(state: State, totals: ListTotals): string {
  const { overview, websites } = state;
  const { read } = totals;
  const { total, requests } = overview.progress;
  const isFound = websites.search.trim() !== '' && !showsRowsOfBefore(websites);
  const isMore = websites.list.data?.next === 'maybe';
  const sums = overview.on ? sumsWords(totals, shownDays(state).period) : '';
  if (websites.attentionOnly)
    return `${groupThousands(websites.arranged.length)} of ${groupThousands(total)} shown${sums}`;
  if (requests !== undefined && overview.on)
    return `${groupThousands(read)} of ${groupThousands(total)}, ${keyOf('websites.readAll')} reads all (${counted(requests, 'requests')})`;
  const all = isMore ? `${groupThousands(total)}+ websites` : counted(total, 'websites');
  const covered = overview.on && (read < total || isMore) ? `${groupThousands(read)} of ${all}` : all;
  return `${covered}${isFound ? ' found' : ''}${sums}`;
}

/** What most websites did alike, once for all of them. */
export function togetherParts(state: State): Part[] {
  const together = state.overview.on ? movedAlike(state) : undefined;
  if (together === undefined) return [];
  return [
    { text: label` ! `, tone: 'warn', bold: true },
    { text: safeText(shortTogether(together)), tone: 'warn' },
  ];
}
