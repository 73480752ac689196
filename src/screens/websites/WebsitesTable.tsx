import type { Part } from '#components/parts.ts';
import { Table, type TableCell, type TableRow, type TableTotals } from '#components/Table.tsx';
import { describeChoice } from '#model/period/period.ts';
import { countsVisits } from '#model/service/capabilities.ts';
import { ownTags } from '#model/website/tags.ts';
import { shortTogether } from '#model/website/sharedMove.ts';
import { ownName } from '#model/website/website.ts';
import { hasSpacing, hasTotals } from '#store/display.ts';
import { sumsWords } from '#queries/overview.ts';
import {
  attentionList,
  type ListTotals,
  maxVisitors,
  movedAlike,
  overviewTotals,
  rowNumbers,
} from '#store/queries/overview.ts';
import { isListCompared, shownDays } from '#store/queries/question.ts';
import { showsRowsOfBefore } from '#store/navigation/table.ts';
import type { State } from '#store/state.ts';
import {
  hasSecondTotals,
  type ListLayout,
  shownColumns,
  type WebsiteColumn,
} from '#store/websites/listLayout.ts';
import { markReader } from '#store/websites/marks.ts';
import { sharedIn } from '#store/websites/records.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import type { PlacedColumn } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands, keyOf } from '#text/words.ts';
import { addedLine, numberCells, totalCells, websiteCells, websitesCut } from './cells.ts';

const noneShared: ReadonlySet<string> = new Set();

// Every key draws the rows: the cells of a website are made once.
const rowOf = memoizeByObject<TableRow<WebsiteColumn, TableCell>>();

export function WebsitesTable({ state, layout }: { readonly state: State; readonly layout: ListLayout }) {
  const { viewport, websites, overview, tags } = state;
  const { top, selected } = websites.position;
  const { lines, rows: height } = layout;
  const isCompared = isListCompared(state);
  const columns = shownColumns(state, overview.on, isCompared).map(column => titled(column, state));
  const columnsOf = (name: WebsiteColumn) => columns.find(({ key }) => key === name)?.columns;
  const trendWidth = columnsOf('days') ?? 0;
  const countColumns = columnsOf('visitors');
  const most = shownDays(state).single === undefined ? undefined : maxVisitors(state);
  const isMarkedAt = markReader(state);
  const hasViews = overview.on && !countsVisits(state.capabilities);
  const hasNames = columns.some(({ key }) => key === 'name');
  // A column of their own says the names.
  const shared = hasNames ? noneShared : sharedIn(state);
  // Only what is on screen is made into text.
  const rows = websites.rows.slice(top, top + height).map((website, line) => {
    const numbers = hasViews
      ? rowNumbers(state, website)
      : { ...rowNumbers(state, website), pageviews: undefined };
    const isMarked = isMarkedAt(website, top + line);
    const isDim = websites.list.isKept === true || numbers.asOf !== undefined;
    const ofSite = ownTags(tags.all, website);
    // What else the numbers are made of is made anew with the measures.
    const { visitors, pageviews, error, attention } = numbers;
    const read = [visitors, pageviews, overview.on, error, attention[0]?.kind, state.today(), ofSite];
    const drawn = [
      isMarked,
      isDim,
      trendWidth,
      most,
      lines,
      countColumns,
      isCompared,
      layout.pane > 0,
      isAscii(),
      hasTints(),
      shared,
    ];
    return rowOf(website, [...read, ...drawn, hasNames], () => {
      const about = layout.pane > 0 && hasViews ? undefined : addedLine(website);
      const name = hasNames ? undefined : ownName(website);
      const view = { trendWidth, most, lines, countColumns, isCompared, about, name };
      const { cells, below } = numberCells(numbers, view);
      const ofWebsite = websiteCells(website, ofSite, shared);
      return { id: website.id, isMarked, isDim, cells: { ...ofWebsite, ...cells }, below };
    });
  });
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

/** The sparkline is of the period: its title says which. */
function titled(column: PlacedColumn<WebsiteColumn>, state: State): PlacedColumn<WebsiteColumn> {
  if (column.key === 'domain') return { ...column, cut: websitesCut(state, column.columns) };
  const title = describeChoice(state.period.choice).toUpperCase();
  return column.key === 'days' && title.length <= column.columns ? { ...column, title } : column;
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
      ? { text: safeText(coverage(state, totals)), tone: 'dim' }
      : (togetherParts(state)[1] ?? { text: safeText(coverage(state, totals)), tone: 'dim' }),
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
  return { text: safeText(facts.join(', ')), tone: 'dim' };
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
