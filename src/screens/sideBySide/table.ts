import type { RowCells } from '#charts/row.ts';
import { lineStyle, stripRows } from '#charts/lines.ts';
import { maximum } from '#charts/scale.ts';
import type { TableRow } from '#components/Table.tsx';
import { barRows, changePart, dim, fitParts, markPart, type Part } from '#components/parts.ts';
import {
  type Capabilities,
  columnTitles,
  countsOf,
  countsVisits,
  statisticInfo,
  statisticTitle,
} from '#model/service/capabilities.ts';
import type { SideBySideRow } from '#model/comparison/sideBySide.ts';
import { type Summary, summaryChange, viewsPerVisitor } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import type { SideBySide, SideBySideWebsite } from '#queries/sideBySide.ts';
import { narrowColumns } from '#screens/messages.ts';
import { titleOfWebsite } from '#screens/words.ts';
import type { State } from '#store/state.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { type Column, fitMiddle, placeColumns, type PlacedColumn, spaces, tellingCut } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands, ratioText } from '#text/words.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/display.ts';

const gap = 2;
/** Of the mark of a line, with a blank. */
const markColumns = 2;

/** "● shop.example.com": the key of the chart. */
function markedName(name: SafeText, index: number, look: Partial<Part> = {}): Part[] {
  const { role, mark } = lineStyle(index, isAscii());
  return [
    { text: mark, tone: role, bold: true },
    { ...look, text: label` ${name}` },
  ];
}

interface Measured {
  readonly text: SafeText;
  readonly change: Part;
}

function measured({ error }: SideBySideWebsite, summary: Summary | undefined): Measured {
  if (summary === undefined)
    return { text: error === undefined ? label`...` : label`not read`, change: { text: label`` } };
  return { text: safeText(groupThousands(summary.total)), change: changePart(summaryChange(summary)) };
}

function perVisitor({ visitors, pageviews }: SideBySideWebsite): Measured {
  const found = viewsPerVisitor(visitors, pageviews);
  const text = found === undefined ? label`-` : safeText(ratioText(found.value, 1));
  return { text, change: changePart(found?.change ?? { kind: 'none' }) };
}

function measuresIn(
  capabilities: Capabilities,
): readonly { readonly title: SafeText; numberOf(website: SideBySideWebsite): Measured }[] {
  const ofViews = [
    {
      title: label`Page views`,
      numberOf: (website: SideBySideWebsite) => measured(website, website.pageviews),
    },
    { title: label`Per visitor`, numberOf: perVisitor },
  ];
  return [
    {
      title: safeText(statisticTitle('visitors', capabilities)),
      numberOf: website => measured(website, website.visitors),
    },
    ...(countsVisits(capabilities) ? [] : ofViews),
  ];
}

/** A column for each website: its name, its numbers, and its first rows. */
export function columnLines(
  state: State,
  data: SideBySide,
  { layout, selected }: { readonly layout: SideBySideLayout; readonly selected: number },
): (readonly Part[])[] {
  const { label: labels, column, sections } = layout;
  const { websites } = data;
  const begin = (name: Part): Part[] => [{ text: label` ` }, { ...name, text: fitMiddle(name.text, labels) }];
  const line = (name: Part, cells: readonly (readonly Part[])[]): Part[] => [
    ...begin(name),
    ...cells.flatMap(cell => [{ text: spaces(gap) }, ...cell]),
  ];
  const blank: readonly Part[][] = layout.hasGaps ? [[]] : [];
  const width = column - gap;
  const names = websites.map(({ website }) => titleOfWebsite(state, website));
  const cut = tellingCut(names, width - markColumns);
  const titles = names.map((name, at) => {
    const isSelected = at === selected;
    const look: Partial<Part> = isSelected ? { tone: 'accent', bold: true } : {};
    // The mark of the selected one stands in the blanks before it.
    const before: Part = { text: isSelected ? label`> ` : spaces(gap), tone: 'accent', bold: true };
    const parts = [before, ...fitParts(markedName(cut(name, width - markColumns), at, look), [], width)];
    return isSelected ? parts.map((part): Part => ({ ...part, on: 'selection' })) : parts;
  });
  const measures = measuresIn(state.capabilities);
  const numbers = websites.map(website => measures.map(({ numberOf }) => numberOf(website)));
  const changesOf = numbers.map(own => changeColumns(own, width));
  const groups = sections.flatMap((lines, at) => {
    const section = data.sections[at];
    if (section === undefined) return [];
    const shared = section.name === ownRows ? undefined : sharedFirst(section.rows).slice(0, lines);
    const columns = websites.map((_, website) =>
      (shared ?? rowsOfOne(section.rows, website).slice(0, lines)).map(row =>
        rowCells(section, row, website),
      ),
    );
    return [{ title: statisticInfo(section.name).title, lines, columns }];
  });
  const hasChanges = haveRoomForChanges(
    groups.flatMap(({ columns }) => columns),
    width,
  );
  return [
    ...(layout.hasGap ? [[]] : []),
    [...begin({ text: label`` }), ...titles.flat()],
    ...measures.map(({ title }, row) =>
      line(
        dim(title),
        numbers.map((own, at) => {
          const { text = label``, change } = own[row] ?? {};
          return numberParts(text, change, { width, changes: changesOf[at] ?? 0 });
        }),
      ),
    ),
    ...groups.flatMap(({ title, lines, columns }) => {
      const drawn = columns.map((rows, at) =>
        barRows(
          hasChanges ? rows : rows.map(row => ({ ...row, numbers: row.numbers.slice(0, 1) })),
          // Changes stand below those of the measures.
          {
            width,
            family: lineStyle(at, isAscii()).role,
            min: hasChanges ? [1, (changesOf[at] ?? 1) - 1] : [1],
          },
        ),
      );
      const name: Part = { text: safeText(title.toUpperCase()), tone: 'accent', bold: true };
      return [
        ...blank,
        ...Array.from({ length: lines }, (_, row) =>
          line(
            row === 0 ? name : { text: label`` },
            drawn.map(rows => rows[row]?.[0] ?? [{ text: spaces(width) }]),
          ),
        ),
      ];
    }),
  ];
}

