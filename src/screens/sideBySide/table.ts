import { type RowCells, rowRuns } from '#charts/row.ts';
import { lineLook } from '#charts/lines.ts';
import type { TableRow } from '#components/Table.tsx';
import { changePart, fitParts, type Part } from '#components/parts.ts';
import {
  type Capabilities,
  columnTitles,
  countsOf,
  countsVisits,
  statisticInfo,
  statisticTitle,
} from '#model/service/capabilities.ts';
import { type Summary, summaryChange, viewsPerVisitor } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import type { SideBySide, WebsiteBeside } from '#queries/sideBySide.ts';
import { titleOfWebsite } from '#screens/words.ts';
import type { State } from '#store/state.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { type Column, fitMiddle, placeColumns, type PlacedColumn, spaces } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands, ratioText } from '#text/words.ts';
import { bodyRows, type Viewport } from '#store/display.ts';

const gap = 2;

/** "● shop.example.com": the key of the chart. */
function besideName(state: State, { website }: WebsiteBeside, index: number): Part[] {
  const { role, mark } = lineLook(index, isAscii());
  return [{ text: mark, tone: role, bold: true }, { text: label` ${titleOfWebsite(state, website)}` }];
}

interface Measured {
  readonly text: SafeText;
  readonly change: Part;
}

function measured({ error }: WebsiteBeside, summary: Summary | undefined): Measured {
  if (summary === undefined)
    return { text: error === undefined ? label`...` : label`not read`, change: { text: label`` } };
  return { text: safeText(groupThousands(summary.total)), change: changePart(summaryChange(summary)) };
}

function perVisitor({ visitors, pageviews }: WebsiteBeside): Measured {
  const found = viewsPerVisitor(visitors, pageviews);
  const text = found === undefined ? label`-` : safeText(ratioText(found.value, 1));
  return { text, change: changePart(found?.change ?? { kind: 'none' }) };
}

function measuresIn(
  capabilities: Capabilities,
): readonly { readonly title: SafeText; of(website: WebsiteBeside): Measured }[] {
  const ofViews = [
    { title: label`Page views`, of: (website: WebsiteBeside) => measured(website, website.pageviews) },
    { title: label`Per visitor`, of: perVisitor },
  ];
  return [
    {
      title: safeText(statisticTitle('visitors', capabilities)),
      of: website => measured(website, website.visitors),
    },
    ...(countsVisits(capabilities) ? [] : ofViews),
  ];
}

/** A column for each website: its name, its numbers, and its first rows. */
export function columnLines(
  state: State,
  data: SideBySide,
  { layout, selected }: { readonly layout: BesideLayout; readonly selected: number },
): (readonly Part[])[] {
  const { label: labels, column, sections } = layout;
  const { websites } = data;
  const line = (name: Part, cells: readonly (readonly Part[])[]): Part[] => [
    { text: label` ` },
    { ...name, text: fitMiddle(name.text, labels) },
    ...cells.flatMap(cell => [{ text: spaces(gap) }, ...cell]),
  ];
  const width = column - gap;
  const titles = websites.map((website, at) => {
    const isSelected = at === selected;
    const [mark, name = { text: label`` }] = besideName(state, website, at);
    const named: Part = isSelected ? { ...name, tone: 'accent', bold: true } : name;
    const parts = fitParts(
      [
        { text: isSelected ? label`> ` : label`  `, tone: 'accent', bold: true },
        ...(mark ? [mark] : []),
        named,
      ],
      [],
      width,
    );
    return isSelected ? parts.map((part): Part => ({ ...part, on: 'selection' })) : parts;
  });
  const measures = measuresIn(state.capabilities);
  const numbers = websites.map(website => measures.map(({ of }) => of(website)));
  const cellsOf = (at: number, rows: readonly RowCells[]) =>
    rowRuns(rows, {
      width,
      ascii: isAscii(),
      family: lineLook(at, isAscii()).role,
      isBehind: hasTints(),
      bar: free => free - 1,
      least: [1],
    }).map(([first = []]) => first);
  return [
    line({ text: label`` }, titles),
    ...measures.map(({ title }, row) =>
      line(
        { text: title, tone: 'dim' },
        numbers.map(own => {
          const { text = label``, change } = own[row] ?? {};
          return numberParts(text, change, width);
        }),
      ),
    ),
    ...sections.flatMap((count, at) => {
      const section = data.sections[at];
      if (section === undefined) return [];
      const { name, isRead } = section;
      const rows = section.rows.slice(0, count);
      const columns = websites.map((_, website) =>
        cellsOf(
          website,
          rows.map(({ counts }): RowCells => {
            const value = counts[website];
            const unknown = isRead[website] === true ? label`-` : label`...`;
            const text = value === undefined ? unknown : safeText(groupThousands(value));
            const tone = value === undefined || value === 0 ? 'dim' : 'plain';
            return { label: { text: label`` }, value: value ?? 0, numbers: [{ text, tone }] };
          }),
        ),
      );
      const title = safeText(statisticInfo(name).title.toUpperCase());
      return [
        line({ text: title, tone: 'accent', bold: true }, []),
        ...Array.from({ length: count }, (_, row) => {
          const value = rows[row]?.value;
          const text = value === undefined ? label`` : safeText(readableValue(name, value));
          return line(
            { text },
            columns.map(cells => cells[row] ?? [{ text: spaces(width) }]),
          );
        }),
      ];
    }),
  ];
}

