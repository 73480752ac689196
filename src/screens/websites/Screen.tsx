import { memo } from 'react';
import { Dimmed, Line, LinesAt, SideBySide, Stack } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Table, type TableCell, type TableRow, type TableTotals } from '#components/Table.tsx';
import { Toolbar } from '#components/Toolbar.tsx';
import type { Part } from '#components/parts.ts';
import { describeChoice } from '#model/period/period.ts';
import { ownTags } from '#model/website/tags.ts';
import { ownName } from '#model/website/website.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, hasSpacing, hasTotals } from '#store/display.ts';
import {
  type AttentionList,
  attentionList,
  type ChangedWebsite,
  mostChanged,
  overviewTotals,
  rowNumbers,
  type Totals,
} from '#store/queries/overview.ts';
import { shownComparison } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import {
  hasSecondTotals,
  listLayout,
  type ListLayout,
  shownColumns,
  type WebsiteColumn,
} from '#store/websites/listLayout.ts';
import { markReader } from '#store/websites/marks.ts';
import { type Preview, shownPreview } from '#store/websites/previewContent.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { isAscii } from '#text/characters.ts';
import type { PlacedColumn } from '#text/columns.ts';
import { resultOfEach } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';
import { attentionLines, changedLines } from './attention.ts';
import { addedLine, numberCells, totalCells, websiteCells } from './cells.ts';
import { failurePanel } from './failurePanel.ts';
import { type PaneLine, paneLines } from './pane.ts';
import { emptiness, startCard } from './start.ts';
import { summary, toolbarItems } from './toolbar.ts';

/** Columns before the text of a part beside the list, and behind it. */
const margins = 3;

