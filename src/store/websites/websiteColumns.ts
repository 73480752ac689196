import { resultOfEach } from '#model/cachedResult.ts';
import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import { placeColumns, type Column, type PlacedColumn } from '#model/text/columnLayout.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { FieldName } from '#model/website/draft.ts';
import { ownName, type Website } from '#model/website/website.ts';
import type { State } from '#store/core/state.ts';
import { listLayout, type ListLayout } from './listLayout.ts';

/**
 * The columns of the list, in their order. Without enough room the one of the lowest priority goes first. A column of a field
 * that a service may not have names it; one made of numbers names the measures it needs, and is not there without numbers
 * if it needs any.
 */
const websiteColumns = [
  { key: 'domain', title: 'DOMAIN', width: 20, grow: 4, most: 36, priority: 11, cut: 'middle' },
  { key: 'attention', title: '', width: 1, priority: 10, reads: [] },
  { key: 'name', title: 'NAME', width: 12, grow: 3, most: 28, priority: 6.2, cut: 'middle', field: 'name' },
  { key: 'trend', title: 'TREND', width: 14, grow: 1, most: 31, priority: 7, reads: ['visitors'] },
  { key: 'visitors', title: 'VISITORS', width: 10, priority: 9, align: 'right', reads: ['visitors'] },
  { key: 'change', title: 'CHANGE', width: 7, priority: 8, align: 'right', reads: ['visitors'] },
  { key: 'pageviews', title: 'PAGE VIEWS', width: 10, priority: 5, align: 'right', reads: ['pageviews'] },
  { key: 'tags', title: 'TAGS', width: 10, grow: 2, most: 28, priority: 6.5 },
  { key: 'privacy', title: 'PRIVACY', width: 8, priority: 6, field: 'privacy' },
  { key: 'bots', title: 'BOTS', width: 8, priority: 4, field: 'excludeBots' },
  { key: 'email', title: 'EMAIL', width: 7, priority: 3, field: 'email' },
  { key: 'created', title: 'ADDED', width: 11, priority: 2, align: 'right' },
  { key: 'id', title: 'ID', width: 6, priority: 1, align: 'right' },
] as const satisfies readonly Definition[];

interface Definition extends Column {
  readonly field?: FieldName;
  readonly reads?: readonly SeriesName[];
}

type Defined = (typeof websiteColumns)[number];
export type WebsiteColumn = Defined['key'];
/** Those with a cell in `numberCells`; the others have one in `websiteCells`. */
export type NumberColumn = Extract<Defined, { readonly reads: unknown }>['key'];

const definitions: readonly (Definition & { readonly key: WebsiteColumn })[] = websiteColumns;
const measures = ['visitors', 'pageviews'] as const satisfies readonly SeriesName[];

/** What a second line says in other words, and what the pane says of the selected website. */
const inSecondLine: readonly WebsiteColumn[] = ['attention', 'pageviews'];
const inPane: readonly WebsiteColumn[] = ['privacy', 'bots', 'email', 'created', 'id'];

/** From this width on, columns are dropped before domains are cut. */
const roomForDomains = 80;

/** Room for marks before the first column, and for the margin on the right. */
const margins = 4;

/** The columns on screen, whose numbers are therefore read. They depend on whether anything is compared. */
export function shownColumns(
  state: Pick<
    State,
    'viewport' | 'capabilities' | 'overview' | 'websites' | 'tags' | 'introduction' | 'preparing'
  >,
  overview: boolean,
  isCompared: boolean,
): readonly PlacedColumn<WebsiteColumn>[] {
  const { capabilities } = state;
  const layout = listLayout(state);
  const isTagged = state.tags.of.size > 0;
  const isNamed = haveNames(state.websites.list.data?.rows ?? []);
  const asked = [layout.list, layout.pane, layout.lines, overview, isCompared, isTagged, isNamed].join(' ');
  // Every key asks for them several times.
  if (placed?.asked !== asked || placed.capabilities !== capabilities)
    placed = {
      asked,
      capabilities,
      columns: place(capabilities, layout, { overview, isCompared, isTagged, isNamed }),
    };
  return placed.columns;
}

const namesOf = resultOfEach<boolean>();

/** Whether any of the websites is called otherwise than by its domain. */
function haveNames(rows: readonly Website[]): boolean {
  return namesOf(rows, [], () => rows.some(website => ownName(website) !== undefined));
}

let placed:
  | {
      readonly asked: string;
      readonly capabilities: Capabilities;
      readonly columns: readonly PlacedColumn<WebsiteColumn>[];
    }
  | undefined;

function place(
  capabilities: Capabilities,
  { list, pane, lines }: ListLayout,
  {
    overview,
    isCompared,
    isTagged,
    isNamed,
  }: Record<'overview' | 'isCompared' | 'isTagged' | 'isNamed', boolean>,
): PlacedColumn<WebsiteColumn>[] {
  const wanted = definitions
    .filter(({ field }) => field === undefined || canWrite(capabilities, field))
    .filter(({ reads = [] }) => overview || reads.length === 0)
    .filter(({ key }) => isCompared || key !== 'change')
    // A narrow list leaves them to the pane.
    .filter(({ key }) => key !== 'tags' || (isTagged && (pane === 0 || list >= roomForDomains)))
    .filter(({ key }) => key !== 'name' || (isNamed && (pane === 0 || list >= roomForDomains)))
    .filter(({ key }) => lines === 1 || pane === 0 || ![...inSecondLine, ...inPane].includes(key))
    .map(column => {
      // A name beside it says as much.
      if (column.key === 'domain' && list >= roomForDomains && !isNamed) return { ...column, width: 26 };
      if (column.key !== 'trend' || (lines === 1 && pane === 0)) return column;
      // Beside a pane a list that moves is drawn row by row, not scrolled.
      return lines === 2 ? { ...column, grow: 3 } : { ...column, most: 18 };
    });
  return placeColumns(wanted, list - margins);
}

/** The measures to read for a row with these columns: beside a pane its second line says the page views. */
export function measuresOfColumns(
  columns: readonly { readonly key: WebsiteColumn }[],
  { lines, pane }: Pick<ListLayout, 'lines' | 'pane'>,
): SeriesName[] {
  const shown = new Set(columns.map(({ key }) => key));
  const needs = ({ key, reads = [] }: (typeof definitions)[number], measure: SeriesName) =>
    shown.has(key) && reads.includes(measure);
  const isSecondLine = (measure: SeriesName) => measure === 'pageviews' && lines === 2 && pane > 0;
  return measures.filter(
    measure => isSecondLine(measure) || definitions.some(column => needs(column, measure)),
  );
}
