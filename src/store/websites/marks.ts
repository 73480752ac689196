import { canCompareSideBySide } from '#model/comparison/sideBySide.ts';
import type { Website } from '#model/website/website.ts';
import type { Force } from '#queries/answers/answers.ts';
import { shownOf } from '#queries/answers/query.ts';
import { type SideBySide, sideBySide, type SideBySideQuestion } from '#queries/sideBySide.ts';
import { routeKey, type RouteOf } from '#store/navigation/route.ts';
import { knownOf, readStages, type ViewState } from '#store/queries/question.ts';
import type { SliceContext } from '#store/slice.ts';
import { memoizeLast } from '#text/memo.ts';
import { selectedWebsite, type WebsitesSlice } from './websites.ts';

/** The marked websites, to be compared, edited or deleted together. Marks survive searching, sorting and paging. */
export interface MarksSlice {
  /** By id, as last seen. */
  readonly byId: ReadonlyMap<string, Website>;
  /** The id where a range began; the range reaches to the selection. */
  readonly rangeFrom?: string | undefined;
  /** Marks or unmarks the selected website and moves on to the next one. */
  toggle(): void;
  /** Starts a range at the selection; the second call marks the websites in it. */
  range(): void;
  /** Marks all rows shown, or unmarks them where all are marked. */
  all(): void;
  clear(): void;
  /** Unmarks these websites. A range that has been started stays. */
  remove(ids: ReadonlySet<string>): void;
  /** To be called when websites were read again. */
  put(websites: readonly Website[]): void;
}

interface Known {
  readonly marks: MarksSlice;
  readonly websites: WebsitesSlice;
}

export function createMarks({ get, patch }: SliceContext<Pick<Known, 'marks'>, Known>): MarksSlice {
  const set = (byId: ReadonlyMap<string, Website>) => patch('marks', { byId, rangeFrom: undefined });
  const withAll = (websites: readonly Website[]) => {
    const byId = new Map(get().marks.byId);
    for (const website of websites) byId.set(website.id, website);
    return byId;
  };
  const without = (ids: Iterable<string>) => {
    const byId = new Map(get().marks.byId);
    for (const id of ids) byId.delete(id);
    return byId;
  };

  return {
    byId: new Map(),
    toggle() {
      const { marks, websites } = get();
      if (marks.rangeFrom !== undefined) return set(withAll(rowsOfRange(get())));
      const website = selectedWebsite(websites);
      if (website === undefined) return;
      set(marks.byId.has(website.id) ? without([website.id]) : withAll([website]));
      websites.move('down');
    },
    range() {
      const { marks, websites } = get();
      if (marks.rangeFrom !== undefined) return set(withAll(rowsOfRange(get())));
      patch('marks', { rangeFrom: selectedWebsite(websites)?.id });
    },
    all() {
      const { rows } = get().websites;
      const isMarked = ({ id }: Website) => get().marks.byId.has(id);
      set(rows.every(isMarked) ? without(rows.map(({ id }) => id)) : withAll(rows));
    },
    clear: () => set(new Map()),
    remove: ids => patch('marks', { byId: without(ids) }),
    put(websites) {
      const { byId } = get().marks;
      const changed = websites.filter(website => (byId.get(website.id) ?? website) !== website);
      if (changed.length > 0) patch('marks', { byId: withAll(changed) });
    },
  };
}

interface Range {
  readonly first: number;
  readonly last: number;
}

// Every key asks for it, and only the selection moves.
const startOfRange = memoizeLast<number>();

/** The places of the rows from the start of the range to the selection, both included. */
function rangeOf({ marks: { rangeFrom }, websites: { rows, position } }: Known): Range | undefined {
  if (rangeFrom === undefined) return undefined;
  const from = startOfRange([rows, rangeFrom], () => rows.findIndex(({ id }) => id === rangeFrom));
  const to = position.selected;
  return from === -1 ? undefined : { first: Math.min(from, to), last: Math.max(from, to) };
}

function rowsOfRange(state: Known): readonly Website[] {
  const range = rangeOf(state);
  return range === undefined ? [] : state.websites.rows.slice(range.first, range.last + 1);
}

/** All marked websites, those of an unfinished range included. */
export function markedWebsites(state: Known): readonly Website[] {
  const marked = new Map(state.marks.byId);
  for (const website of rowsOfRange(state)) marked.set(website.id, website);
  return [...marked.values()];
}

/** The marked websites, else the selected one. */
export function chosenWebsites(state: Known): readonly Website[] {
  const marked = markedWebsites(state);
  const selected = selectedWebsite(state.websites);
  return marked.length > 0 || selected === undefined ? marked : [selected];
}

/** How many are marked: every key asks for it, so no list is made. */
export function markedCount(state: Known): number {
  const { byId } = state.marks;
  const twice = byId.size === 0 ? [] : rowsOfRange(state).filter(({ id }) => byId.has(id));
  const range = rangeOf(state);
  return byId.size + (range === undefined ? 0 : range.last - range.first + 1) - twice.length;
}

/** Returns whether the website in a row of the list is marked. */
export function markReader(state: Known): (website: Website, index: number) => boolean {
  const { byId } = state.marks;
  const range = rangeOf(state);
  return ({ id }, index) =>
    byId.has(id) || (range !== undefined && range.first <= index && index <= range.last);
}

/** Whether they may stand side by side. */
export function canCompareMarked(state: Known): boolean {
  return canCompareSideBySide(markedCount(state));
}

export function hasMarks({ marks }: Pick<Known, 'marks'>): boolean {
  return marks.byId.size > 0 || marks.rangeFrom !== undefined;
}

type SideBySideRoute = Pick<RouteOf<'sideBySide'>, 'websiteIds'>;

export interface SideBySideSlice {
  /** Lines are indices, of which the mean of each website is 100; else counts. */
  readonly hasOwnScales: boolean;
  open(route: RouteOf<'sideBySide'>, force?: Force): void;
  toggleScales(): void;
}

type SideBySideContext = SliceContext<{ sideBySide: SideBySideSlice }, ViewState>;

export function createSideBySide({ get, patch }: SideBySideContext): SideBySideSlice {
  return {
    hasOwnScales: true,
    open(route, force = false) {
      const owner = routeKey(route);
      const question = JSON.stringify(questionOf(get(), route));
      const isLeft = () =>
        !get().navigation.stack.some(each => routeKey(each) === owner) ||
        JSON.stringify(questionOf(get(), route)) !== question;
      const asksNow = () => sideBySide.requests(questionOf(get(), route), knownOf(get()));
      void readStages(() => get().answers, asksNow, isLeft, { owner, force });
    },
    toggleScales: () => patch('sideBySide', { hasOwnScales: !get().sideBySide.hasOwnScales }),
  };
}

function questionOf({ period, comparison }: ViewState, { websiteIds }: SideBySideRoute): SideBySideQuestion {
  return { websites: websiteIds, choice: period.choice, baseline: comparison.baseline, hasChanges: true };
}

const shown = shownOf(sideBySide);

export function shownSideBySide(state: ViewState, route: SideBySideRoute): SideBySide {
  return shown(questionOf(state, route), knownOf(state));
}