/** Columns of a change, with a blank before it. */
const changeWidth = 7;

function numberParts(text: SafeText, change: Part | undefined, width: number): Part[] {
  const own = fitParts([], change === undefined ? [] : [change], changeWidth);
  return fitParts([], [{ text, bold: true }, ...own], width);
}

type ListColumn = 'name' | 'visitors' | 'change' | 'pageviews' | 'perVisitor';

/** A row for each website, where there is no room for a column of each. */
export function listColumns({ capabilities }: State, width: number): PlacedColumn<ListColumn>[] {
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
  return placeColumns<ListColumn>(own, width);
}

export function listRows(
  state: State,
  { websites }: SideBySide,
  columns: readonly PlacedColumn<ListColumn>[],
): TableRow<ListColumn, Part | readonly Part[]>[] {
  const room = columns.find(({ key }) => key === 'name')?.columns ?? 0;
  return websites.map((website, at) => {
    const visitors = measured(website, website.visitors);
    return {
      id: website.website,
      cells: {
        name: fitParts(besideName(state, website, at), [], room),
        visitors: { text: visitors.text },
        change: visitors.change,
        pageviews: { text: measured(website, website.pageviews).text },
        perVisitor: { text: perVisitor(website).text },
      },
    };
  });
}

interface BesideLayout {
  /** Too narrow for a column each: a row each. */
  readonly isList: boolean;
  readonly hasPeriod: boolean;
  /** Of the list; columns always have them. */
  readonly hasTitles: boolean;
  readonly chart: number;
  /** Columns of the names of rows, and of each website. */
  readonly label: number;
  readonly column: number;
  /** Rows of each statistic, below its title; none where they have no room. */
  readonly sections: readonly number[];
}

const minChart = 3;
const narrow = 60;
const minColumn = 14;
/** More columns than that are for the names of rows. */
const roomyColumn = 28;
/** Visitors, page views, and these per visitor. */
const measureRows = 3;

/** @param rows how many rows each statistic has; undefined where they are not read */
export function besideLayout(
  viewport: Viewport,
  websites: number,
  rows: readonly (number | undefined)[],
): BesideLayout {
  const { columns } = viewport;
  const height = bodyRows(viewport);
  const label = Math.min(40, Math.max(12, Math.floor(columns * 0.2), columns - 1 - roomyColumn * websites));
  const column = Math.floor((columns - 1 - label) / websites);
  if (columns < narrow || column < minColumn) {
    const spare = height - websites - minChart;
    const [hasPeriod, hasTitles] = [spare >= 1, spare >= 2];
    const chart = height - websites - Number(hasPeriod) - Number(hasTitles);
    return { isList: true, hasPeriod, hasTitles, chart, label, column, sections: [] };
  }
  const rest = height - 2 - measureRows;
  const each = Math.min(10, Math.floor((rest * 0.66) / Math.max(1, rows.length)) - 1);
  const sections = each < 1 ? [] : rows.map(count => Math.min(each, Math.max(1, count ?? each)));
  const chart = rest - sections.reduce((sum, lines) => sum + 1 + lines, 0);
  return { isList: false, hasPeriod: true, hasTitles: true, chart, label, column, sections };
}