type Section = SideBySide['sections'][number];

function rowCells({ name, isRead, marks }: Section, row: SideBySideRow, website: number): RowCells {
  const value = row.counts[website];
  const unknown = isRead[website] === true ? label`-` : label`...`;
  const tone = value === undefined || value === 0 ? 'dim' : 'plain';
  const mark = marks[website]?.get(row.value);
  return {
    label: { text: safeText(readableValue(name, row.value)), tone },
    value: value ?? 0,
    numbers: [
      { text: value === undefined ? unknown : safeText(groupThousands(value)), tone },
      ...(mark === undefined ? [] : [markPart(mark, true)]),
    ],
  };
}

/** Columns that changes leave to names. */
const leastName = 12;

/** Of all rows alike, so that numbers stay in their columns. */
function haveRoomForChanges(columns: readonly (readonly RowCells[])[], width: number): boolean {
  const widest = (at: number) =>
    maximum(columns.flat().map(({ numbers }) => textWidth(numbers[at]?.text ?? label``)));
  return width - (widest(0) + 1) - (widest(1) + 1) >= leastName;
}

/** Websites have few pages in common: each column has its own. Of other statistics a row is the same value in each. */
const ownRows = 'page';

function rowsOfOne(rows: readonly SideBySideRow[], website: number): readonly SideBySideRow[] {
  return rows
    .filter(({ counts }) => (counts[website] ?? 0) > 0)
    .toSorted((a, b) => (b.counts[website] ?? 0) - (a.counts[website] ?? 0));
}

/** What most of them have comes first. */
function sharedFirst(rows: readonly SideBySideRow[]): readonly SideBySideRow[] {
  const having = ({ counts }: SideBySideRow) => counts.filter(count => (count ?? 0) > 0).length;
  return rows.toSorted((a, b) => having(b) - having(a));
}

/** With a blank before them; none where a change would be cut. */
function changeColumns(own: readonly Measured[], width: number): number {
  const room = width - maximum(own.map(({ text }) => textWidth(text)));
  const columns = 1 + maximum(own.map(({ change }) => textWidth(change.text)));
  return columns <= room ? columns : 0;
}

function numberParts(
  text: SafeText,
  change: Part | undefined,
  { width, changes }: { readonly width: number; readonly changes: number },
): Part[] {
  const own = changes === 0 ? [] : fitParts([], change === undefined ? [] : [change], changes);
  return fitParts([], [{ text, bold: true }, ...own], width);
}

type ListColumn = 'name' | 'visitors' | 'change' | 'pageviews' | 'perVisitor';

/** A row for each website, where there is no room for a column of each. */
export function listColumns(
  { capabilities }: State,
  { websites }: SideBySide,
  { width, hasTitles }: { readonly width: number; readonly hasTitles: boolean },
): PlacedColumn<ListColumn>[] {
  const { count } = columnTitles('pageviews', capabilities);
  const columns: Column<ListColumn>[] = [
    { key: 'name', title: '', width: 12, grow: 1, priority: 5 },
    {
      key: 'visitors',
      title: countsOf('visitors', capabilities).toUpperCase(),
      width: 9,
      align: 'right',
      priority: 4,
    },
    { key: 'change', title: 'CHANGE', width: 6, align: 'right', priority: 3 },
    { key: 'pageviews', title: count.toUpperCase(), width: 10, align: 'right', priority: 2 },
    { key: 'perVisitor', title: 'EACH', width: 6, align: 'right', priority: 1 },
  ];
  const ofViews: readonly ListColumn[] = ['pageviews', 'perVisitor'];
  const own = columns.filter(({ key }) => !countsVisits(capabilities) || !ofViews.includes(key));
  if (hasTitles) return placeColumns<ListColumn>(own, width);
  // Without titles numbers are as wide as they are, and those that titles tell apart are left out.
  const visitors = websites.map(website => measured(website, website.visitors));
  const min: Partial<Record<ListColumn, number>> = {
    visitors: maximum(visitors.map(({ text }) => textWidth(text))),
    change: maximum(visitors.map(({ change }) => textWidth(change.text))),
  };
  return placeColumns<ListColumn>(
    own
      .filter(({ key }) => !ofViews.includes(key))
      .map(each => ({ ...each, width: min[each.key] ?? each.width })),
    width,
  );
}