/** The selected website beside the list. Keys that change nothing of it do not draw it. */
export const Pane = memo(function Pane(props: {
  readonly preview: Preview | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { preview, width, height } = props;
  const lines = preview === undefined ? [] : paneLines(preview, width - margins, height);
  return <Beside lines={lines} width={width} height={height} />;
});

/** What needs attention, and below it the websites that changed most, beside the pane. */
export const AttentionPart = memo(function AttentionPart(props: {
  readonly list: AttentionList;
  readonly changed: readonly ChangedWebsite[];
  readonly shared: ReadonlySet<string>;
  readonly total: number;
  readonly width: number;
  readonly height: number;
}) {
  const { list, changed, shared, total, width, height } = props;
  const attention = attentionLines(list, { width: width - margins, height, total, shared });
  const room = height - attention.length - 1;
  const lines = [...attention, ...changedLines(changed, width - margins, room, shared)];
  return <Beside lines={lines} width={width} height={height} />;
});

/** A part beside the list, behind a line that separates them. */
function Beside(props: {
  readonly lines: readonly PaneLine[];
  readonly width: number;
  readonly height: number;
}) {
  const { lines, width, height } = props;
  const edge: Part = { text: isAscii() ? label`| ` : label`│ `, tone: 'frame' };
  return (
    <Stack width={width} height={height}>
      {Array.from({ length: height }, (_, index) => (
        <Line key={index} parts={[edge, ...(lines[index] ?? [])]} width={width} />
      ))}
    </Stack>
  );
}

/** Home: the websites, searched by the service, with their numbers beside them. */
export function WebsitesScreen() {
  const state = useAppState(whole => whole);
  const { viewport, websites } = state;
  const layout = listLayout(state);
  const width = layout.list;
  const spacing = hasSpacing(viewport);
  const height = bodyRows(viewport);
  const below = failurePanel(state) ?? startCard(state);
  const list = (
    <>
      <Toolbar
        items={toolbarItems(state)}
        right={summary(state)}
        width={width}
        search={{ text: websites.search, field: websites.searchField }}
        y={1}
      />
      {spacing && <Line parts={[]} width={width} />}
      {websites.rows.length === 0 ? (
        <Message {...emptiness(state)} width={width} height={height - 1 - (spacing ? 1 : 0)} />
      ) : (
        <WebsitesTable state={state} layout={layout} />
      )}
      {below !== undefined && <LinesAt {...below} />}
    </>
  );
  if (layout.pane === 0) return list;
  return (
    <SideBySide>
      <Stack width={width} height={height}>
        {list}
      </Stack>
      <Dimmed on={isPaneKept(state)}>
        <Pane preview={shownPreview(state)} width={layout.pane} height={height} />
      </Dimmed>
      {layout.attention > 0 && (
        <Dimmed on={overviewTotals(state).isKept}>
          <AttentionPart
            list={attentionList(state)}
            changed={mostChanged(state)}
            shared={sharedIn(state)}
            total={state.overview.progress.total}
            width={layout.attention}
            height={height}
          />
        </Dimmed>
      )}
    </SideBySide>
  );
}

/** What the pane says of its website is to be read again. */
function isPaneKept(state: State): boolean {
  const { websites, preview } = state;
  const website = preview.websiteId === undefined ? undefined : websiteOf(state, preview.websiteId);
  return websites.list.isKept === true || (website && rowNumbers(state, website).asOf) !== undefined;
}

const noneShared: ReadonlySet<string> = new Set();

// Every key draws the rows: the cells of a website are made once.
const rowOf = resultOfEach<TableRow<WebsiteColumn, TableCell>>();

function WebsitesTable({ state, layout }: { readonly state: State; readonly layout: ListLayout }) {
  const { viewport, websites, overview, tags } = state;
  const { top, selected } = websites.position;
  const { lines, rows: height } = layout;
  const isCompared = shownComparison(state) !== undefined;
  const columns = shownColumns(state, overview.on, isCompared).map(column => titled(column, state));
  const trendWidth = columns.find(({ key }) => key === 'trend')?.columns ?? 0;
  const isMarkedAt = markReader(state);
  const hasNames = columns.some(({ key }) => key === 'name');
  // A column of their own says the names.
  const shared = hasNames ? noneShared : sharedIn(state);
  // Only what is on screen is made into text.
  const rows = websites.rows.slice(top, top + height).map((website, line) => {
    const numbers = rowNumbers(state, website);
    const isMarked = isMarkedAt(website, top + line);
    const isDim = websites.list.isKept === true || numbers.asOf !== undefined;
    const ofSite = ownTags(tags.all, website);
    // What else the numbers are made of is made anew with the measures.
    const { visitors, pageviews, error } = numbers;
    const read = [visitors, pageviews, error, state.today(), ofSite];
    const drawn = [isMarked, isDim, trendWidth, lines, isCompared, layout.pane > 0, isAscii(), shared];
    return rowOf(website, [...read, ...drawn, hasNames], () => {
      const about = layout.pane > 0 ? undefined : addedLine(website);
      const name = hasNames ? undefined : ownName(website);
      const view = { trendWidth, lines, isCompared, about, name };
      const { cells, below } = numberCells(numbers, view);
      const ofWebsite = websiteCells(website, ofSite, shared);
      return { id: website.id, isMarked, isDim, cells: { ...ofWebsite, ...cells }, below };
    });
  });
  const totals = hasTotals(viewport) && overview.on ? websiteTotals(state) : undefined;
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
function titled(column: PlacedColumn<WebsiteColumn>, { period }: State): PlacedColumn<WebsiteColumn> {
  return column.key === 'trend' ? { ...column, title: describeChoice(period.choice).toUpperCase() } : column;
}

/** The line of sums below the rows. It says how many websites it covers, and that visitors are sums of days. */
function websiteTotals(state: State): TableTotals<WebsiteColumn> {
  const totals = overviewTotals(state);
  return {
    label: { text: safeText(coverage(state, totals)), tone: 'dim' },
    second: hasSecondTotals(state) ? secondTotals(state) : undefined,
    cells: totalCells(totals),
    isDim: totals.isKept,
  };
}

/** The sum that has no column there, and how many websites need attention. */
function secondTotals(state: State): Part {
  const { pageviews } = overviewTotals(state);
  const needy = attentionList(state).websites.length;
  const facts = [
    ...(pageviews === undefined ? [] : [counted(pageviews, 'page views')]),
    ...(needy === 0 ? [] : [`${groupThousands(needy)} ${needy === 1 ? 'needs' : 'need'} attention`]),
  ];
  return { text: safeText(facts.join(', ')), tone: 'dim' };
}

function coverage({ overview, websites }: State, { read, isExact }: Totals): string {
  const { total, asks } = overview.progress;
  const isMore = websites.list.data?.next === 'maybe';
  if (asks !== undefined)
    return `${groupThousands(read)} of ${groupThousands(total)}, N reads all (${counted(asks, 'requests')})`;
  const all = isMore ? `${groupThousands(total)}+ websites` : counted(total, 'websites');
  const covered = read < total || isMore ? `${groupThousands(read)} of ${all}` : all;
  return read === 0 || isExact ? covered : `${covered}, sums of daily visitors`;
}
