import {
  canWrite,
  type Capabilities,
  countsOf,
  countsVisits,
  isSameNumber,
} from '#model/service/capabilities.ts';
import type { ApiError } from '#model/failure.ts';
import { type ColumnName, listFor, type OwnLists } from '#model/own/yours.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { FieldName } from '#model/website/draft.ts';
import type { RowsSoFar, SortDirection } from '#model/service/paging.ts';
import type { ListedSort, WebsitesSort } from '#model/own/choices.ts';
import { parseTagSearch, type Tags } from '#model/website/tags.ts';
import { ownName, type Website, websiteName } from '#model/website/website.ts';
import { bodyRows, divideMultiples, type Multiples, type Viewport, websiteRows } from '#store/display.ts';
import { offersWays } from '#store/profile/introduction.ts';
import { type ComparisonState, isListCompared, shownDays } from '#store/queries/question.ts';
import type { PagedTable } from '#store/navigation/table.ts';
import { comparesToday } from '#queries/days/today.ts';
import { textWidth } from '#text/characters.ts';
import { type Column, columnGap, placeColumns, type PlacedColumn, wrapSafe, wrapWithin } from '#text/fit.ts';
import { memoizeLast, memoizeByObject } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';

export interface ListLayout {
  /** Columns of the list, of the pane of the selected website and of what is said of all of them; 0 without room. */
  readonly list: number;
  readonly pane: number;
  readonly attention: number;
  readonly lines: 1 | 2;
  readonly rows: number;
  /** Lines above or below the rows for what is said there. */
  readonly messageRows: number;
  /** Each website's days below all that; undefined where there is no room. */
  readonly multiples: Multiples | undefined;
}

const roomForPane = 110;
const roomForAttention = 170;
/** Below this width a second line would have nothing to show. */
const roomForTwoLines = 80;

/** What stands beside the rows; nothing where there are none. */
type PaneKind = 'numbers' | 'settings' | 'nothing';

/**
 * @param websites how many there are; undefined while more may come
 * @param messageRows lines that rows leave free
 * @param hasCounts false where all is zero: a second line and charts would say nothing
 */
export function divideList(
  viewport: Viewport,
  paneKind: PaneKind,
  websites: number | undefined,
  messageRows = 0,
  hasCounts = true,
): ListLayout {
  const { columns } = viewport;
  const isOn = paneKind === 'numbers';
  const multiples =
    isOn && hasCounts && websites !== undefined && messageRows === 0
      ? divideMultiples(viewport, websites)
      : undefined;
  const lines = websiteRows(viewport) - (multiples?.lines ?? 0);
  // What is said changes nothing of the rows above it.
  const isHigh =
    hasCounts &&
    paneKind !== 'nothing' &&
    columns >= roomForTwoLines &&
    websites !== undefined &&
    websites * 2 <= lines;
  const rows = Math.max(1, Math.floor((lines - messageRows) / (isHigh ? 2 : 1)));
  // Of a single website the pane says all.
  const hasThird = paneKind !== 'nothing' && columns >= roomForAttention && !(isOn && websites === 1);
  const attention = hasThird ? clamp(columns * 0.27, 46, 60) : 0;
  const share = {
    numbers: hasThird ? 0.33 : columns >= roomForAttention ? 0.58 : 0.38,
    settings: hasThird ? 0.36 : 0.42,
    nothing: 0,
  }[paneKind];
  const pane =
    share === 0 || columns < roomForPane
      ? 0
      : clamp(columns * share, 44, !isOn ? 90 : websites === 1 ? columns : 70);
  return {
    list: columns - pane - attention,
    pane,
    attention,
    lines: isHigh ? 2 : 1,
    rows,
    messageRows,
    multiples,
  };
}

export interface WebsitesTable extends PagedTable<Website, WebsitesSort> {
  /** The order requested from the service. Orders by numbers are computed here, over all websites. */
  readonly listedBy: { readonly sortBy: ListedSort; readonly sort: SortDirection };
  /** All rows that are read, in order; with the attention filter on, only those. */
  readonly arranged: readonly Website[];
  /** Those on the shown page, or all where the list has no pages. */
  readonly rows: readonly Website[];
  /** The list without a search, as far as it is read; undefined before. */
  readonly whole: RowsSoFar<Website> | undefined;
  readonly attentionOnly: boolean;
}