export function listRows(
  state: State,
  { websites }: SideBySide,
  columns: readonly PlacedColumn<ListColumn>[],
): TableRow<ListColumn, Part | readonly Part[]>[] {
  const room = columns.find(({ key }) => key === 'name')?.columns ?? 0;
  const names = websites.map(({ website }) => titleOfWebsite(state, website));
  const cut = tellingCut(names, room - markColumns);
  return websites.map((website, at) => {
    const visitors = measured(website, website.visitors);
    const name = cut(names[at] ?? label``, room - markColumns);
    return {
      id: website.website,
      cells: {
        name: fitParts(markedName(name, at), [], room),
        visitors: { text: visitors.text },
        change: visitors.change,
        pageviews: { text: measured(website, website.pageviews).text },
        perVisitor: { text: perVisitor(website).text },
      },
    };
  });
}

interface SideBySideLayout {
  /** Too narrow for a column each: a row each. */
  readonly isList: boolean;
  readonly hasPeriod: boolean;
  /** Of the list; columns always have them. */
  readonly hasTitles: boolean;
  readonly chart: number;
  /** Columns of the titles, and of each website. */
  readonly label: number;
  readonly column: number;
  /** A blank line between the chart and the columns, and, where there is more room, above each statistic. */
  readonly hasGap: boolean;
  readonly hasGaps: boolean;
  /** Rows of each statistic; none where they have no room. */
  readonly sections: readonly number[];
}

const minChart = 3;
const mostRows = 10;
const roomForGaps = 30;
const narrow = 60;
const minColumn = 14;
/** Visitors, page views, and these per visitor. */
const measureRows = 3;

/** Columns of what stands before the rows: the titles of numbers and statistics. */
function titleColumns(capabilities: Capabilities, { sections }: SideBySide): number {
  const titles = measuresIn(capabilities).map(({ title }) => textWidth(title));
  return maximum([...titles, ...sections.map(({ name }) => statisticInfo(name).title.length)]);
}

export function sideBySideLayout(
  viewport: Viewport,
  capabilities: Capabilities,
  data: SideBySide,
): SideBySideLayout {
  const { columns } = viewport;
  const height = bodyRows(viewport);
  const websites = data.websites.length;
  const hasGap = hasSpacing(viewport);
  const hasGaps = viewport.rows >= roomForGaps;
  const rest = height - 2 - measureRows - Number(hasGap);
  const above = Number(hasGaps);
  // Each website has two or three rows of the chart, above its axis and the texts below that.
  const forStrips = hasGaps ? websites * 3 + 2 : websites * 2 + 1;
  const forRows = Math.min(rest * 0.66, rest - forStrips);
  const each = Math.min(mostRows, Math.floor(forRows / Math.max(1, data.sections.length)) - above);
  const sections =
    each < 1
      ? []
      : data.sections.map(({ rows, isRead }) =>
          isRead.every(Boolean) ? Math.min(each, Math.max(1, rows.length)) : each,
        );
  const label = titleColumns(capabilities, data);
  const column = Math.floor((columns - 1 - label) / websites);
  if (columns < narrow || column < minColumn) {
    const spare = height - websites - minChart;
    // In few columns names matter more than titles.
    const [hasPeriod, hasTitles] = [spare >= 1, spare >= 2 && columns >= narrowColumns];
    const chart = height - websites - Number(hasPeriod) - Number(hasTitles);
    return {
      isList: true,
      hasPeriod,
      hasTitles,
      chart,
      label,
      column,
      hasGap: false,
      hasGaps: false,
      sections: [],
    };
  }
  const left = rest - sections.reduce((sum, lines) => sum + above + lines, 0);
  // Strips are equally high: the first rows have what is left over.
  const spare = stripRows(websites, left).rows % websites;
  const [first = 0] = sections;
  const more = Math.max(0, Math.min(spare, (data.sections[0]?.rows.length ?? 0) - first));
  sections[0] = first + more;
  const chart = left - more;
  return { isList: false, hasPeriod: true, hasTitles: true, chart, label, column, hasGap, hasGaps, sections };
}