export interface LayoutState {
  readonly viewport: Viewport;
  /** `isOfZeros`: of all that is listed nothing is counted, in these days or those before. */
  readonly overview: { readonly on: boolean; readonly isOfZeros?: boolean };
  readonly websites: WebsitesTable;
  readonly introduction: { readonly isOffered: boolean };
  readonly preparing?: number | undefined;
  readonly retry?: {
    readonly numbers?: ApiError | undefined;
    readonly paused?: { readonly error: ApiError } | undefined;
  };
}

/** Why what is in view is not read; undefined where it is. */
export function failureOf({
  websites,
  retry,
}: Pick<LayoutState, 'retry'> & { readonly websites: Pick<WebsitesTable, 'list'> }): ApiError | undefined {
  return websites.list.error ?? retry?.numbers ?? retry?.paused?.error;
}

/** A list without rows has the whole width for what it says in their place. */
export function listLayout(state: LayoutState): ListLayout {
  const whole = wholeLayout(state);
  const messageRows = failureRows(state) || (wayCard(state, whole)?.rows ?? 0);
  return messageRows === 0 ? whole : wholeLayout(state, messageRows);
}

function wholeLayout(state: LayoutState, messageRows = 0): ListLayout {
  const hasCounts = state.overview.isOfZeros !== true;
  return divideList(state.viewport, paneKindOf(state), allWebsites(state), messageRows, hasCounts);
}

function paneKindOf({ overview, websites }: LayoutState): PaneKind {
  if (websites.rows.length === 0) return 'nothing';
  return overview.on ? 'numbers' : 'settings';
}

/** A search changes nothing of how much room each has. */
function allWebsites({ websites: { list, whole } }: LayoutState): number | undefined {
  const all = whole ?? list.data;
  return all?.next === 'no' ? all.rows.length : undefined;
}

/** Below this height what is said of a failure has no frame. */
const roomForFrames = 20;

/** Without a frame. */
export const maxFailure = 3;
const maxSentence = 2;

/** Above a view without a frame: the whole of it in one line, else its first clause, which says what happened. */
export function failureSentence({ message }: ApiError, columns: number): SafeText[] {
  const room = columns - 2;
  const whole = wrapWithin(safeText(message), room, maxSentence);
  const [clause] = /^.+?(?=[.:] | and | within )/s.exec(message) ?? [];
  return whole.length === 1 || clause === undefined
    ? whole
    : wrapWithin(label`${safeText(clause)}.`, room, maxSentence);
}

/** Lines that say why the list was not read again, above the one that was read before. */
function failureRows(state: LayoutState): number {
  const { viewport, websites } = state;
  const error = failureOf(state);
  if (error === undefined || websites.rows.length === 0) return 0;
  if (viewport.rows >= roomForFrames) return 6;
  return Math.min(maxFailure, wrapSafe(safeText(error.message), viewport.columns - 2).length);
}

/** The ways to begin: in a frame, or in the place of the whole list. */
export interface WayCard {
  readonly form: 'framed' | 'plain';
  readonly rows: number;
  /** What is known of each way stands beside it, else what matters of it below them all. */
  readonly isWide: boolean;
}

const roomForNotes = 70;
/** So many lines of the body a card leaves enough of for the list. */
const rowsForFramed = 18;

/** In the lines that the list leaves free, else in place of its lower rows; undefined where nothing is offered. */
export function wayCard(state: LayoutState, whole = wholeLayout(state)): WayCard | undefined {
  if (!offersWays(state)) return undefined;
  const isWide = whole.list >= roomForNotes;
  const body = bodyRows(state.viewport);
  return body >= rowsForFramed
    ? { form: 'framed', rows: isWide ? 9 : 10, isWide }
    : { form: 'plain', rows: body, isWide };
}

export function isListCovered(state: LayoutState): boolean {
  return wayCard(state)?.form === 'plain';
}

/** Whether the sums below the list have a second line: where rows have one, and there is room for it and a blank. */
export function hasSecondTotals(state: LayoutState): boolean {
  const { lines, pane, messageRows, multiples } = listLayout(state);
  const free =
    websiteRows(state.viewport) - messageRows - (multiples?.lines ?? 0) - state.websites.rows.length * 2;
  return lines === 2 && pane > 0 && free >= 2;
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(Math.round(value), max));
}

/**
 * In their order; without enough room the lowest priority goes first. A column of a field that a service may lack names
 * it; one of numbers names the measures it needs, and is not there without them.
 */
const websiteColumns = [
  { key: 'domain', title: 'DOMAIN', width: 20, grow: 4, max: 44, priority: 11, cut: 'middle' },
  { key: 'attention', title: '', width: 1, gap: 1, priority: 10, reads: [] },
  { key: 'name', title: 'NAME', width: 12, grow: 3, max: 28, priority: 6.2, cut: 'middle', field: 'name' },
  { key: 'days', title: 'TREND', width: 14, grow: 1, max: 31, priority: 7, reads: ['visitors'] },
  { key: 'visitors', title: 'VISITORS', width: 10, priority: 9, align: 'right', reads: ['visitors'] },
  { key: 'change', title: 'CHANGE', width: 7, priority: 8, align: 'right', reads: ['visitors'] },
  { key: 'pageviews', title: 'PAGE VIEWS', width: 10, priority: 5, align: 'right', reads: ['pageviews'] },
  { key: 'tags', title: 'TAGS', width: 10, grow: 2, max: 28, priority: 6.5 },
  { key: 'privacy', title: 'PRIVACY', width: 8, priority: 6, field: 'privacy' },
  { key: 'bots', title: 'BOTS', width: 8, priority: 4, field: 'excludeBots' },
  { key: 'email', title: 'EMAIL', width: 7, priority: 3, field: 'email' },
  { key: 'added', title: 'ADDED', width: 11, priority: 2, align: 'right' },
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

/** What a second line says in other words, and what the pane says of the selected website. */
const inSecondLine: readonly WebsiteColumn[] = ['attention', 'pageviews'];
/** The same without numbers. */
const inSecondOfSettings: readonly WebsiteColumn[] = ['attention', 'added'];
const inPane: readonly WebsiteColumn[] = ['privacy', 'bots', 'email', 'added', 'id'];

/** From this width on, columns are dropped before domains are cut. */
const roomForDomains = 80;
/** The curve gives way to longer domains, first its width and then all of it, and no other number does: 8, 1, 10 and 7 columns with their gaps. */
const maxShort = 26;
const domainMargin = 33;
const leastCurve = 8;
const roomForPrivacy = 100;
/** On fewer columns long numbers are rounded before domains are cut. */
const roomForCounts = 60;
const shortCounts = 8;

const margins = 4;

/** The columns on screen, whose numbers are therefore read. They depend on whether anything is compared. */
export function shownColumns(
  state: Omit<ListState, keyof ComparisonState>,
  overview: boolean,
  isCompared: boolean,
  isDay = false,
): readonly PlacedColumn<WebsiteColumn>[] {
  const { capabilities } = state;
  const layout = listLayout(state);
  const isTagged = state.tags.all.size > 0;
  const { whole, list } = state.websites;
  // A search moves no column.
  const listed = (whole?.next === 'no' ? whole : list.data)?.rows ?? [];
  const isNamed = namesOf(listed, [], () => listed.some(website => ownName(website) !== undefined));
  const longest = longestName(listed);
  const own = state.yours && listFor(state.yours.columns, parseTagSearch(state.websites.search).tags);
  const shown = { overview, isCompared, isTagged, isNamed, isDay, longest, own };
  const keys = [capabilities, layout.list, layout.pane, layout.lines, ...Object.values(shown)];
  return lastColumns(keys, () => columnsIn(capabilities, layout, shown));
}

/** Of the list as it is. */
export function listColumns(state: ListState): readonly PlacedColumn<WebsiteColumn>[] {
  const isDay = shownDays(state).single !== undefined;
  return shownColumns(state, state.overview.on, isListCompared(state), isDay);
}

// Every key asks for them several times.
const lastColumns = memoizeLast<readonly PlacedColumn<WebsiteColumn>[]>();

const namesOf = memoizeByObject<boolean>();

const longestOf = memoizeByObject<number>();

/** In columns: what is dropped or narrow makes room for it. */
function longestName(rows: readonly Website[]): number {
  return longestOf(rows, [], () =>
    rows
      .slice(0, maxNames)
      .reduce((max, website) => Math.max(max, textWidth(safeText(websiteName(website)))), 0),
  );
}

/** So many names say how long names are, and what tells them apart. */
export const maxNames = 1000;

function columnsIn(
  capabilities: Capabilities,
  { list, pane, lines }: ListLayout,
  {
    overview,
    isCompared,
    isTagged,
    isNamed,
    isDay,
    longest,
    own,
  }: Record<'overview' | 'isCompared' | 'isTagged' | 'isNamed' | 'isDay', boolean> & {
    readonly longest: number;
    readonly own: readonly ColumnName[] | undefined;
  },
): PlacedColumn<WebsiteColumn>[] {
  // What was chosen stands there beside a pane, too.
  const isUsual = own === undefined;
  // One day has no course: rows have a bar.
  const hasCurve = !isDay && (!isUsual || isNamed || longest <= list - margins - domainMargin);
  const forDomain = list - margins - domainMargin + (hasCurve || !overview ? 0 : leastCurve + columnGap);
  const isChosen = (name: WebsiteColumn) => name !== 'attention' && !isUsual;
  const wanted = (isUsual ? definitions : ownDefinitions(own))
    .filter(({ field }) => field === undefined || canWrite(capabilities, field))
    .filter(({ reads = [] }) => overview || reads.length === 0)
    .filter(({ key }) => key !== 'pageviews' || !countsVisits(capabilities))
    .map(column =>
      column.key === 'visitors'
        ? {
            ...column,
            title: countsOf(column.key, capabilities).toUpperCase(),
            width: list < roomForCounts ? shortCounts : column.width,
          }
        : column,
    )
    .filter(({ key }) => isCompared || key !== 'change')
    .filter(({ key }) => key !== 'days' || hasCurve)
    .filter(({ key }) => key !== 'privacy' || !isUsual || longest <= maxShort || list >= roomForPrivacy)
    // A narrow list leaves them to the pane.
    .filter(({ key }) => key !== 'tags' || (isTagged && (!isUsual || pane === 0 || list >= roomForDomains)))
    .filter(({ key }) => key !== 'name' || (isNamed && (!isUsual || pane === 0 || list >= roomForDomains)))
    .filter(
      ({ key }) =>
        lines === 1 ||
        pane === 0 ||
        !overview ||
        ![...inSecondLine, ...inPane].includes(key) ||
        isChosen(key),
    )
    .filter(({ key }) => lines === 1 || overview || !inSecondOfSettings.includes(key) || isChosen(key))
    .map(column => {
      if (column.key === 'domain') {
        // A name beside it says as much.
        const usual = list >= roomForDomains && !isNamed ? maxShort : column.width;
        return {
          ...column,
          max: isDay ? Infinity : Math.max(column.max ?? 0, longest),
          width: isNamed ? usual : clamp(longest, usual, Math.max(usual, forDomain)),
        };
      }
      if (column.key !== 'days') return column;
      const min = longest > maxShort ? leastCurve : column.width;
      if (lines === 1 && pane === 0) return { ...column, width: min };
      // Beside a pane a list that moves is drawn row by row, not scrolled.
      return lines === 2 ? { ...column, width: min, grow: 3 } : { ...column, width: min, max: 18 };
    });
  return placeColumns(wanted, list - margins);
}

/** The columns that were chosen, in their order; the domain is always there, with its mark. */
function ownDefinitions(own: readonly ColumnName[]): typeof definitions {
  const keys = own.includes('domain') ? own : (['domain', ...own] as const);
  return keys
    .flatMap(name => (name === 'domain' ? [name, 'attention'] : [name]))
    .flatMap(name => definitions.filter(({ key }) => key === name));
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

/** What the list shows depends on it. */
export interface ListState extends LayoutState, ComparisonState {
  readonly capabilities: Capabilities;
  readonly tags: { readonly all: Tags };
  readonly yours?: { readonly columns: OwnLists<ColumnName> };
}

/** Whether changes have a column, or are what rows are sorted by. */
export function showsChange(state: ListState): boolean {
  const columns = listColumns(state);
  return state.websites.sortBy === 'change' || columns.some(({ key }) => key === 'change');
}

/** Whether the list reads the hours that today's visitors are compared by. */
export function readsToday(state: ListState): boolean {
  return state.overview.on && showsChange(state) && comparesToday(shownDays(state), state);
}

const measures = ['visitors', 'pageviews'] as const satisfies readonly SeriesName[];
// Every key asks for them several times.
const wanted = memoizeLast<readonly SeriesName[]>();

export function measuresWanted(state: ListState): readonly SeriesName[] {
  const { overview, websites, capabilities } = state;
  if (!overview.on) return [];
  const columns = listColumns(state);
  const { lines, pane } = listLayout(state);
  const { sortBy } = websites;
  return wanted([columns, lines, pane, sortBy, capabilities], () => {
    const shown = measuresOfColumns(columns, { lines, pane });
    return measures.filter(
      name =>
        (!isSameNumber(name, capabilities) && shown.includes(name)) ||
        (name === 'pageviews') === (sortBy === name),
    );
  });
}
